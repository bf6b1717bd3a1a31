import type { FoundPhrase, PhraseMatcher } from '../../../text/phrase-matcher.ts'
import { ByWord } from './by-word.ts'
import type { Line } from './line.ts'
import type { DrugNames } from './parts.ts'
import type { Phrase, PhraseKind, Vocabulary } from './phrases.ts'

/** Text that may be between the words of a phrase. */
const TIGHT_PHRASE_GAP = /^[ .\-/'’()&\t]{0,3}$/
/** Longer names are not looked for behind one that was cut short. */
const LONGEST_NAME = 16

/** The names, salts and phrases that begin at the words of a line. */
export class Spans {
  readonly #line: Line
  readonly #names: DrugNames
  readonly #salts: PhraseMatcher<string>
  readonly #vocabulary: Vocabulary
  readonly #belongsBehind: (at: number, end: number) => boolean
  readonly #phrases = new ByWord((at) => this.#readPhrases(at))
  readonly #nameLengths = new ByWord((at) => this.#names.longestAt(this.#line.words, at))

  /** @param belongsBehind whether numbers that belong together begin at a word and end behind another */
  constructor(
    line: Line,
    names: DrugNames,
    salts: PhraseMatcher<string>,
    vocabulary: Vocabulary,
    belongsBehind: (at: number, end: number) => boolean,
  ) {
    this.#line = line
    this.#names = names
    this.#salts = salts
    this.#vocabulary = vocabulary
    this.#belongsBehind = belongsBehind
  }

  /** The longest phrase at a word of which a reading holds. */
  phrase(
    at: number,
    holds: (kind: PhraseKind, value: string, to: number) => boolean,
  ): { to: number; reading: Phrase } | undefined {
    if (at >= this.#line.words.length) return undefined
    for (const { to, value } of this.phrasesAt(at)) {
      if (!this.#isClose(at, to)) continue
      const readings = value.filter(({ kind, value: said }) => holds(kind, said, to))
      const reading = readings.find(({ kind }) => isConditional(kind)) ?? readings[0]
      if (reading !== undefined) return { to, reading }
    }
    return undefined
  }

  /** Every phrase at a word, the longest first. */
  phrasesAt(at: number): readonly FoundPhrase<readonly Phrase[]>[] {
    return this.#phrases.get(at) ?? []
  }

  #readPhrases(at: number): readonly FoundPhrase<readonly Phrase[]>[] | undefined {
    const found = this.#vocabulary.phrases.startingAt(this.#line.forms, at)
    return found.length === 0 ? undefined : found.toReversed()
  }

  /** True if at most a sign is between the words. */
  #isClose(from: number, to: number): boolean {
    for (let at = from + 1; at < to; at++)
      if (!TIGHT_PHRASE_GAP.test(this.#line.gap(at))) return false
    return true
  }

  /**
   * End of the name that begins at a word; undefined if none does, or if it has only table words and numbers. A name does not
   * take the numbers of the part after it, nor a form that it does not need.
   */
  nameEnd(at: number): number | undefined {
    if (at >= this.#line.words.length) return undefined
    let to = at + this.#nameLengths.get(at)!
    for (let next = at + 1; next < to; next++) {
      if (!this.#line.isFirst(next) && !this.#belongsBehind(next, to)) continue
      to = this.#shorterName(at, next)
      break
    }
    for (let next = at; next < to; next++) if (!this.#isPlain(next)) return to
    return undefined
  }

  #shorterName(at: number, end: number): number {
    const words = this.#line.words.slice(Math.max(at, end - LONGEST_NAME), end)
    return at < end - LONGEST_NAME ? at : at + this.#names.longestAt(words, 0)
  }

  /** True if a word alone is a form. */
  isForm(at: number): boolean {
    return this.#vocabulary.phrases.get([this.#line.forms[at]!])?.[0]?.kind === 'form'
  }

  #isPlain(at: number): boolean {
    const word = this.#line.forms[at]!
    const readings = this.#vocabulary.phrases.get([word])
    const isPhrase = readings?.some(({ kind }) => kind !== 'diluent')
    return isPhrase === true || /^[0-9.]+$/.test(word)
  }

  /** The longest salt at a word. */
  salt(at: number): FoundPhrase<string> | undefined {
    return this.#salts.startingAt(this.#line.forms, at).at(-1)
  }
}

/** True if a kind counts in one context only, and says more than the same phrase elsewhere. */
function isConditional(kind: PhraseKind): boolean {
  return kind.includes('-') && !kind.endsWith('-apart')
}
