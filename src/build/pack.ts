import { gzipSync } from 'node:zlib'
import { Index as FlexSearch } from 'flexsearch'
import {
  encode,
  FLEXSEARCH_OPTIONS,
  FLEXSEARCH_VERSION,
  indexedWord,
  PACK_FORMAT,
  type PackBody,
  type PackManifest,
} from '../browser/pack.ts'
import { indexName } from '../index/file/manifest.ts'
import { checksum } from '../index/file/tail.ts'
import type { ConceptRecord } from '../index/records.ts'
import type { ListedName, NameList } from '../index/words/name-list.ts'
import { aliasScore } from '../index/words/type-ahead-build.ts'
import { type Analyzer, readWordTables } from '../language/analyze.ts'
import { compareStrings } from '../language/sorted.ts'
import { TEXT_CODE_VERSION } from '../language/words.ts'
import type { OtherName, Suggestions } from '../ontologies/ontology.ts'
import type { Abbreviation } from './phrases.ts'

/** Codes that a name of several is kept with, the first of them: as many as `medlink.suggest` looks at. */
const MOST_CONCEPTS = 60
/** The share of the names that are of concepts which no better name is of. */
const SHARE_OF_NEW = 0.2
/** Words of a name that are indexed. */
const MOST_WORDS = 24
/** A byte of gzip's header names the system that it was written on; this is "unknown". */
const SYSTEM_BYTE = { at: 9, unknown: 255 } as const

/** Sources of a FlexSearch index, besides the names. */
export interface PackOptions {
  readonly suggestions: Pick<Suggestions, 'codeBeginning' | 'describe'>
  readonly abbreviations: readonly Abbreviation[]
  readonly analyzer: Analyzer
  /** Names that only the tables have, with the codes that each is read as, the best one first. */
  readonly otherNames: readonly OtherName[]
  /** Names at most. */
  readonly most: number
}

/**
 * Compiles the best-ranked names of an index into the file that a web page searches: gzip of what browser/pack.ts describes.
 * Equal names give equal bytes, on any day.
 */
export function compilePack(list: NameList, options: PackOptions): Uint8Array {
  const { suggestions, abbreviations } = options
  const names = firstNames(list, options)
  const used = [...new Set(names.flatMap(({ concepts }) => concepts))].sort((a, b) => a - b)
  const body: PackBody = {
    ...describeConcepts(list, used, suggestions),
    ...describeNames(names, list, new Map(used.map((concept, number) => [concept, number]))),
    abbreviations,
    tables: readWordTables(),
    flexsearch: exportFlexSearch(names),
  }
  const second = JSON.stringify(body)
  const { ontology, version, content_hash, sources, licence } = list.manifest
  const manifest: PackManifest = {
    pack_format: PACK_FORMAT,
    ...{ ontology, version, index_name: indexName(list.manifest), content_hash, sources, licence },
    flexsearch: { version: FLEXSEARCH_VERSION, options: FLEXSEARCH_OPTIONS },
    text_code_version: TEXT_CODE_VERSION,
    counts: { names: names.length, concepts: used.length },
    checksum: checksum(second),
  }
  const bytes = gzipSync(`${JSON.stringify(manifest)}\n${second}`)
  bytes[SYSTEM_BYTE.at] = SYSTEM_BYTE.unknown
  return bytes
}

/**
 * The best-ranked names, the tables' own among them; of those that differ by inflections only, the best one. The last ones are
 * the best names of concepts that have none yet.
 */
function firstNames(list: NameList, options: PackOptions): ListedName[] {
  const { most, analyzer } = options
  const names: ListedName[] = []
  const named = new Set<number>()
  const known = new Set<string>()
  for (const name of allNames(list, options)) {
    if (names.length >= most) break
    const isNew = name.concepts.some((concept) => !named.has(concept))
    if (!isNew && names.length >= most * (1 - SHARE_OF_NEW)) continue
    const { words, score, concepts: all } = name
    const lemmas = words.map((form) => analyzer.wordOf(form).lemma).sort()
    const key = `${all.slice(0, 2)} ${lemmas.join(' ')}`
    if (known.has(key)) continue
    known.add(key)
    const concepts = all.slice(0, MOST_CONCEPTS)
    for (const concept of concepts) named.add(concept)
    names.push({ text: name.text, words, score, concepts, isAlias: name.isAlias })
  }
  return names
}

