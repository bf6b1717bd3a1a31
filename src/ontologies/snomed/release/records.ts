/** Contents of the tables of a release, as the records that are indexed. */

import { MedlinkError } from '../../../errors.ts'
import {
  type ConceptRecord,
  type EdgeRecord,
  type ReleaseRecords,
  TERM_KINDS,
  type TermKind,
  type TermRecord,
} from '../../../index/records.ts'
import { abbreviates } from '../../../language/abbreviation.ts'
import { printable } from '../../../language/printable.ts'
import { compareStrings } from '../../../language/sorted.ts'
import { plural } from '../../release-files.ts'
import type { Content } from './content.ts'
import {
  countDescendants,
  findCycles,
  type Hierarchy,
  type History,
  layOutHierarchy,
  readHistory,
} from './history.ts'
import { type ChosenDialect, CORE_MODULE, sourceOfModule, toIso639 } from './modules.ts'

export interface RecordOptions {
  readonly dialect: ChosenDialect
  readonly version: string
  /** Leaves out what closes a cycle in the hierarchy. */
  readonly lenient: boolean
  /** Takes what is worth telling. */
  readonly warnings: string[]
}

type Records = Pick<ReleaseRecords, 'concepts' | 'terms' | 'edges' | 'replacements' | 'maps'>

/**
 * All concepts; names, edges and breadth of the active ones; replacements of the inactive ones; the map.
 * @throws MedlinkError `release_invalid` for a hierarchy that has a cycle, unless `lenient`
 */
export function makeRecords(content: Content, options: RecordOptions): Records {
  const { ids, active, modules, defined } = content.concepts
  const codes = active.map((_, place) => ids.textOf(place))
  const order = Uint32Array.from(codes.keys()).sort((a, b) => compareStrings(codes[a]!, codes[b]!))
  const hierarchy = readHierarchy(content, codes, order, options)
  const descendants = countDescendants(hierarchy)
  const history = readHistory(content, codes)
  const namesOf = createNamer(content, options, history)
  const internAttributes = interner<ConceptRecord['attributes']>()
  const concepts: ConceptRecord[] = []
  const terms: TermRecord[] = []
  const unnamed: string[] = []
  order.forEach((place, position) => {
    const code = codes[place]!
    const { name, tag, definition, terms: named } = namesOf(place)
    if (name === undefined) unnamed.push(code)
    const attributes = {
      semantic_tag: tag,
      source: sourceOfModule(modules[place]!, options.version),
      is_core: modules[place] === CORE_MODULE,
      is_defined: defined[place]!,
      breadth: breadthOf(descendants[position]!),
    }
    concepts.push({
      code,
      name: name ?? code,
      family: code,
      active: active[place]!,
      attributes:
        definition === undefined
          ? internAttributes(Object.values(attributes).join('\t'), attributes)
          : { ...attributes, definition },
    })
    for (const term of named) terms.push({ code, ...term })
  })
  if (unnamed.length > 0) {
    const some = plural(unnamed.length, 'concept')
    options.warnings.push(`${some} without a description, the code stands in, e.g. ${unnamed[0]}`)
  }
  return {
    concepts,
    terms,
    edges: makeEdges(hierarchy, (position) => codes[order[position]!]!),
    replacements: unique(history.replacements, ['code', 'replacement', 'relation']),
    maps: unique(
      content.maps.records.filter((record) => record !== undefined),
      ['code', 'rule', 'target'],
    ),
  }
}

/** Names of a concept by its descriptions. */
interface ConceptNames {
  /** Undefined when there is no description. */
  readonly name: string | undefined
  readonly tag: string | null
  readonly definition: string | undefined
  /** Sorted by kind and text; none for an inactive concept. */
  readonly terms: readonly Name[]
}

type Name = Omit<TermRecord, 'code'>

