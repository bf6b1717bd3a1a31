import type { FoundPhrase, PhraseMatcher } from '../../../language/phrase-matcher.ts'
import { fold } from '../../../language/tokenize.ts'
import type { DrugWord } from '../words.ts'
import type { DrugNames } from './parts.ts'
import type { MeasureKind, Phrase, PhraseKind, Vocabulary } from './phrases.ts'

/** A number in a text: words of [from, to), UTF-16 offsets with a leading decimal point and a vulgar fraction in them. */
export interface WrittenNumber {
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
  readonly value: number
  /** True if it was written as a fraction, which no strength is: "½", "1/2". */
  readonly isFraction: boolean
}

/** A number or two of a range. */
export interface Amount {
  readonly first: WrittenNumber
  /** Behind the last one. */
  readonly to: number
}

/** Text between a number and its unit. */
export const UNIT_GAP = /^[ .-]{0,2}$/
export const PERCENT = /^\s?[%％]/
export const SLASH = /^\s?\/\s?$/
const RANGE = /^\s?[-–]\s?$/
/** In digits: a shorter number behind a word and a dot may be a part of one. */
const LONGEST_OPEN = 2
const MIXED = /^(\d{1,2})([½¼¾⅓⅔])$/
const NUMBER = /^\d{1,15}(?:\.\d{1,15})?$/
const ORDINAL = /^(\d{1,3})(?:st|nd|rd|th)$/
const VULGAR = new Map([
  ['½', 0.5],
  ['¼', 0.25],
  ['¾', 0.75],
  ['⅓', 1 / 3],
  ['⅔', 2 / 3],
])
const FRACTIONS: ReadonlySet<string> = new Set(['1/2', '1/4', '3/4', '1/3'])

/** The words of a prescription, with the text between them. */
export class Line {
  readonly text: string
  readonly words: readonly DrugWord[]
  readonly forms: readonly string[]
  readonly #measures: Vocabulary['measures']
  readonly #gaps = new ByWord((at) => this.#readGap(at))
  readonly #numbers = new ByWord((at) => this.#readNumber(at))
  readonly #amounts = new ByWord((at) => this.#readAmount(at))

  constructor(text: string, words: readonly DrugWord[], { measures }: Vocabulary) {
    this.text = text
    this.words = words
    this.forms = words.map((word) => word.text)
    this.#measures = measures
  }

  /** Text between the word before `at` and the one at `at`; also before the first word and after the last one. */
  gap(at: number): string {
    return this.#gaps.get(at)!
  }

