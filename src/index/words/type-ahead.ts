/**
 * Type-ahead: the names with every word that was typed so far, each perhaps only begun.
 *
 * Names are in the order in which they are shown, the best first, and so is every list of the names with a word: the
 * suggestions are the beginning of a list, and most lists are left at their first name. The order depends on the name alone,
 * how prominent its concept is and how long it is, so that the next letter takes names away and never turns two around.
 */

import { lowerBound } from '../../language/sorted.ts'
import { TYPED_SCORE } from '../../language/typed.ts'
import type { IndexArrays } from '../arrays.ts'
import { TERM_KINDS } from '../records.ts'
import { type ColumnSchema, meantBy } from '../rows/columns.ts'
import type { Families } from '../rows/families.ts'
import { Lexicon, type LexiconData, type TermWords, WORD_ID } from './lexicon.ts'
import type { TypedText, TypedWord, WordRange } from './typed-words.ts'

/** The arrays type-ahead is made of, as they are stored. */
export interface TypeAheadData {
  /** Rank of a name → term number; from the number of terms on, an own name. */
  readonly names: Uint32Array
  /** Score of each rank, never rising: prominence, kind and brevity. */
  readonly scores: Uint8Array
  /**
   * Own names, those whose words no term holds: the term that one is or stands for; from the number of terms on, the
   * concept whose title it is.
   */
  readonly ownTargets: Uint32Array
  /** The words of own name `n` are `ownWords[ownOffsets[n] … ownOffsets[n + 1])`, in order. */
  readonly ownOffsets: Uint32Array
  readonly ownWords: Uint32Array
  /** Words that only own names have: their ids follow those of the index. */
  readonly extra: LexiconData
  /** The ranks with word `w` are packed in `postings[postingOffsets[w] … postingOffsets[w + 1])`. */
  readonly postingOffsets: Uint32Array
  /** Ranks, ascending, each as what it is above the one before: seven bits a byte, the lowest first, 128 where more follow. */
  readonly postings: Uint8Array
  /** How prominent each concept is, 0 to {@link MAX_PROMINENCE}. */
  readonly prominence: Uint8Array
}

/** Prominence of what is met every day. */
export const MAX_PROMINENCE = 150
/** A name that has what was typed. */
export interface FoundName {
  readonly concept: number
  /** Term number; from the number of terms on, an own name. */
  readonly name: number
  readonly score: number
}

/** A name by its rank, for a list of the best ones. */
export interface RankedName {
  /** Term number; from the number of terms on, an own name. */
  readonly name: number
  readonly score: number
  /** The concepts that it stands for, the most prominent first: one, or of a shared name the family's. */
  readonly concepts: readonly number[]
}

/** Names kept, by their rank, before they are weighed by what was typed. */
const KEPT = 512
/** Number of complete names that are kept: names without further words. */
const KEPT_COMPLETE = 16
/** Lists are read as far as these shares of the names, one after the other, until enough names are found. */
const SHARES = [1 / 64, 1 / 8, 1]
/** Steps, each a posting read, that a search may take before it ends with what it has. */
const STEPS = 150_000
/** Steps for the words of a name. */
const STEPS_A_NAME = 4
const PREFERRED = TERM_KINDS.indexOf('preferred')
/** Codes of one family that a shared name brings in. */
const FAMILY_ROWS = 60

/** The index whose ids a {@link TypeAheadData} holds. */
interface NamedIndex {
  readonly arrays: IndexArrays
  readonly termWords: TermWords
  readonly families: Families
  readonly columns: ColumnSchema
}

/** Searches one {@link TypeAheadData}. */
export class TypeAhead {
  readonly #data: TypeAheadData
  readonly #arrays: IndexArrays
  readonly #termWords: TermWords
  readonly #families: Families
  readonly #columns: ColumnSchema
  readonly #terms: number
  readonly #words: number
  readonly #extra: Lexicon

  constructor(data: TypeAheadData, { arrays, termWords, families, columns }: NamedIndex) {
    this.#data = data
    this.#arrays = arrays
    this.#termWords = termWords
    this.#families = families
    this.#columns = columns
    this.#terms = arrays.termConcept.length
    this.#words = arrays.words.offsets.length - 1
    this.#extra = new Lexicon(data.extra)
  }

  /** Words that only aliases have; their ids follow those of the index. */
  get extra(): Lexicon {
    return this.#extra
  }

