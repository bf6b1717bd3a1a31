import { isWordOfQualifiers } from '../clinical/qualifiers.ts'
import { isAct } from '../clinical/word-kinds.ts'
import type { Substitution } from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import { Work } from '../index/work.ts'
import { type Analyzer, contentOf, type Word } from '../language/analyze.ts'
import { remember } from '../language/remember.ts'
import { isCorrectable } from '../language/words.ts'
import type { Interpretation } from '../ontologies/ontology.ts'
import {
  isUnconditional,
  meant,
  type PhraseBook,
  type ReplaceablePhrase,
  type Replacement,
} from './phrases.ts'
import {
  type Lightness,
  OPTIONAL_WEIGHT,
  type QuerySlot,
  type Reading,
  type SlotKey,
} from './reading.ts'
import { type Correction, Corrector, mayBeWrong } from './spelling.ts'
import type { Lazily, ReadMention, Task } from './task.ts'

/** The readings of one interpretation of a mention, as written first, each made when the next stage asks for it. */
export interface Expanded {
  readonly interpretation: Interpretation<unknown>
  readonly readings: Iterable<Reading>
}

/**
 * Stage 3. Makes readings: abbreviations, synonyms, compounds and corrections. A word that replaces a word is another key
 * in its slot. A replacement with another number of words is another reading.
 *
 * Takes the interpretations of a mention. Gives at most 8 readings of each, lazily. Costs 256 steps a word of a reading,
 * and the look-ups of misspelt words.
 */
export function expand(
  mention: ReadMention,
  { tools, work }: Task<{ readonly expander: Expander }>,
): Lazily<Expanded> {
  return { mention, ways: expandEach(mention, tools.expander, work) }
}

function* expandEach(mention: ReadMention, expander: Expander, work: Work): Generator<Expanded> {
  for (const interpretation of mention.interpretations)
    yield { interpretation, readings: readingsOf(interpretation, mention, expander, work) }
}

function* readingsOf(
  { words, readings: wanted, certainty = 1 }: Interpretation<unknown>,
  { text, interpretations }: ReadMention,
  expander: Expander,
  work: Work,
): Generator<Reading> {
  const whole = interpretations[0]!.words
  for (const reading of expander.expand(words, text, wanted, work)) {
    if (work.isOver) {
      work.truncate()
      return
    }
    if (certainty === 1) yield reading
    else {
      // Adding a property to a spread object takes longer than all that it is made of: see sift.
      const { slots, replaced, words: own, isCut, needed } = reading
      const setsAside = formsBeside(words, whole)
      yield {
        ...{ slots, replaced, words: own, isCut, needed },
        certainty: reading.certainty * certainty,
        setsAside,
      }
    }
  }
}

/** Forms of the words of a whole mention that are not among these, and in whose place is no other word. */
function formsBeside(words: readonly Word[], whole: readonly Word[]): string[] {
  const places = new Set(words.map(({ start }) => start))
  return whole.flatMap(({ start, form }) => (places.has(start) ? [] : [form]))
}

/** Content words of a mention that are read; later ones are not. */
const MAX_WORDS = 48
const MAX_READINGS = 8
/** A mention with more content words says enough by itself: fewer readings are worth their time. */
const LONG_MENTION = 6
const MAX_READINGS_OF_LONG = 3
const MAX_CORRECTED = 6
/** Words whose slots are remembered before all are forgotten: the vocabulary of a country's clinics, not of a whole release. */
const MAX_USUAL_SLOTS = 40_000
/** Weight of a word that the index does not know at all: that of a fairly rare one. */
export const UNKNOWN_MASS = 6
const SPELLING = 'spelling'
const SYNONYM = 'synonym'
/** Words that a misspelt word may be read as. */
const MAX_CORRECTIONS = 6
/** Other words of the mention, the rarest ones, that decide between several corrections. */
const MAX_COMPANIONS = 4
/** Steps to read a word of a mention and to find its replacements. */
const STEPS_A_WORD = 256
const COMPOUND_WEIGHT = 0.96
/** Letters of the longest word that may be two words written together: "gastroesophagealreflux". */
const LONGEST_COMPOUND = 40
/** In a mention with more content words, an abbreviation without matching context has a meaning that is not listed. */
const MAX_GUESSED = 3