  #readGap(at: number): string {
    if (at > this.words.length) return ''
    const from = at === 0 ? 0 : this.words[at - 1]!.end
    const to = at >= this.words.length ? this.text.length : this.words[at]!.start
    return this.text.slice(from, to)
  }

  /** Meaning of the word next to a number. */
  measure(at: number, kind: MeasureKind): string | undefined {
    const word = this.forms[at]
    return word === undefined ? undefined : this.#measures.get(word)?.get(kind)
  }

  /** True if the word begins a line. */
  isFirst(at: number): boolean {
    return at === 0 || this.gap(at).includes('\n')
  }

  /** The number at a word: "650", "0.5", ".5", "20,000", "½", "1/2", "60k". */
  number(at: number): WrittenNumber | undefined {
    return this.#numbers.get(at)
  }

  #readNumber(at: number): WrittenNumber | undefined {
    const word = this.words[at]
    if (word === undefined) return undefined
    const vulgar = this.#vulgarFraction(word)
    if (vulgar !== undefined) return this.#numberOf(at, at + 1, vulgar, true)
    if (!NUMBER.test(word.text)) {
      const [, ordinal] = ORDINAL.exec(word.text) ?? []
      return ordinal === undefined ? undefined : this.#numberOf(at, at + 1, Number(ordinal), false)
    }
    const next = this.forms[at + 1]
    if (this.gap(at + 1) === '/' && FRACTIONS.has(`${word.text}/${next}`)) {
      const isWhole = at > 0 && /^[0-9]$/.test(this.forms[at - 1]!) && this.gap(at) === ' '
      if (!isWhole || !this.gap(at).includes('/'))
        return this.#numberOf(at, at + 2, Number(word.text) / Number(next), true)
    }
    const { digits, to } = this.#withThousands(at)
    if (this.#isBehindDot(at) && digits.length <= LONGEST_OPEN) return undefined
    if (/^[\s(]*\.$/.test(this.gap(at)) && !word.text.includes('.') && !this.#isBehindDot(at))
      return { ...this.#numberOf(at, to, Number(`0.${digits}`), false), start: word.start - 1 }
    const factor = this.measure(to, 'factor')
    if (factor !== undefined && /^ ?$/.test(this.gap(to)))
      return this.#numberOf(at, to + 1, Number(digits) * Number(factor), false)
    return this.#numberOf(at, to, Number(digits), false)
  }

  /** True if a dot joins a number to a word: "tab.650", which is 650, and "x.5", which may be 5 or half. */
  #isBehindDot(at: number): boolean {
    return at > 0 && this.gap(at) === '.' && /[a-z]$/.test(this.forms[at - 1]!)
  }

  /** The digits of a number and of the thousands after it. */
  #withThousands(at: number): { digits: string; to: number } {
    let digits = this.forms[at]!
    // "0,5" is no list and no thousands: the comma is a decimal one.
    const share = this.gap(at + 1) === ',' ? this.forms[at + 1] : undefined
    if (digits === '0' && share !== undefined && /^\d{1,3}$/.test(share))
      return { digits: `0.${share}`, to: at + 2 }
    if (!/^\d{1,3}$/.test(digits)) return { digits, to: at + 1 }
    let to = at + 1
    let end = at + 1
    let grown = digits
    while (
      this.gap(to) === ',' &&
      /^\d{2,3}(?:\.\d+)?$/.test(this.forms[to] ?? '') &&
      to < at + 6
    ) {
      grown += this.forms[to]!
      to++
      if (!/^\d{3}(?:\.\d+)?$/.test(this.forms[to - 1]!)) continue
      digits = grown
      end = to
    }
    return { digits, to: end }
  }

  #vulgarFraction({ start, end }: DrugWord): number | undefined {
    if (end - start > 3) return undefined
    const value = VULGAR.get(this.text[end - 1]!)
    const whole = this.text.slice(start, end - 1)
    return value === undefined || !/^\d*$/.test(whole) ? undefined : Number(whole) + value
  }

  #numberOf(from: number, to: number, value: number, isFraction: boolean): WrittenNumber {
    return {
      from,
      to,
      start: this.words[from]!.start,
      end: this.words[to - 1]!.end,
      value,
      isFraction,
    }
  }

  /** A number, written in digits or as a word, or a range of two. */
  amount(at: number): Amount | undefined {
    return this.#amounts.get(at)
  }

  #readAmount(at: number): Amount | undefined {
    const first = this.#count(at)
    if (first === undefined) return undefined
    const gap = this.gap(first.to)
    const isTo = this.forms[first.to] === 'to'
    const next = isTo ? first.to + 1 : RANGE.test(gap) ? first.to : undefined
    const second = next === undefined ? undefined : this.#count(next)
    return { first, to: second?.to ?? first.to }
  }

  #count(at: number): WrittenNumber | undefined {
    const number = this.number(at)
    const value = this.measure(at, 'count')
    if (number !== undefined || value === undefined) return number
    const { start, end } = this.words[at]!
    return { from: at, to: at + 1, start, end, value: Number(value), isFraction: +value < 1 }
  }

  /** Words as they are written, folded: only joints and the colon of a time are kept as signs between two. */
  written(from: number, to: number, isGlued = false): string {
    let text = this.#wordText(from)
    for (let at = from + 1; at < to; at++) {
      const gap = fold(this.gap(at))
      const sign = /[/+-]|^:$/.exec(gap)?.[0] ?? ' '
      const isAbbreviation =
        gap === '.' && this.forms[at]!.length === 1 && this.forms[at - 1]!.length === 1
      text += `${isAbbreviation || (isGlued && gap === '') ? '' : sign}${this.#wordText(at)}`
    }
    return text
  }

  /** A word, folded; "1½" is "1 1/2". */
  #wordText(at: number): string {
    const { start, end } = this.words[at]!
    const [, whole, fraction] = MIXED.exec(this.text.slice(start, end)) ?? []
    return fraction === undefined ? this.forms[at]! : fold(`${whole} ${fraction}`)
  }

  /** The unit behind a number: a word, or a percent sign, which is none. */
  unit(at: number): { unit: string; to: number; end: number } | undefined {
    const gap = this.gap(at)
    const begin = at === 0 ? 0 : this.words[at - 1]!.end
    const percent = PERCENT.exec(gap)
    if (percent) return { unit: '%', to: at, end: begin + percent[0].length }
    const unit = UNIT_GAP.test(gap) ? this.measure(at, 'unit') : undefined
    return unit === undefined ? undefined : { unit, to: at + 1, end: this.words[at]!.end }
  }
}

/** Readings at each word of a line, each read once. */
export class ByWord<Value> {
  readonly #read: (at: number) => Value | undefined
  /** `null` where there is nothing. */
  readonly #values: (Value | null | undefined)[] = []

  /** @param read asked about a word, by its index, at most once */
  constructor(read: (at: number) => Value | undefined) {
    this.#read = read
  }

  /** The reading at a word. */
  get(at: number): Value | undefined {
    let value = this.#values[at]
    if (value === undefined) {
      value = this.#read(at) ?? null
      this.#values[at] = value
    }
    return value ?? undefined
  }
}

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
    if (to === at + 2 && this.#isLetterAndNumber(at)) return undefined
    for (let next = at; next < to; next++) if (!this.#isPlain(next)) return to
    return undefined
  }

  /** "K 10" is not how "K+10" is written: a letter and an amount. */
  #isLetterAndNumber(at: number): boolean {
    const isNumber = /^[0-9.]+$/.test(this.#line.forms[at + 1]!)
    return isNumber && this.#line.forms[at]!.length === 1 && this.#line.gap(at + 1) === ' '
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