  /** The word of the index with the most names among those that a typed word may become. */
  commonest({ ranges }: TypedWord): number | undefined {
    const { postingOffsets } = this.#data
    let best: number | undefined
    let bytes = 0
    for (const { from, to } of ranges)
      for (let word = from; word < Math.min(to, this.#words); word++) {
        const size = postingOffsets[word + 1]! - postingOffsets[word]!
        if (size <= bytes) continue
        best = word
        bytes = size
      }
    return best
  }

  /** How prominent a concept is. */
  prominenceOf(concept: number): number {
    return this.#data.prominence[concept]!
  }

  /** A found name: the term that it is or stands for, and the own name; a title has no term. */
  describe(name: number): { term: number | undefined; own: number | undefined } {
    if (name < this.#terms) return { term: name, own: undefined }
    const own = name - this.#terms
    const target = this.#data.ownTargets[own]!
    return { term: target < this.#terms ? target : undefined, own }
  }

  /** The words of a name, in order: their ids, those of {@link extra} after those of the index. A copy. */
  wordsOf(name: number): Uint32Array {
    return this.#wordsIn(name).map((word) => word & WORD_ID)
  }

  /** Every name by rank, the best first. */
  *ranked(): Generator<RankedName> {
    const { names, scores } = this.#data
    const { termShared } = this.#arrays
    for (let rank = 0; rank < names.length; rank++) {
      const name = names[rank]!
      const { term } = this.describe(name)
      const isShared = term !== undefined && termShared[term] === 1
      const concepts = isShared
        ? this.#membersOf(term).map(({ concept }) => concept)
        : [this.#conceptOf(name)]
      yield { name, score: scores[rank]!, concepts }
    }
  }

  /**
   * The best name of each concept that has all words that were typed, best first, at most `limit`.
   *
   * @param accepts whether a concept may be shown
   */
  matches(
    text: TypedText,
    limit: number,
    accepts: (concept: number) => boolean = () => true,
  ): FoundName[] {
    const typed = text.words
    if (typed.length === 0 || typed.some(({ ranges }) => ranges.length === 0)) return []
    const isAccepted = (rank: number) => this.#isAccepted(rank, accepts)
    const ranks = new Set(this.#first(typed, KEPT, isAccepted))
    const whole = typed.map((word) => ({ ...word, ranges: word.whole, mayBeFunctionWord: false }))
    const isComplete = (rank: number) => this.#isComplete(rank, text) && isAccepted(rank)
    for (const rank of this.#first(whole, KEPT_COMPLETE, isComplete)) ranks.add(rank)
    const found = Array.from(ranks, (rank) => {
      return { rank, score: this.#data.scores[rank]! + this.#typedScore(rank, text) }
    })
    found.sort((a, b) => b.score - a.score || a.rank - b.rank)
    return this.#rows(found, limit, accepts)
  }

  /**
   * One row a concept, by its title where that is among the names. A shared name stands for its whole family, as prominent as
   * each one is.
   */
  #rows(
    found: readonly { rank: number; score: number }[],
    limit: number,
    accepts: (concept: number) => boolean,
  ): FoundName[] {
    const rows = new Map<number, FoundName & { order: number }>()
    const titles = new Map<number, number>()
    const add = (concept: number, name: number, score: number) => {
      const known = rows.get(concept)
      if ((known === undefined || known.score < score) && accepts(concept))
        rows.set(concept, { concept, name, score, order: known?.order ?? rows.size })
      if (!titles.has(concept) && this.#isTitle(name)) titles.set(concept, name)
    }
    for (const { rank, score } of found) {
      const name = this.#data.names[rank]!
      const { term } = this.describe(name)
      if (term === undefined || this.#arrays.termShared[term] !== 1)
        add(this.#conceptOf(name), name, score)
      else {
        const members = this.#membersOf(term)
        const best = members[0]?.prominence ?? 0
        for (const { concept, prominence } of members) add(concept, name, score - best + prominence)
      }
    }
    for (const [concept, name] of titles) {
      const row = rows.get(concept)
      if (row !== undefined)
        rows.set(concept, { ...row, name, score: row.score + TYPED_SCORE.title })
    }
    return [...rows.values()].sort((a, b) => b.score - a.score || a.order - b.order).slice(0, limit)
  }

  /** Active concepts of a family that a name which it shares may mean, the most prominent first. */
  #membersOf(term: number): { concept: number; prominence: number }[] {
    const { termConcept, columns } = this.#arrays
    const family = this.#families.activeIn(this.#families.of(termConcept[term]!))
    const members = meantBy(term, family, this.#columns, columns)
    return Array.from(members, (member) => ({
      concept: member,
      prominence: this.prominenceOf(member),
    }))
      .sort((a, b) => b.prominence - a.prominence || a.concept - b.concept)
      .slice(0, FAMILY_ROWS)
  }

  #conceptOf(name: number): number {
    const target = name < this.#terms ? name : this.#data.ownTargets[name - this.#terms]!
    return target < this.#terms ? this.#arrays.termConcept[target]! : target - this.#terms
  }

  /** The word that the fewest names have; a function word is in no list, and so not what might become one. */
  #narrowest(typed: readonly TypedWord[]): TypedWord {
    const { postingOffsets } = this.#data
    let narrowest = typed[0]!
    let fewest = Number.POSITIVE_INFINITY
    for (const word of typed) {
      if (word.mayBeFunctionWord && typed.length > 1) continue
      let bytes = 0
      for (const { from, to } of word.ranges) bytes += postingOffsets[to]! - postingOffsets[from]!
      if (bytes >= fewest) continue
      narrowest = word
      fewest = bytes
    }
    return narrowest
  }

  /**
   * Ranks of the first names that have all words and are fit, ascending, at most `most`. Each list is left at the first
   * rank that is behind the worst one kept: most lists of a wide range at their very first.
   */
  #first(typed: readonly TypedWord[], most: number, isFit: (rank: number) => boolean): Uint32Array {
    const { postingOffsets, postings, names } = this.#data
    const narrowest = this.#narrowest(typed)
    const others = typed.filter((word) => word !== narrowest)
    const kept = new Uint32Array(most)
    let count = 0
    let steps = 0
    let floor = 0
    for (const share of SHARES) {
      const ceiling = Math.ceil(names.length * share)
      for (const { from, to } of narrowest.ranges)
        for (let word = from; word < to; word++) {
          const end = postingOffsets[word + 1]!
          for (let at = postingOffsets[word]!, rank = 0; at < end; ) {
            let byte = postings[at++]!
            let above = byte & 127
            for (let shift = 7; byte >= 128; shift += 7) {
              byte = postings[at++]!
              above |= (byte & 127) << shift
            }
            rank += above
            if (rank >= ceiling || (count === most && rank >= kept[most - 1]!)) break
            if (++steps > STEPS) return kept.subarray(0, count)
            if (rank < floor) continue
            const place = lowerBound(kept, 0, count, rank)
            if (place < count && kept[place] === rank) continue
            steps += STEPS_A_NAME
            if (!this.#hasAll(rank, others) || !isFit(rank)) continue
            if (count < most) count++
            kept.copyWithin(place + 1, place, count - 1)
            kept[place] = rank
          }
        }
      if (count === most) break
      floor = ceiling
    }
    return kept.subarray(0, count)
  }

  #isAccepted(rank: number, accepts: (concept: number) => boolean): boolean {
    const name = this.#data.names[rank]!
    const { term } = this.describe(name)
    return (
      (term !== undefined && this.#arrays.termShared[term] === 1) || accepts(this.#conceptOf(name))
    )
  }

  #hasAll(rank: number, typed: readonly TypedWord[]): boolean {
    if (typed.length === 0) return true
    const words = this.#wordsAt(rank)
    for (const { ranges } of typed) if (!hasIn(words, ranges)) return false
    return true
  }

  /** True if a name that has all typed words, whole, has no others. */
  #isComplete(rank: number, { words, functionWords }: TypedText): boolean {
    return this.#wordsAt(rank).length <= words.length + functionWords
  }

  #wordsAt(rank: number): Uint32Array {
    return this.#wordsIn(this.#data.names[rank]!)
  }

  /** The words of a name, in order, with the flags of a term's. They are there until the next name is read. */
  #wordsIn(name: number): Uint32Array {
    if (name < this.#terms) return this.#termWords.of(name)
    const { ownOffsets, ownWords } = this.#data
    const own = name - this.#terms
    return ownWords.subarray(ownOffsets[own]!, ownOffsets[own + 1]!)
  }

  /** Score of the typed words for a name that has them all. */
  #typedScore(rank: number, text: TypedText): number {
    const words = this.#wordsAt(rank)
    const [first] = text.words
    let score = isIn(words[0]! & WORD_ID, first!.ranges) ? TYPED_SCORE.front : 0
    for (const { cost } of text.words) score -= cost
    const areWhole = text.words.every(({ whole }) => hasIn(words, whole))
    if (!areWhole || !this.#isComplete(rank, text)) return score
    return (
      score +
      (this.isAlias(this.#data.names[rank]!) ? TYPED_SCORE.completeAlias : TYPED_SCORE.complete)
    )
  }

  /** True if a name is the preferred one of its concept. */
  #isTitle(name: number): boolean {
    const { term } = this.describe(name)
    if (term === undefined) return true
    return this.#arrays.termKind[term] === PREFERRED && !this.isAlias(name)
  }

  /** True if a name stands for a term with other words. */
  isAlias(name: number): boolean {
    const { term, own } = this.describe(name)
    if (term === undefined || own === undefined) return false
    // A term that is a name of its own is found verbatim otherwise, and has no words there.
    return this.#termWords.of(term).length > 0
  }
}

function hasIn(words: Uint32Array, ranges: readonly WordRange[]): boolean {
  for (let i = 0; i < words.length; i++) if (isIn(words[i]! & WORD_ID, ranges)) return true
  return false
}

function isIn(word: number, ranges: readonly WordRange[]): boolean {
  for (let i = 0; i < ranges.length; i++)
    if (word >= ranges[i]!.from && word < ranges[i]!.to) return true
  return false
}
