import { Index as FlexSearch } from 'flexsearch'
import type { Suggestion } from '../contract.ts'
import { MedlinkError } from '../errors.ts'
import { TYPED_SCORE } from '../language/typed.ts'
import { CodeFinder } from './codes.ts'
import { encode, FLEXSEARCH_OPTIONS, type PackBody, type PackManifest } from './pack.ts'
import { commonRanks, Ranks } from './ranks.ts'
import { SharedWords } from './shared-words.ts'
import { type TypedText, type TypedWord, TypedWordReader } from './typed-words.ts'

/** Letters typed, and the number of rows wanted. */
export interface SuggestInput {
  /** Up to 1,000 characters; nothing finds nothing. */
  readonly prefix: string
  /** 1 to 50; default: 10. */
  readonly limit?: number
}

const MAX_PREFIX_LENGTH = 1000
const MAX_LIMIT = 50
const DEFAULT_LIMIT = 10
/** Names kept, by their rank, before they are weighed by what was typed. */
const KEPT = 256
/** Jumps in lists that a search may take. */
const STEPS = 100_000
/** Fewer rows than this, and names that have only some of the words are shown after them. */
const FEW = 5
/** Score of a name with all the weight of the typed words, among those that have only some of the words. */
const SHARED_SCORE = 100
/** Share of a name's own score that is added there. */
const RANK_WEIGHT = 0.05
/** Score for each typed word of a title; names of several concepts whose titles are looked at. */
const TITLE_WORD_SCORE = 10
const LOOKED_INTO = 16
/** Words of a text in which slips are looked for. */
const MENDED_WORDS = 3

interface Found {
  readonly rank: number
  readonly score: number
}

interface FoundConcept extends Found {
  readonly concept: number
}

/**
 * Type-ahead over the best-ranked names of one version of an ontology, without a server. Rows are, in this order, codes that
 * begin as typed, names that have every word typed so far, such names but for a slip, and where these are few names that have
 * most of the words. It suggests; it decides nothing.
 */
export class SuggestIndex {
  readonly manifest: PackManifest
  readonly #body: PackBody
  readonly #flexsearch: FlexSearch
  readonly #reader: TypedWordReader
  readonly #codes: CodeFinder
  readonly #shared: SharedWords
  readonly #scores: Uint8Array
  readonly #aliases: ReadonlySet<number>