/** A pronoun and a verb, which are no abbreviation: "I'm" is not "IM". */
const CONTRACTION = /^(?:he|i|it|she|that|they|we|you)['’]/i

/** A mention while it is being expanded. */
interface Expansion {
  readonly text: string
  readonly words: readonly Word[]
  readonly content: readonly Word[]
  /** The same with the slots of those that were read. */
  readonly items: readonly Item[]
  /** True if there are more content words than these. */
  readonly isCut: boolean
  /** Lemmas of the content words. */
  readonly context: ReadonlySet<string>
  /** Unknown words looked up so far. */
  readonly corrections: Map<string, readonly Correction[]>
  readonly work: Work
}

/** A content word of the mention, or of a replacement. */
interface Item {
  readonly word: Word
  readonly weight: number
  /** Made when a reading first has the word: most words of a mention are in each of its readings. */
  slot: QuerySlot | undefined
}

/** A replacement of the items in [from, to). */
interface Option {
  readonly from: number
  readonly to: number
  readonly items: readonly Item[]
  readonly replaced: Substitution
}

export class Expander {
  readonly #index: MedlinkIndex
  readonly #lightness: Lightness
  readonly #analyzer: Analyzer
  readonly #phrases: PhraseBook
  readonly #corrector: Corrector
  /** The slot of a word that is read the same in any mention, by its form; undefined for other words. */
  readonly #usualSlot: (form: string) => QuerySlot | undefined

  constructor(index: MedlinkIndex, lightness: Lightness, analyzer: Analyzer, phrases: PhraseBook) {
    this.#index = index
    this.#lightness = lightness
    this.#analyzer = analyzer
    this.#phrases = phrases
    this.#corrector = new Corrector(index, (form) => analyzer.wordOf(form).lemma)
    this.#usualSlot = remember((form) => this.#slotAnywhere(analyzer.wordOf(form)), MAX_USUAL_SLOTS)
  }

  /** The readings of a mention, as written first, each made on demand. At most `wanted`; default: 8. */
  *expand(
    words: readonly Word[],
    text: string,
    wanted = MAX_READINGS,
    work = new Work(),
  ): Generator<Reading> {
    const whole = contentOf(words)
    const content = whole.slice(0, MAX_WORDS)
    const most = Math.min(
      wanted,
      content.length > LONG_MENTION ? MAX_READINGS_OF_LONG : MAX_READINGS,
    )
    const expansion: Expansion = {
      text,
      words,
      content,
      items: itemsOf(content, 1),
      isCut: content.length < whole.length,
      context: new Set(content.map(({ lemma }) => lemma)),
      corrections: new Map(),
      work,
    }
    const asWritten = this.#reading(expansion, [])
    yield asWritten
    if (most === 1) return
    const made = [asWritten]
    for (const combination of combine(this.#options(expansion))) {
      const reading = this.#reading(expansion, combination)
      if (made.some((before) => readsTheSame(before, reading))) continue
      made.push(reading)
      yield reading
      if (made.length === most) return
    }
  }

  /** Replacements that change the number of words: phrases of the tables, and words written apart or together. */
  #options(expansion: Expansion): Option[] {
    const { content, context, text } = expansion
    expansion.work.add(STEPS_A_WORD * content.length)
    const options: Option[] = []
    const add = ({ from, to, replacements }: ReplaceablePhrase, certainty: number) => {
      const isShort = content.length <= MAX_GUESSED
      const written = text.slice(content[from]!.start, content[to - 1]!.end)
      for (const replacement of meant(replacements, context, content.slice(from, to), isShort)) {
        if (to - from === 1 && replacement.words.length === 1) continue
        if (isAbbreviation(replacement) && CONTRACTION.test(written)) continue
        // Tables spell their words right: one that the index lacks is in none of its names.
        if (!replacement.words.every((word) => this.#isKnown(word))) continue
        options.push(optionOf(from, to, replacement, certainty, text, content))
      }
    }
    for (const phrase of this.#phrases.find(content)) add(phrase, 1)
    this.#addCorrectedPhrases(expansion, add)
    for (let from = 0; from < content.length; from++)
      options.push(...this.#compounds(content, from))
    return options.sort(
      (a, b) => b.to - b.from - (a.to - a.from) || b.replaced.weight - a.replaced.weight,
    )
  }

  /** Adds phrases of several words in which a misspelt word is corrected. */
  #addCorrectedPhrases(
    expansion: Expansion,
    add: (phrase: ReplaceablePhrase, certainty: number) => void,
  ): void {
    const { content } = expansion
    if (content.length < 2 || content.every((word) => this.#isForm(word))) return
    const factors = content.map(() => 1)
    const corrected = content.map((word, i) => {
      const [best] =
        this.#isForm(word) || this.#isShort(word) ? [] : this.#correct(word.form, expansion)
      if (best?.appliesInPhrases !== true) return word
      factors[i] = best.factor
      return this.#analyzer.wordOf(best.form)
    })
    for (const phrase of this.#phrases.find(corrected)) {
      const certainty = Math.min(...factors.slice(phrase.from, phrase.to))
      if (certainty < 1 && phrase.to - phrase.from > 1) add(phrase, certainty)
    }
  }

  /** Reads "footdrop" as "foot drop" and the reverse, if the index has only that spelling. */
  #compounds(content: readonly Word[], from: number): Option[] {
    const word = content[from]!
    const next = content[from + 1]
    const options: Option[] = []
    if (word.kind !== 'word') return options
    if (next?.kind === 'word') {
      const joined = this.#analyzer.wordOf(word.form + next.form)
      if (this.#isKnown(joined))
        options.push(compound(from, from + 2, [joined], `${word.form} ${next.form}`))
    }
    const { length } = word.form
    const mayBeTwo = length >= 6 && length <= LONGEST_COMPOUND && isCorrectable(word.form)
    if (mayBeTwo && !this.#isKnown(word)) {
      for (let at = 3; at <= length - 3; at++) {
        const one = this.#analyzer.wordOf(word.form.slice(0, at))
        if (!this.#isKnown(one)) continue
        const other = this.#analyzer.wordOf(word.form.slice(at))
        if (this.#isKnown(other)) options.push(compound(from, from + 1, [one, other], word.form))
      }
    }
    return options
  }

  #reading(expansion: Expansion, options: readonly Option[]): Reading {
    const { content } = expansion
    expansion.work.add(STEPS_A_WORD * content.length)
    const read: Item[] = []
    for (let i = 0; i < content.length; ) {
      const option = options.find(({ from }) => from === i)
      if (option === undefined) {
        read.push(expansion.items[i]!)
        i++
      } else {
        for (let j = 0; j < option.items.length; j++) read.push(option.items[j]!)
        i = option.to
      }
    }
    const items = eachKeyOnce(read)
    // Lists that searching and comparing read are put together by hand: `map` makes an array of another kind once V8 has
    // optimized this, and everything that was optimized for the first kind is compiled anew.
    const slots: QuerySlot[] = []
    for (let i = 0; i < items.length; i++) {
      const item = items[i]!
      item.slot ??= this.#slot(item, expansion)
      slots.push(item.slot)
    }
    let corrected: Map<Word, Word> | undefined
    let certainty = 1
    for (let i = 0; i < items.length; i++) {
      certainty = Math.min(certainty, items[i]!.weight)
      const best = slots[i]!.alternatives[0]
      if (best?.because !== SPELLING) continue
      certainty = Math.min(certainty, best.weight)
      corrected ??= new Map()
      corrected.set(items[i]!.word, this.#analyzer.wordOf(best.form))
    }
    const words: Word[] = []
    const add = (word: Word) => words.push(corrected?.get(word) ?? word)
    if (options.length === 0)
      for (let i = 0; i < expansion.words.length; i++) add(expansion.words[i]!)
    else for (let i = 0; i < read.length; i++) add(read[i]!.word)
    const replaced: Substitution[] = []
    const needed: number[] = []
    for (const option of options) {
      replaced.push(option.replaced)
      for (const { word } of option.items) needed.push(this.#index.keys.idOf(word.key))
    }
    return { slots, replaced, words, certainty, isCut: expansion.isCut, needed }
  }

  /** The slot of a word. Its alternatives and its mass are those of the word with all its weight, whatever it has. */
  #slot({ word, weight }: Item, expansion: Expansion): QuerySlot {
    const slot = this.#fullSlot(word, expansion)
    if (weight === 1 && !word.optional) return slot
    const alternatives: SlotKey[] = []
    for (let i = 0; i < slot.alternatives.length; i++) {
      const { key, weight: own, word, form, because, synonyms } = slot.alternatives[i]!
      alternatives.push({ key, weight: weight * own, word, form, because, synonyms })
    }
    const { form, mass, isNumber } = slot
    const kept = word.optional ? OPTIONAL_WEIGHT : 1
    return { form, mass: kept * mass, alternatives, isNumber }
  }

  #fullSlot(word: Word, expansion: Expansion): QuerySlot {
    const usual = word.kind === 'word' ? this.#usualSlot(word.form) : undefined
    return usual ?? this.#slotInCompany(word, expansion)
  }

  /** The slot of a word of the index, if none of its replacements needs a context. */
  #slotAnywhere(word: Word): QuerySlot | undefined {
    const replacements = this.#phrases.ofWord(word)
    if (!this.#isForm(word) || !replacements.every(isUnconditional)) return undefined
    return this.#slotOf(word, replacements, () => [])
  }

  #slotInCompany(word: Word, expansion: Expansion): QuerySlot {
    const { context, content } = expansion
    const isShort = content.length <= MAX_GUESSED
    const replacements = meant(this.#phrases.ofWord(word), context, [word], isShort)
    return this.#slotOf(word, replacements, () =>
      this.#correct(word.form, expansion).filter(({ appliesAlone }) => appliesAlone),
    )
  }

  #slotOf(
    word: Word,
    replacements: readonly Replacement[],
    corrections: () => readonly Correction[],
  ): QuerySlot {
    // Few words have more than three: a list of them is faster than a map.
    const alternatives: SlotKey[] = []
    const add = (target: Word, factor: number, because: string) => {
      const key = this.#index.keys.idOf(target.key)
      if (key < 0 || this.#index.arrays.postings.idf[key] === 0) return
      let at = 0
      while (at < alternatives.length && alternatives[at]!.key !== key) at++
      const known = alternatives[at]
      const { form } = target
      if (known !== undefined && known.weight >= factor) {
        if (because === SYNONYM && form !== known.form && isSame(known))
          alternatives[at] = { ...known, synonyms: [...(known.synonyms ?? []), form] }
        return
      }
      const word = this.#index.words.idOf(form)
      alternatives[at] = { key, weight: factor, word, form, because, synonyms: undefined }
    }
    add(word, 1, '')
    const isKnown = alternatives.length > 0
    let mass = this.#massOf(alternatives)
    for (const replacement of replacements) {
      const [target, another] = replacement.words
      if (target === undefined || another !== undefined) continue
      add(target, replacement.weight, replacement.because)
      if (replacement.because !== SYNONYM) continue
      for (const { words, because } of this.#phrases.ofWord(target))
        if (words.length === 1 && words[0]!.key === target.key)
          add(words[0]!, replacement.weight, because)
    }
    // A word that the index has only in names found verbatim is no misspelling, nor is one that is short for something.
    if (!this.#isForm(word) && !this.#isShort(word) && (isKnown || alternatives.length === 0))
      for (const { form, factor } of corrections())
        add(this.#analyzer.wordOf(form), factor, SPELLING)
    if (!isKnown) mass = this.#massOf(alternatives) || UNKNOWN_MASS
    return { form: word.form, mass, alternatives, isNumber: word.kind === 'number' }
  }

  /** Corrections of a misspelt word; at most 6 words of a mention are looked up. */
  #correct(form: string, expansion: Expansion): readonly Correction[] {
    const { corrections, work } = expansion
    const known = corrections.get(form)
    if (known !== undefined) return known
    if (!mayBeWrong(form) || isWordOfQualifiers(form) || isAct(form)) return []
    if (corrections.size >= MAX_CORRECTED) return []
    if (work.isOver) {
      work.truncate()
      return []
    }
    const found = this.#inCompany(this.#corrector.corrections(form, work), form, expansion)
    const likeliest = found.slice(0, MAX_CORRECTIONS)
    corrections.set(form, likeliest)
    return likeliest
  }

  /** Sorts corrections by certainty; equally sure ones that share names with other words of the mention come first. */
  #inCompany(
    found: readonly Correction[],
    form: string,
    { content, work }: Expansion,
  ): readonly Correction[] {
    if (found.length < 2 || content.length < 2) return found
    const { idf } = this.#index.arrays.postings
    const others = content
      .flatMap((word) => (word.form === form ? [] : this.#index.keys.idOf(word.key)))
      .filter((key) => key >= 0 && idf[key]! > 0)
      .sort((a, b) => idf[b]! - idf[a]! || a - b)
      .slice(0, MAX_COMPANIONS)
    const companyOf = ({ key }: Correction) => {
      let mass = 0
      for (const other of others)
        if (this.#index.searcher.areTogether(key, other, work)) mass += idf[other]!
      return mass
    }
    return found
      .map((correction) => ({ correction, company: companyOf(correction) }))
      .sort((a, b) => b.correction.factor - a.correction.factor || b.company - a.company)
      .map(({ correction }) => correction)
  }

  #massOf(alternatives: readonly SlotKey[]): number {
    const { idf } = this.#index.arrays.postings
    let mass = 0
    for (const { key } of alternatives) mass = Math.max(mass, idf[key]! * this.#lightness[key]!)
    return mass
  }

  /** Returns true if the index has a word spelled like this. */
  #isForm(word: Word): boolean {
    return this.#index.words.idOf(word.form) >= 0
  }

  /** Returns true if the tables have the word as an abbreviation, even one of a phrase that the index lacks. */
  #isShort(word: Word): boolean {
    return this.#phrases.ofWord(word).some(isAbbreviation)
  }

  /** Returns true if a name has the word, in any form. */
  #isKnown(word: Word): boolean {
    const key = this.#index.keys.idOf(word.key)
    return key >= 0 && this.#index.arrays.postings.idf[key]! > 0
  }
}

/** Keeps one word of each key, rather one outside of brackets: mentions and names are compared as sets of words. */
function eachKeyOnce(items: readonly Item[]): Item[] {
  const kept = new Map<string, Item>()
  for (const item of items) {
    const before = kept.get(item.word.key)
    if (before === undefined || (before.word.optional && !item.word.optional))
      kept.set(item.word.key, item)
  }
  return [...kept.values()]
}

function itemsOf(words: readonly Word[], weight: number): Item[] {
  const items: Item[] = []
  for (let i = 0; i < words.length; i++) items.push({ word: words[i]!, weight, slot: undefined })
  return items
}

function optionOf(
  from: number,
  to: number,
  { words, text: readAs, weight, because }: Replacement,
  certainty: number,
  text: string,
  content: readonly Word[],
): Option {
  const written = text.slice(content[from]!.start, content[to - 1]!.end)
  const replaced = { text: written, read_as: readAs, weight: weight * certainty, because }
  return { from, to, items: itemsOf(words, replaced.weight), replaced }
}

function compound(from: number, to: number, words: readonly Word[], text: string): Option {
  const readAs = words.map((word) => word.form).join(' ')
  const replaced = { text, read_as: readAs, weight: COMPOUND_WEIGHT, because: 'compound' }
  return { from, to, items: itemsOf(words, COMPOUND_WEIGHT), replaced }
}

/** All options that fit together, the longest first, then each alone. */
function* combine(options: readonly Option[]): Generator<Option[]> {
  const together: Option[] = []
  for (const option of options)
    if (together.every((other) => option.to <= other.from || option.from >= other.to))
      together.push(option)
  if (together.length > 0) yield together
  for (const option of options) yield [option]
}

function isAbbreviation({ because }: Replacement): boolean {
  return because.startsWith('abbreviation')
}

/** True for a word that the mention has, or a synonym of one. */
function isSame({ because }: SlotKey): boolean {
  return because === '' || because === SYNONYM
}

/** True if two readings read each word as the same one first. */
function readsTheSame({ slots: one }: Reading, { slots: other }: Reading): boolean {
  if (one.length !== other.length) return false
  for (let i = 0; i < one.length; i++)
    if (one[i]!.alternatives[0]?.key !== other[i]!.alternatives[0]?.key) return false
  return true
}
