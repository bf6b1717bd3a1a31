import {
  linkRequestSchema,
  type ParsedSuggestRequest,
  parseRequest,
  SUGGEST_FILTERS,
  type Suggestion,
} from '../contract.ts'
import { MedlinkError } from '../errors.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import { type TypedText, TypedWordReader } from '../index/words/typed-words.ts'
import type { Analyzer } from '../language/analyze.ts'
import type { MentionLinker } from '../linker/pipeline.ts'
import type { SiteNames } from '../linker/site-names.ts'
import type { Ontology } from '../ontologies/ontology.ts'

/** With fewer rows than this, the linker's candidates for the words follow them. */
const FEW = 5
/** Candidates that a link gives at most. */
const MOST_LINKED = 10
/** Minimum of letters of a word being typed, next to others, for linking it as the word that it may become. */
const SHORTEST_BEGUN = 3
/** Codes of one beginning that are looked at. */
const MOST_CODES = 20_000
/** Filters that are remembered with the concepts that pass them. */
const KNOWN_FILTERS = 8

type Accepts = (concept: number) => boolean

/** A linked concept, and the name that matched. */
interface Linked {
  readonly concept: number
  readonly name: string
}

export interface SuggesterOptions {
  readonly index: MedlinkIndex
  readonly ontology: Ontology
  readonly linker: MentionLinker
  readonly analyzer: Analyzer
  readonly siteNames: SiteNames | undefined
}

/**
 * Type-ahead over one index. Rows are, in this order, codes that begin as typed, names that the site gave codes and that do,
 * names that have every word typed so far, names that have them but for a slip in one, and where these are few what the
 * linker finds.
 */
export class Suggester {
  readonly #index: MedlinkIndex
  readonly #ontology: Ontology
  readonly #linker: MentionLinker
  readonly #siteNames: SiteNames | undefined
  readonly #reader: TypedWordReader
  readonly #filters = new Map<string, Accepts>()
  #lastLinked: { readonly query: string; readonly rows: readonly Linked[] } | undefined

  constructor({ index, ontology, linker, analyzer, siteNames }: SuggesterOptions) {
    this.#index = index
    this.#siteNames = siteNames
    this.#ontology = ontology
    this.#linker = linker
    this.#reader = new TypedWordReader(index, index.typeAhead.extra, analyzer)
  }