  constructor(manifest: PackManifest, body: PackBody) {
    this.manifest = manifest
    this.#body = body
    this.#flexsearch = new FlexSearch({ ...FLEXSEARCH_OPTIONS, encode })
    for (const [key, part] of Object.entries(body.flexsearch))
      this.#flexsearch.import(key, part as string)
    const { names } = manifest.counts
    this.#reader = new TypedWordReader(body, (beginning) => {
      return this.#flexsearch.search(beginning, { limit: names }) as number[]
    })
    this.#codes = new CodeFinder(body)
    this.#shared = new SharedWords(names)
    this.#scores = new Uint8Array(names)
    let rank = 0
    for (const [score, count] of body.scores) {
      this.#scores.fill(score, rank, rank + count)
      rank += count
    }
    this.#aliases = new Set(body.aliases)
  }

  /**
   * Codes for what is being typed, the likeliest first, one row a code, as `medlink.suggest` has them.
   *
   * @throws MedlinkError `invalid_request` for a prefix that is no text or longer than 1,000 characters, or a limit out of range
   */
  suggest({ prefix, limit = DEFAULT_LIMIT }: SuggestInput): Suggestion[] {
    requireValid(prefix, limit)
    const rows = new Map<number, Suggestion>()
    const add = (concept: number, matched?: string) => {
      if (rows.size < limit && !rows.has(concept)) rows.set(concept, this.#row(concept, matched))
    }
    for (const concept of this.#codes.beginning(prefix.trim(), limit)) add(concept)
    const typed = this.#reader.read(prefix)
    for (const attempt of this.#attempts(typed)) {
      for (const { concept, rank } of this.#matches(attempt)) add(concept, this.#textOf(rank))
      if (rows.size > 0) break
    }
    if (rows.size < Math.min(limit, FEW))
      for (const { concept, rank } of this.#partial(typed)) add(concept, this.#textOf(rank))
    return [...rows.values()]
  }

  /** The typed words, and the same with slips mended: of the words that nothing begins with, else of each. */
  *#attempts(typed: TypedText): Generator<TypedText> {
    yield typed
    const hasUnknown = typed.words.some(isUnknown)
    yield { ...typed, words: this.#mended(typed.words, hasUnknown ? isUnknown : () => true) }
  }

  #mended(words: readonly TypedWord[], isMeant: (word: TypedWord) => boolean): TypedWord[] {
    let left = MENDED_WORDS
    return words.map((word) => (isMeant(word) && left-- > 0 ? this.#reader.mended(word) : word))
  }

  /** The best name of each concept that has all typed words, its title where that is one, best first. */
  #matches(typed: TypedText): FoundConcept[] {
    const { words } = typed
    if (words.some(isUnknown)) return []
    const ranks = commonRanks(
      words.map(({ lists }) => new Ranks(lists)),
      KEPT,
      STEPS,
    )
    const found = ranks
      .map((rank) => ({ rank, score: this.#scores[rank]! + this.#typedScore(rank, typed) }))
      .sort((a, b) => b.score - a.score || a.rank - b.rank)
    const best = this.#concepts(found, words)
    for (const { rank } of found) {
      const concept = this.#body.targets[rank]!
      if (this.#textOf(rank) !== undefined || typeof concept !== 'number') continue
      const known = best.get(concept)!
      // An abbreviation is in no title whose words it stands for.
      const title = ` ${this.#body.titles[concept]!.toLowerCase()}`
      const isWritten = words.every(({ word }) => title.includes(` ${word.form}`))
      const score = known.score + TYPED_SCORE.title
      best.set(concept, { concept, rank: isWritten ? rank : known.rank, score })
    }
    return this.#inOrder(best)
  }

  /** The best name of each concept that has the most of the typed words by what these weigh, best first. */
  #partial(typed: TypedText): FoundConcept[] {
    const words = this.#mended(typed.words, isUnknown)
    const found = this.#shared.best(
      words.map(({ lists, isOpen, word }) => ({ lists, isOpen, letters: word.form.length })),
      (rank) => this.#body.lengths[rank]!,
    )
    const scored = found.map(({ rank, score }) => ({
      rank,
      score: score * SHARED_SCORE + this.#scores[rank]! * RANK_WEIGHT,
    }))
    return this.#inOrder(this.#concepts(scored, words))
  }

  /**
   * The best name of each concept. A name of several stands for each, as prominent as each is, those first whose titles have
   * more of the typed words: a strength, a form.
   *
   * @param found best first
   */
  #concepts(found: readonly Found[], words: readonly TypedWord[]): Map<number, FoundConcept> {
    const { targets, prominence } = this.#body
    const best = new Map<number, FoundConcept>()
    const add = (concept: number, rank: number, score: number) => {
      const known = best.get(concept)
      if (known === undefined || known.score < score) best.set(concept, { concept, rank, score })
    }
    let left = LOOKED_INTO
    for (const { rank, score } of found) {
      const target = targets[rank]!
      if (typeof target === 'number') add(target, rank, score)
      else {
        const added = left-- > 0 ? this.#titleScores(target, words) : []
        for (const [i, concept] of target.entries())
          add(
            concept,
            rank,
            score - prominence[target[0]!]! + prominence[concept]! + (added[i] ?? 0),
          )
      }
    }
    return best
  }

  #inOrder(rows: ReadonlyMap<number, FoundConcept>): FoundConcept[] {
    return [...rows.values()].sort(
      (a, b) => b.score - a.score || a.rank - b.rank || this.#order(a, b),
    )
  }

  /** Concepts of one name as the name has them. */
  #order(a: FoundConcept, b: FoundConcept): number {
    const target = this.#body.targets[a.rank]!
    return typeof target === 'number' ? 0 : target.indexOf(a.concept) - target.indexOf(b.concept)
  }

  /**
   * Score that a concept of a name gets for words of its title that begin as typed. The first one, which is what the name means
   * by itself, comes right after the best.
   */
  #titleScores(concepts: readonly number[], words: readonly TypedWord[]): number[] {
    const scores = concepts.map((concept) => {
      const title = ` ${this.#body.titles[concept]!.toLowerCase()}`
      const isIn = ({ beginnings }: TypedWord) =>
        beginnings.some((each) => title.includes(` ${each}`))
      return words.filter(isIn).length * TITLE_WORD_SCORE
    })
    const best = Math.max(...scores)
    return scores.map((score, i) => (i === 0 ? Math.max(score, best - 1) : score))
  }

  /** Score that typed words add to a name that has them all. */
  #typedScore(rank: number, typed: TypedText): number {
    const { words } = typed
    const text = this.#nameAt(rank)
    const written = text.slice(0, words[0]!.word.form.length + 8).toLowerCase()
    // Letters alone are compared: to analyze each name would take too long.
    let score = words[0]!.beginnings.some((each) => written.startsWith(each))
      ? TYPED_SCORE.front
      : 0
    for (const { isMended } of words) if (isMended) score += TYPED_SCORE.slip
    if (!this.#isComplete(rank, text, typed)) return score
    return score + (this.#aliases.has(rank) ? TYPED_SCORE.completeAlias : TYPED_SCORE.complete)
  }

  /** True if each word of a name was typed, whole, in this or another inflection. */
  #isComplete(rank: number, text: string, { words, functionWords }: TypedText): boolean {
    if (this.#body.lengths[rank]! > words.length + functionWords) return false
    const own = this.#reader.wordsOf(text)
    return words.every(({ word: { form, lemma } }) =>
      own.some((word) => word.form === form || word.lemma === lemma),
    )
  }

  #row(concept: number, matched: string | undefined): Suggestion {
    const { codes, titles, descriptions, described } = this.#body
    const name = titles[concept]!
    const isTitle = matched === undefined || matched.toLowerCase() === name.toLowerCase()
    return {
      ...{ code: codes[concept]!, name },
      ...(!isTitle && { matched }),
      ...descriptions[described[concept]!],
    }
  }

  /** The text of a name; undefined where it is the title. */
  #textOf(rank: number): string | undefined {
    return this.#body.texts[rank] || undefined
  }

  #nameAt(rank: number): string {
    const target = this.#body.targets[rank]!
    const concept = typeof target === 'number' ? target : target[0]!
    return this.#textOf(rank) ?? this.#body.titles[concept]!
  }
}

function isUnknown({ lists }: TypedWord): boolean {
  return lists.length === 0
}

function requireValid(prefix: unknown, limit: unknown): void {
  const invalid = (what: string) => new MedlinkError('invalid_request', what)
  if (typeof prefix !== 'string') throw invalid('prefix must be a string')
  if (prefix.length > MAX_PREFIX_LENGTH)
    throw invalid(`prefix must not be longer than ${MAX_PREFIX_LENGTH} characters`)
  if (!Number.isInteger(limit) || (limit as number) < 1 || (limit as number) > MAX_LIMIT)
    throw invalid(`limit must be a whole number from 1 to ${MAX_LIMIT}`)
}