/** Function that gives the names of concepts, by place; for an inactive concept only its name. */
function createNamer(
  { concepts, descriptions, language, reasons }: Content,
  { dialect, warnings }: RecordOptions,
  history: History,
): (concept: number) => ConceptNames {
  const { active, types, texts, languages } = descriptions
  const isKept = languageFilter(languages, dialect.language, warnings)
  const rank = rankDescriptions(language, active.length, dialect.refsets)
  const isWrong = new Uint8Array(active.length)
  reasons.wrong.forEach((wrong, i) => {
    if (wrong) isWrong[reasons.descriptions[i]!] = 1
  })
  const ownOf = listsBy(descriptions.concepts, concepts.active.length)
  const lentTo = lendNames(concepts.active, ownOf, history, (d) => active[d]!)
  const isName = (d: number) => types[d] === 'synonym' || types[d] === 'fsn'
  const byRank = (a: number, b: number) =>
    Number(isKept(b)) - Number(isKept(a)) ||
    rank[b]! - rank[a]! ||
    compareStrings(languages[a]!, languages[b]!) ||
    compareStrings(texts[a]!, texts[b]!)
  const nameOf = (d: number) => (types[d] === 'fsn' ? splitFsn(texts[d]!).stem : texts[d]!)

  return (concept) => {
    const own = [...ownOf(concept)].sort(byRank)
    const preferred = own.find(
      (d) => active[d] && types[d] === 'synonym' && isKept(d) && rank[d]! > 0,
    )
    const fsn = own.find((d) => active[d] && types[d] === 'fsn')
    const definition = own.find((d) => active[d] && types[d] === 'definition' && isKept(d))
    const called =
      preferred ?? fsn ?? own.find((d) => active[d] && types[d] === 'synonym') ?? own.find(isName)
    const collected = new NameCollector()
    for (const d of concepts.active[concept] ? own : []) {
      if (!isName(d) || (!isKept(d) && d !== fsn)) continue
      const code = toIso639(languages[d]!)
      if (!active[d]) {
        if (!isWrong[d]) collected.add(nameOf(d), 'entry', code)
      } else {
        collected.add(nameOf(d), d === preferred ? 'preferred' : 'synonym', code)
        if (types[d] === 'fsn') collected.addAsItIs(texts[d]!, 'full', code)
      }
    }
    for (const d of lentTo.get(concept) ?? []) {
      if (isName(d) && isKept(d)) collected.add(nameOf(d), 'entry', toIso639(languages[d]!))
    }
    return {
      name: called === undefined ? undefined : nameOf(called),
      tag: fsn === undefined ? null : splitFsn(texts[fsn]!).tag,
      definition: definition === undefined ? undefined : texts[definition],
      terms: collected.sorted(),
    }
  }
}

/** Names of one concept, each once whatever its case: the strongest kind stays. */
class NameCollector {
  readonly #names = new Map<string, Name>()

  /** Adds a name and, when that is an abbreviation with its long form, the long form. */
  add(text: string, kind: TermKind, language: string): void {
    this.addAsItIs(text, kind, language)
    const long = longFormOf(text)
    if (long !== undefined) this.addAsItIs(long, kind === 'preferred' ? 'synonym' : kind, language)
  }

  addAsItIs(text: string, kind: TermKind, language: string): void {
    const key = text.toLowerCase()
    // Its tag's words are no part of the name: it is found as it is written.
    const name = { text, kind, language, ...(kind === 'full' && { verbatim: true }) }
    const known = this.#names.get(key)
    if (known === undefined || compareNames(name, known) < 0) this.#names.set(key, name)
  }

