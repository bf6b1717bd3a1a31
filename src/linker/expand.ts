import { isCorrectable, withinOneEdit } from '../index/edits.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import type { Analyzer, Word } from '../text/analyze.ts'
import { editDistance } from '../text/distance.ts'
import type { PhraseTable, Replacement } from './phrases.ts'

/**
 * From the words of a mention to the readings it may have. A reading is a list of slots, one for each content word,
 * each with the keys of the index that may stand for it. A replacement of one word by one word is another key in the
 * slot; one that changes the number of words is another reading.
 */

/** A key of the index that may stand for a word. */
export interface SlotKey {
  readonly key: number
  /** In (0, 1]. */
  readonly weight: number
  /** Id of the exact word meant, -1 when the index has only other forms of it. */
  readonly word: number
  readonly because: string
}

export interface QuerySlot {
  readonly mass: number
  readonly alternatives: readonly SlotKey[]
  readonly isNumber: boolean
}

/** One way to read the mention. */
export interface Reading {
  readonly slots: readonly QuerySlot[]
  /** What was replaced to get here; empty for the mention as written. */
  readonly replaced: readonly Replaced[]
  /** Forms of all words of the reading, function words included, joined by spaces: for exactness. */
  readonly forms: readonly string[]
}

export interface Replaced {
  readonly text: string
  readonly readAs: string
  readonly weight: number
  readonly because: string
}

/** A mention has no more content words than this; what comes after is not read. */
const MAX_WORDS = 48
const MAX_READINGS = 8
const MAX_CORRECTED = 6
/** What a word weighs that the index does not know at all: as much as a fairly rare one. */
const UNKNOWN_MASS = 6
const SPELLING = { oneEdit: 0.92, twoEdits: 0.8, shortWord: 0.85, limit: 6, pool: 40 } as const
const COMPOUND_WEIGHT = 0.96

/** A content word of the mention, or of what replaces some of it. */
interface Item {
  readonly word: Word
  readonly weight: number
}

/** A replacement of the items in [from, to). */
interface Option {
  readonly from: number
  readonly to: number
  readonly words: readonly Word[]
  readonly replaced: Replaced
}

export class Expander {
  readonly #index: MedlinkIndex
  readonly #analyzer: Analyzer
  readonly #phrases: PhraseTable

  constructor(index: MedlinkIndex, analyzer: Analyzer, phrases: PhraseTable) {
    this.#index = index
    this.#analyzer = analyzer
    this.#phrases = phrases
  }