/** Every name by score, the best first. */
function* allNames(list: NameList, { otherNames, analyzer }: PackOptions): Generator<ListedName> {
  const others = placeNames(list, otherNames, analyzer)
  for (const name of list.names()) {
    while (others.length > 0 && others.at(-1)!.score > name.score) yield others.pop()!
    yield name
  }
  yield* others.reverse()
}

/** Names of the tables with their concepts, the best last. Each is worth what an alias of an unknown concept is. */
function placeNames(
  { concepts }: NameList,
  others: readonly OtherName[],
  { analyze }: Analyzer,
): ListedName[] {
  if (others.length === 0) return []
  const places = new Map(concepts.map(({ code }, place) => [code, place]))
  return others
    .map(({ text, codes }) => {
      const words = analyze(text).map(({ form }) => form)
      const own = codes.flatMap((code) => places.get(code) ?? [])
      return { text, words, concepts: own, isAlias: true, score: aliasScore(text.length) }
    })
    .filter(({ words, concepts: own }) => words.length > 0 && own.length > 0)
    .sort((a, b) => a.score - b.score || compareStrings(b.text, a.text))
}

/** Columns of concepts that rows show. @param used their positions in the list, ascending */
function describeConcepts(
  { concepts, prominence }: NameList,
  used: readonly number[],
  { codeBeginning, describe }: Pick<Suggestions, 'codeBeginning' | 'describe'>,
) {
  const own = used.map((concept) => concepts[concept]!)
  const descriptions = own.map(({ attributes }) => JSON.stringify(describe(attributes)))
  const distinct = [...new Set(descriptions)].sort(compareStrings)
  const numbers = new Map(distinct.map((description, number) => [description, number]))
  const codes = own.map(({ code }) => code)
  return {
    codes,
    titles: own.map(({ name }) => name),
    prominence: used.map((concept) => prominence[concept]!),
    descriptions: distinct.map((description) => JSON.parse(description) as object),
    described: descriptions.map((description) => numbers.get(description)!),
    shortest_code: shortestBeginning(codes, codeBeginning),
    code_sign: signIn(codes),
  }
}

/** The fewest characters by which any of some codes is begun. */
function shortestBeginning(
  codes: readonly ConceptRecord['code'][],
  codeBeginning: (typed: string) => string | undefined,
): number {
  const lengthOf = (code: string) => {
    let length = 1
    while (length < code.length && codeBeginning(code.slice(0, length)) === undefined) length++
    return length
  }
  return codes.reduce((least, code) => Math.min(least, lengthOf(code)), Number.MAX_SAFE_INTEGER)
}

/** The sign, no letter or digit, that all codes have in one place which are longer than that: ICD-10-CM's dot. */
function signIn(codes: readonly string[]): readonly [sign: string, place: number] | null {
  const first = codes.find((code) => /[^A-Z0-9]/i.test(code))
  if (first === undefined) return null
  const place = first.search(/[^A-Z0-9]/i)
  const sign = first[place]!
  const isAlike = (code: string) => code.length <= place || code.indexOf(sign) === place
  return codes.every(isAlike) ? [sign, place] : null
}

function describeNames(
  names: readonly ListedName[],
  { concepts }: NameList,
  numbers: ReadonlyMap<number, number>,
) {
  const scores: [score: number, names: number][] = []
  for (const { score } of names) {
    if (scores.at(-1)?.[0] === score) scores.at(-1)![1]++
    else scores.push([score, 1])
  }
  return {
    scores,
    texts: names.map(({ text, concepts: [concept] }) =>
      text === undefined || text === concepts[concept!]!.name ? 0 : text,
    ),
    targets: names.map(({ concepts: own }) => {
      const targets = own.map((concept) => numbers.get(concept)!)
      return targets.length === 1 ? targets[0]! : targets
    }),
    lengths: names.map(({ words }) => words.length),
    aliases: names.flatMap(({ isAlias }, rank) => (isAlias ? [rank] : [])),
  }
}

/** FlexSearch's own export of an index of the names by rank, without its register of ranks. */
function exportFlexSearch(names: readonly ListedName[]): Record<string, unknown> {
  const index = new FlexSearch({ ...FLEXSEARCH_OPTIONS, encode })
  for (const [rank, { words }] of names.entries())
    index.add(rank, words.slice(0, MOST_WORDS).map(indexedWord).join('\n'))
  const parts: Record<string, unknown> = {}
  index.export((key, part) => {
    if (part !== undefined && !key.endsWith('.reg')) parts[key] = JSON.parse(part)
  })
  return parts
}