  sorted(): Name[] {
    return [...this.#names.values()].sort(compareNames)
  }
}

function compareNames(a: Name, b: Name): number {
  return (
    TERM_KINDS.indexOf(a.kind) - TERM_KINDS.indexOf(b.kind) ||
    compareStrings(a.text, b.text) ||
    compareStrings(a.language, b.language)
  )
}

/** A fully specified name and its semantic tag, the last group in brackets: "Heart structure (body structure)". */
function splitFsn(fsn: string): { stem: string; tag: string | null } {
  const [, stem, tag] = /^(.*\S)\s*\(([^()]+)\)$/.exec(fsn) ?? []
  return stem === undefined ? { stem: fsn, tag: null } : { stem, tag: tag! }
}

/**
 * The long form of an abbreviation in a name that has both, as SNOMED CT writes them: "Myocardial infarction" of "MI -
 * Myocardial infarction". Undefined for other names, "O/E - edema" among them: the first letters must agree, the others
 * come in order, and the long form is much longer.
 */
export function longFormOf(name: string): string | undefined {
  const [, short, long] = /^([A-Za-z0-9&+-]{2,12}) - (\S.*)$/.exec(name) ?? []
  if (short === undefined || long === undefined || !/[A-Z].*[A-Z0-9]/.test(short)) return undefined
  if (long.length < MIN_EXPANSION * short.length) return undefined
  return abbreviates(short, long) ? long : undefined
}

/** How many times as long as an abbreviation its long form must be; "CT - chest" has none. */
const MIN_EXPANSION = 4

/** Tells whether a description is in the language; others are counted in one warning. */
function languageFilter(
  languages: readonly string[],
  wanted: string,
  warnings: string[],
): (description: number) => boolean {
  const others = new Map<string, number>()
  for (const code of languages) {
    if (toIso639(code) !== wanted) others.set(code, (others.get(code) ?? 0) + 1)
  }
  if (others.size > 0) {
    const counts = [...others].sort(([a], [b]) => compareStrings(a, b)).slice(0, MAX_TOLD)
    const list = counts.map(([code, count]) => `${printable(code, 10)} ${count}`).join(', ')
    warnings.push(`left out descriptions in other languages than ${printable(wanted)}: ${list}`)
  }
  return (description) => !others.has(languages[description]!)
}

/** Rank by description: 0 where no reference set prefers it, 1 where another does, more where one of the dialect's does. */
function rankDescriptions(
  language: Content['language'],
  size: number,
  refsets: readonly string[],
): Uint8Array {
  const rank = new Uint8Array(size)
  language.preferred.forEach((isPreferred, i) => {
    if (!isPreferred) return
    const description = language.descriptions[i]!
    const place = refsets.indexOf(language.refsets[i]!)
    const found = place === -1 ? 1 : 1 + refsets.length - place
    if (found > rank[description]!) rank[description] = found
  })
  return rank
}

/** Descriptions that name concepts besides their own: those of retired concepts, and references. */
function lendNames(
  isActive: readonly boolean[],
  ownOf: (concept: number) => Uint32Array,
  history: History,
  isCurrent: (description: number) => boolean,
): Map<number, number[]> {
  const lentTo = new Map<number, number[]>()
  const lend = (description: number, concept: number) => {
    const known = lentTo.get(concept)
    if (known === undefined) lentTo.set(concept, [description])
    else known.push(description)
  }
  isActive.forEach((active, concept) => {
    const successor = active ? undefined : history.successorOf(concept)
    if (successor === undefined) return
    for (const description of ownOf(concept))
      if (isCurrent(description)) lend(description, successor)
  })
  for (const [description, concept] of history.references) {
    const successor = history.successorOf(concept)
    if (successor !== undefined) lend(description, successor)
  }
  return lentTo
}

/** The places of `keys` by key, ascending: `listsBy([1, 0, 1], 2)(1)` is `[0, 2]`. */
function listsBy(keys: readonly number[], size: number): (key: number) => Uint32Array {
  const offsets = new Uint32Array(size + 1)
  for (const key of keys) offsets[key + 1]!++
  for (let key = 0; key < size; key++) offsets[key + 1]! += offsets[key]!
  const next = offsets.slice()
  const places = new Uint32Array(keys.length)
  keys.forEach((key, place) => {
    places[next[key]!++] = place
  })
  return (key) => places.subarray(offsets[key]!, offsets[key + 1]!)
}

/** IS-A between active concepts by position in `order`, without cycles. */
function readHierarchy(
  { concepts: { active }, isA }: Content,
  codes: readonly string[],
  order: Uint32Array,
  { lenient, warnings }: RecordOptions,
): Hierarchy {
  const positionOf = new Uint32Array(order.length)
  order.forEach((place, position) => {
    positionOf[place] = position
  })
  const children: number[] = []
  const parents: number[] = []
  for (let i = 0; i < isA.active.length; i++) {
    const [child, parent] = [isA.sources[i]!, isA.targets[i]!]
    if (!isA.active[i] || !active[child] || !active[parent]) continue
    children.push(positionOf[child]!)
    parents.push(positionOf[parent]!)
  }
  const hierarchy = layOutHierarchy(order.length, children, parents)
  const left = new Set<string>()
  let example = ''
  findCycles(hierarchy, (way, from) => {
    if (left.size === 0) example = describeCycle(way, from, (position) => codes[order[position]!]!)
    if (!lenient)
      throw new MedlinkError('release_invalid', `the IS-A hierarchy has a cycle: ${example}`)
    left.add(`${way.at(-1)} ${way[from]}`)
  })
  if (left.size === 0) return hierarchy
  warnings.push(
    `left out ${plural(left.size, 'IS-A relationship')} that closed a cycle, e.g. ${example}`,
  )
  const isKept = (_: number, i: number) => !left.has(`${children[i]} ${parents[i]}`)
  return layOutHierarchy(order.length, children.filter(isKept), parents.filter(isKept))
}

/** Concepts of a cycle that a message names, the first among them. */
const MAX_TOLD = 10

function describeCycle(
  way: readonly number[],
  from: number,
  codeAt: (position: number) => string,
): string {
  const told = way.slice(from, from + MAX_TOLD).map(codeAt)
  if (way.length - from > MAX_TOLD) told.push('…')
  return [...told, codeAt(way[from]!)].join(' is a ')
}

/** 0 for a concept with nothing below it, then one more for every doubling of what is. */
function breadthOf(descendants: number): number {
  return descendants === 0 ? 0 : Math.floor(Math.log2(descendants)) + 1
}

function makeEdges({ offsets, parents }: Hierarchy, codeAt: (position: number) => string) {
  const edges: EdgeRecord[] = []
  for (let position = 0; position < offsets.length - 1; position++) {
    for (let i = offsets[position]!; i < offsets[position + 1]!; i++) {
      edges.push({ code: codeAt(position), parent: codeAt(parents[i]!) })
    }
  }
  return edges
}

/** Each of the records once, sorted by these texts of theirs. */
function unique<Column extends string, Item extends Readonly<Record<Column, string>>>(
  records: readonly Item[],
  columns: readonly Column[],
): Item[] {
  const compare = (a: Item, b: Item) => {
    const differing = columns.find((column) => a[column] !== b[column])
    return differing === undefined ? 0 : compareStrings(a[differing], b[differing])
  }
  const sorted = records.toSorted(compare)
  return sorted.filter((record, i) => i === 0 || compare(sorted[i - 1]!, record) !== 0)
}

/** Equal values as one object, by a key that tells them apart. */
function interner<Value>(): (key: string, value: Value) => Value {
  const values = new Map<string, Value>()
  return (key, value) => {
    const known = values.get(key)
    if (known === undefined) values.set(key, value)
    return known ?? value
  }
}