  /** The readings of a mention, as written first. At most eight. */
  expand(words: readonly Word[], text: string): Reading[] {
    const content = words.filter((word) => !word.stop).slice(0, MAX_WORDS)
    const context = new Set(content.map((word) => word.key))
    const budget = { corrections: MAX_CORRECTED }
    const options = this.#options(content, context, text)
    const readings = [this.#reading(content, [], words, context, budget)]
    const seen = new Set([signature(readings[0]!)])
    for (const combination of combine(options)) {
      if (readings.length === MAX_READINGS) break
      const reading = this.#reading(content, combination, words, context, budget)
      const mark = signature(reading)
      if (seen.has(mark)) continue
      seen.add(mark)
      readings.push(reading)
    }
    return readings
  }

  /** Replacements that change the number of words: phrases of the tables, and words written apart or together. */
  #options(content: readonly Word[], context: ReadonlySet<string>, text: string): Option[] {
    const options: Option[] = []
    for (let from = 0; from < content.length; from++) {
      let keys = ''
      for (let to = from + 1; to <= Math.min(content.length, from + this.#phrases.longest); to++) {
        keys = keys === '' ? content[from]!.key : `${keys} ${content[to - 1]!.key}`
        for (const replacement of this.#phrases.get(keys) ?? []) {
          if (to - from === 1 && replacement.words.length === 1) continue
          if (!fits(replacement, context, keys)) continue
          options.push(optionOf(from, to, replacement, text, content))
        }
      }
      options.push(...this.#compounds(content, from))
    }
    return options.sort(
      (a, b) => b.to - b.from - (a.to - a.from) || b.replaced.weight - a.replaced.weight,
    )
  }

  /** "foot drop" for "footdrop" and the other way round, where the index knows only that way. */
  #compounds(content: readonly Word[], from: number): Option[] {
    const word = content[from]!
    const next = content[from + 1]
    const options: Option[] = []
    if (word.kind !== 'word') return options
    if (next?.kind === 'word') {
      const joined = this.#wordOf(word.form + next.form)
      if (this.#isKnown(joined))
        options.push(compound(from, from + 2, [joined], `${word.form} ${next.form}`))
    }
    if (!this.#isKnown(word) && word.form.length >= 6) {
      for (let at = 3; at <= word.form.length - 3; at++) {
        const parts = [this.#wordOf(word.form.slice(0, at)), this.#wordOf(word.form.slice(at))]
        if (parts.every((part) => this.#isKnown(part)))
          options.push(compound(from, from + 1, parts, word.form))
      }
    }
    return options
  }

  #reading(
    content: readonly Word[],
    options: readonly Option[],
    words: readonly Word[],
    context: ReadonlySet<string>,
    budget: { corrections: number },
  ): Reading {
    const items: Item[] = []
    for (let i = 0; i < content.length; ) {
      const option = options.find(({ from }) => from === i)
      if (option === undefined) {
        items.push({ word: content[i]!, weight: 1 })
        i++
      } else {
        for (const word of option.words) items.push({ word, weight: option.replaced.weight })
        i = option.to
      }
    }
    const slots = items.map((item) => this.#slot(item, context, budget))
    return {
      slots,
      replaced: options.map(({ replaced }) => replaced),
      forms:
        options.length === 0 ? words.map((word) => word.form) : items.map(({ word }) => word.form),
    }
  }

  #slot(
    { word, weight }: Item,
    context: ReadonlySet<string>,
    budget: { corrections: number },
  ): QuerySlot {
    const alternatives = new Map<number, SlotKey>()
    const add = (target: Word, factor: number, because: string) => {
      const key = this.#index.keys.idOf(target.key)
      if (key < 0 || this.#index.arrays.postings.idf[key] === 0) return
      const known = alternatives.get(key)
      if (known !== undefined && known.weight >= factor) return
      alternatives.set(key, {
        key,
        weight: factor,
        word: this.#index.words.idOf(target.form),
        because,
      })
    }
    add(word, weight, '')
    const isKnown = alternatives.size > 0
    let mass = isKnown ? this.#massOf(alternatives) : 0
    for (const replacement of this.#phrases.get(word.key) ?? [])
      if (replacement.words.length === 1 && fits(replacement, context, word.key))
        add(replacement.words[0]!, weight * replacement.weight, replacement.because)
    if (alternatives.size === 0 && isCorrectable(word.form) && budget.corrections > 0) {
      budget.corrections--
      for (const { form, factor } of this.#corrections(word.form))
        add(this.#wordOf(form), weight * factor, 'spelling')
    }
    if (!isKnown) mass = this.#massOf(alternatives) || UNKNOWN_MASS
    return { mass, alternatives: [...alternatives.values()], isNumber: word.kind === 'number' }
  }

  /** Words of the index that a misspelt one may stand for. */
  #corrections(form: string): { form: string; factor: number }[] {
    const { words, arrays } = this.#index
    const near = withinOneEdit(form, words, arrays.edits)
    if (near.length > 0) {
      const factor = form.length < 6 ? SPELLING.shortWord : SPELLING.oneEdit
      return near.map((id) => ({ form: words.wordOf(id), factor })).slice(0, SPELLING.limit)
    }
    if (form.length < 7) return []
    return this.#index.spelling
      .candidates(form, SPELLING.pool)
      .map((id) => words.wordOf(id))
      .filter((candidate) => editDistance(form, candidate) <= 2)
      .slice(0, SPELLING.limit)
      .map((candidate) => ({ form: candidate, factor: SPELLING.twoEdits }))
  }

  #massOf(alternatives: ReadonlyMap<number, SlotKey>): number {
    let mass = 0
    for (const { key } of alternatives.values())
      mass = Math.max(mass, this.#index.arrays.postings.idf[key]!)
    return mass
  }

  #isKnown(word: Word): boolean {
    const key = this.#index.keys.idOf(word.key)
    return key >= 0 && this.#index.arrays.postings.idf[key]! > 0
  }

  #wordOf(form: string): Word {
    return { form, key: this.#analyzer.keyOf(form), start: 0, end: 0, kind: 'word', stop: false }
  }
}

function fits(replacement: Replacement, context: ReadonlySet<string>, keys: string): boolean {
  if (replacement.context.size === 0) return true
  for (const key of replacement.context) if (key !== keys && context.has(key)) return true
  return false
}

function optionOf(
  from: number,
  to: number,
  { words, text: readAs, weight, because }: Replacement,
  text: string,
  content: readonly Word[],
): Option {
  const written = text.slice(content[from]!.start, content[to - 1]!.end)
  return { from, to, words, replaced: { text: written, readAs, weight, because } }
}

function compound(from: number, to: number, words: readonly Word[], text: string): Option {
  const readAs = words.map((word) => word.form).join(' ')
  return {
    from,
    to,
    words,
    replaced: { text, readAs, weight: COMPOUND_WEIGHT, because: 'compound' },
  }
}

/** All that fit together, the longest first, then each alone. */
function* combine(options: readonly Option[]): Generator<Option[]> {
  const together: Option[] = []
  for (const option of options)
    if (together.every((other) => option.to <= other.from || option.from >= other.to))
      together.push(option)
  if (together.length > 0) yield together
  for (const option of options) yield [option]
}

function signature({ slots }: Reading): string {
  return slots.map(({ alternatives }) => alternatives[0]?.key ?? '?').join(' ')
}