  /**
   * @param mayShow concepts that may be shown, besides the request's filters; default: all
   * @throws MedlinkError `invalid_request` for a filter that the ontology does not have
   */
  suggest(request: ParsedSuggestRequest, mayShow?: Accepts): Suggestion[] {
    const { prefix, limit } = request
    const passes = this.#filter(request)
    const accepts: Accepts =
      mayShow === undefined ? passes : (concept) => mayShow(concept) && passes(concept)
    const rows = new Map<number, Suggestion>()
    const add = (concept: number, matched?: string) => {
      if (rows.size < limit && !rows.has(concept)) rows.set(concept, this.#row(concept, matched))
    }
    for (const concept of this.#codes(prefix, limit, accepts)) add(concept)
    for (const { code, name } of this.#siteNames?.beginning(prefix) ?? []) {
      if (rows.size >= limit) break
      const concept = this.#index.getConcept(code)
      if (concept?.active && accepts(concept.id)) add(concept.id, name)
    }
    const typed = this.#reader.read(prefix)
    const names = this.#tableNames(prefix)
    const addNames = (isWanted: (linked: readonly Linked[]) => boolean) => {
      for (const linked of names.filter(isWanted))
        for (const { concept, name } of linked) if (accepts(concept)) add(concept, name)
    }
    // A whole name is meant itself; one that only begins so comes behind what the index has.
    const whole = prefix.trim().toLowerCase()
    addNames(([first]) => first?.name.toLowerCase() === whole)
    for (const attempt of this.#attempts(typed)) {
      for (const { concept, name } of this.#index.typeAhead.matches(attempt, limit, accepts))
        add(concept, this.#index.textOfName(name))
      // One of several ingredients alone says too little of a name.
      addNames(({ length }) => length === 1 || rows.size === 0)
      if (rows.size > 0) break
    }
    const isFound = names.length > 0 && rows.size > 0
    if (!isFound && rows.size < Math.min(limit, FEW) && typed.words.length > 0)
      for (const { concept, name } of this.#linked(prefix, typed))
        if (accepts(concept)) add(concept, name)
    return [...rows.values()]
  }

  /** The typed words, and the same with slips mended: in the words that no name begins with, else in each. */
  *#attempts(typed: TypedText): Generator<TypedText> {
    yield typed
    const isUnknown = typed.words.map(({ ranges }) => ranges.length === 0)
    const hasUnknown = isUnknown.includes(true)
    const mended = typed.words.map((word, i) =>
      hasUnknown && !isUnknown[i] ? word : this.#reader.mended(word),
    )
    yield { ...typed, words: mended }
  }

  #row(concept: number, matched: string | undefined): Suggestion {
    const { code, name, attributes } = this.#index.concept(concept)
    const isTitle = matched === undefined || matched.toLowerCase() === name.toLowerCase()
    return {
      ...{ code, name },
      ...(!isTitle && { matched }),
      ...this.#ontology.suggestions.describe(attributes),
    }
  }

  /** Active concepts whose codes begin as typed: that code itself, then the most prominent ones. */
  #codes(prefix: string, limit: number, accepts: Accepts): number[] {
    const beginning = this.#ontology.suggestions.codeBeginning(prefix.trim())
    if (beginning === undefined) return []
    const { from, to } = this.#index.codesFrom(beginning)
    const exact = this.#index.getConcept(beginning)?.id
    const rankOf = (concept: number) =>
      concept === exact ? Number.POSITIVE_INFINITY : this.#index.typeAhead.prominenceOf(concept)
    const first: number[] = []
    for (let concept = from; concept < Math.min(to, from + MOST_CODES); concept++) {
      const isFull = first.length === limit
      if (isFull && rankOf(concept) <= rankOf(first.at(-1)!)) continue
      if (!this.#index.isActive(concept) || !accepts(concept)) continue
      if (isFull) first.pop()
      const place = first.findIndex((each) => rankOf(each) < rankOf(concept))
      first.splice(place < 0 ? first.length : place, 0, concept)
    }
    return first
  }

  /** Names of Medlink's tables that the index has not, each as the concepts of its ingredients. */
  #tableNames(prefix: string): readonly (readonly Linked[])[] {
    const names = this.#ontology.suggestions.tableNames?.(prefix, FEW) ?? []
    return names
      .filter((name) => !this.#hasName(name))
      .map((name) => this.#linkedTo(name, 'ingredient').map((row) => ({ ...row, name })))
  }

  #hasName(name: string): boolean {
    return this.#index.termsVerbatim(name.toLowerCase()).length > 0
  }

  /**
   * The linker's candidates for the words, see {@link finished}. The last answer is kept: the next letter often has the same.
   */
  #linked(prefix: string, typed: TypedText): readonly Linked[] {
    const query = this.#finished(prefix, typed)
    if (this.#lastLinked?.query !== query) {
      this.#lastLinked = { query, rows: this.#linkedTo(query) }
    }
    return this.#lastLinked.rows
  }

  #linkedTo(query: string, granularity: 'product' | 'ingredient' = 'product'): readonly Linked[] {
    const request = parseRequest(linkRequestSchema, {
      query,
      ontology: this.#ontology.name,
      top_k: MOST_LINKED,
      ...(granularity === 'ingredient' && { granularity }),
    })
    return this.#linker.link(request, '').results.flatMap(({ term_id, term_name }) => {
      const concept = this.#index.getConcept(term_id)
      return concept === undefined ? [] : [{ concept: concept.id, name: term_name }]
    })
  }

  /**
   * The text with the last word as the commonest one that it begins, or without it while that says too little, and with the
   * commonest word one slip away instead of each unknown one.
   */
  #finished(prefix: string, { words }: TypedText): string {
    let text = ''
    let from = 0
    for (const word of words) {
      if (word.whole.length > 0 || (word.ranges.length > 0 && !word.isOpen)) continue
      const isTooShort = word.isOpen && words.length > 1 && word.form.length < SHORTEST_BEGUN
      const read = word.ranges.length > 0 ? word : this.#reader.mended(word)
      const meant = isTooShort ? undefined : this.#index.typeAhead.commonest(read)
      if (meant === undefined && !isTooShort) continue
      text += prefix.slice(from, word.start)
      if (meant !== undefined) text += this.#index.words.wordOf(meant)
      from = word.end
    }
    return (text + prefix.slice(from)).trim()
  }

  /** Which concepts pass the request's filters. */
  #filter(request: ParsedSuggestRequest): Accepts {
    const asked = SUGGEST_FILTERS.flatMap((name) => {
      const value = request[name]
      return value === undefined || value === false ? [] : [[name, value] as const]
    })
    if (asked.length === 0) return () => true
    const key = JSON.stringify(asked)
    let accepts = this.#filters.get(key)
    if (accepts === undefined) {
      if (this.#filters.size >= KNOWN_FILTERS) this.#filters.clear()
      accepts = this.#passing(asked)
      this.#filters.set(key, accepts)
    }
    return accepts
  }

  #passing(
    asked: readonly (readonly [name: (typeof SUGGEST_FILTERS)[number], value: unknown])[],
  ): Accepts {
    const { filters } = this.#ontology.suggestions
    const tests = asked.map(([name, value]) => {
      const filter = filters[name]
      if (filter === undefined)
        throw new MedlinkError(
          'invalid_request',
          `${name} is not a filter of ${this.#ontology.name}`,
        )
      return filter(value as never)
    })
    const numbers = this.#index.attributesOfConcepts()
    const passes = new Map<number, boolean>()
    return (concept) => {
      const number = numbers[concept]!
      let isPassed = passes.get(number)
      if (isPassed === undefined) {
        const attributes = this.#index.attributesAt(number)
        isPassed = tests.every((test) => test(attributes))
        passes.set(number, isPassed)
      }
      return isPassed
    }
  }
}
