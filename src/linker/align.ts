import type { Substitution } from '../contract.ts'
import type { Hit } from '../index/postings-searcher.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import { TERM_KINDS } from '../index/records.ts'
import { ABBREVIATION, OPTIONAL_WORD, WORD_ID } from '../index/term-words.ts'
import type { Work } from '../index/work.ts'
import type { Interpretation, Match } from '../ontologies/ontology.ts'
import type { Lazily } from './read.ts'
import { OPTIONAL_WEIGHT, type Reading } from './reading.ts'
import type { Retrieved } from './retrieve.ts'
import type { Task } from './task.ts'

/** The names that one reading found, compared with it. */
export interface Aligned {
  readonly interpretation: Interpretation<unknown>
  readonly reading: Reading
  readonly alignment: Alignment
  /** In the order in which they were found; the first concept stands for all that share a name. */
  readonly matches: readonly Match[]
}

interface AlignTools {
  readonly index: MedlinkIndex
  readonly aligner: Aligner
}

/** Steps to compare a name with a reading, for each word of that, and to score a code. */
const STEPS = { aWord: 16, aCode: 64 } as const

/**
 * Stage 5. Compares each reading with the names that it found: which word of the mention is which word of the name. A name
 * that is the reading, word for word, ends the search: no other reading of these words can do better. If nothing was
 * corrected either, no other interpretation can.
 *
 * Takes the names of each reading. Gives a match for each, lazily. Costs 16 steps a word of the reading for each name, and
 * 64 for each code that has it.
 */
export function align(
  { mention, ways }: Lazily<Retrieved>,
  task: Task<AlignTools>,
): Lazily<Aligned> {
  return { mention, ways: alignEach(ways, task) }
}

function* alignEach(
  ways: Iterable<Retrieved>,
  { tools: { aligner, index }, work }: Task<AlignTools>,
): Generator<Aligned> {
  for (const { interpretation, found } of ways) {
    for (const { reading, hits, isVerbatim } of found) {
      const alignment = aligner.align(reading)
      const matches = isVerbatim
        ? hits.map(({ term }) => alignment.matchVerbatim(term))
        : matchesOf(hits, alignment, reading, index, work)
      yield { interpretation, reading, alignment, matches }
      if (isVerbatim || !matches.some((match) => isReading(match, reading))) continue
      if (reading.certainty === 1) return
      break
    }
  }
}

function matchesOf(
  hits: readonly Hit[],
  alignment: Alignment,
  { slots }: Reading,
  index: MedlinkIndex,
  work: Work,
): Match[] {
  const matches: Match[] = []
  for (let i = 0; i < hits.length; i++) {
    const { term } = hits[i]!
    const codes = index.conceptsOf(term).length
    if (!work.take(STEPS.aWord * slots.length + STEPS.aCode * codes)) break
    matches.push(alignment.match(term))
  }
  return matches
}

/** Whether a name is the reading, word for word. */
function isReading({ exactness }: Match, { certainty }: Reading): boolean {
  return exactness > 0 && exactness >= certainty
}

/**
 * A word of the name has the key, but is another form of the word asked for: "fractures" for "fracture". An abbreviation
 * has one other form, its plural, where the index has no such word: "MRIs" is MRI, but "dressing" is not DRESS, nor
 * "aid" AIDS.
 */
const OTHER_FORM = 0.98
/** "NOS", "unspecified" or brackets left out on both sides say less than the same words do. */
const LEFT_OPEN = 0.7
const EXACT = { same: 1, butFunctionWords: 0.9, reordered: 0.8, inflected: 0.9 } as const

/** A word that keeps no more of its weight than this is left out when names are compared word for word. */
const SAYS_NOTHING = 0.25

/** Pairs of keys of words that exclude each other: data/opposites.tsv. */
export type Opposites = readonly (readonly [string, string])[]

/** Key → what is left of its weight, in [0, 1]. */
export type Lightness = Float32Array

/** The keys of an ontology's light words, laid out for an index. */
export function lightnessOf(
  index: MedlinkIndex,
  lightWords: ReadonlyMap<string, number>,
): Lightness {
  const lightness = new Float32Array(index.keys.size).fill(1)
  for (const [form, left] of lightWords) {
    const word = index.words.idOf(form)
    if (word >= 0) lightness[index.arrays.keyOfWord[word]!] = left
  }
  return lightness
}

/** What names of one index are compared with readings by. */
export class Aligner {
  readonly #index: MedlinkIndex
  readonly #lightness: Lightness
  readonly #isNumberWord: Uint8Array
  /** Key → the keys that say the opposite. */
  readonly #opposites: ReadonlyMap<number, readonly number[]>
  /** The lemma of a word of the index by its number. */
  readonly #lemmaOf: (word: number) => string

  constructor(
    index: MedlinkIndex,
    lightness: Lightness,
    opposites: Opposites,
    lemmaOf: (form: string) => string,
  ) {
    this.#index = index
    this.#lightness = lightness
    const lemmas: string[] = []
    this.#lemmaOf = (word) => {
      lemmas[word] ??= lemmaOf(index.words.wordOf(word))
      return lemmas[word]
    }
    this.#opposites = layOutOpposites(index, opposites)
    const { units, offsets } = index.arrays.keys
    this.#isNumberWord = Uint8Array.from({ length: index.keys.size }, (_, key) =>
      isDigit(units[offsets[key]!]!) ? 1 : 0,
    )
  }

  /** One reading, ready to be compared with names. */
  align(reading: Reading): Alignment {
    return new Alignment(
      this.#index,
      this.#lightness,
      this.#isNumberWord,
      this.#opposites,
      this.#lemmaOf,
      reading,
    )
  }
}

/** A word of a reading, and the word of a name that it is. */
export interface WordMatch {
  readonly form: string
  /** Undefined when the name does not have it. */
  readonly name: string | undefined
  /** What the word was read as to be found in the name. */
  readonly meant: string
  /** Why; '' where it is the word itself, or a form of it. */
  readonly because: string
  /** In (0, 1]: how much it counts. */
  readonly weight: number
  /** Whether it says nothing: "unspecified", "NOS". */
  readonly isSilent: boolean
  /** Whether no name of the index has it: it may be misspelt. */
  readonly isUnknown: boolean
}

/** Which word of a name is which word of a reading. */
export interface NameMatch {
  readonly said: readonly WordMatch[]
  /** Words of the name that say something and that no word of the reading is. */
  readonly added: readonly string[]
}

/** A word of a name and an alternative of the reading that it may be, by their places. */
interface WordPair {
  readonly i: number
  readonly place: number
  readonly weight: number
}

/** Lays one reading next to one name after the other: which word of the mention is which word of the name. */
export class Alignment {
  readonly #index: MedlinkIndex
  readonly #lightness: Lightness
  readonly #isNumberWord: Uint8Array
  readonly #opposites: ReadonlyMap<number, readonly number[]>
  readonly #lemmaOf: (word: number) => string
  readonly #reading: Reading
  /** Key → its place in the lists of alternatives below + 1; those of one key are chained. */
  readonly #placeOfKey = new Map<number, number>()
  readonly #slotOf: number[] = []
  readonly #weightOf: number[] = []
  readonly #wordOf: number[] = []
  readonly #formOf: string[] = []
  readonly #nextOf: number[] = []
  readonly #asked: number[] = []
  readonly #askedContent: number[] = []
  readonly #definiteWords: number[] = []
  readonly #unbracketedWords: number[] = []
  /** Scratch space of {@link match}, by slot: the place in the name of the word that has it, and how well it does. */
  readonly #usedBy: Int32Array
  readonly #creditOf: Float64Array

  constructor(
    index: MedlinkIndex,
    lightness: Lightness,
    isNumberWord: Uint8Array,
    opposites: ReadonlyMap<number, readonly number[]>,
    lemmaOf: (word: number) => string,
    reading: Reading,
  ) {
    this.#index = index
    this.#lightness = lightness
    this.#isNumberWord = isNumberWord
    this.#opposites = opposites
    this.#lemmaOf = lemmaOf
    this.#reading = reading
    for (let slot = 0; slot < reading.slots.length; slot++) {
      for (const { key, weight, word, form } of reading.slots[slot]!.alternatives) {
        this.#slotOf.push(slot)
        this.#weightOf.push(weight)
        this.#wordOf.push(word)
        this.#formOf.push(form)
        this.#nextOf.push(this.#placeOfKey.get(key) ?? 0)
        this.#placeOfKey.set(key, this.#slotOf.length)
      }
    }
    this.#usedBy = new Int32Array(reading.slots.length)
    this.#creditOf = new Float64Array(reading.slots.length)
    for (let i = 0; i < reading.words.length; i++) {
      const { form, optional } = reading.words[i]!
      const word = index.words.idOf(form)
      this.#asked.push(word)
      if (!this.#isContent(word)) continue
      this.#askedContent.push(word)
      if (!this.#saysNothing(word)) this.#definiteWords.push(word)
      if (!optional) this.#unbracketedWords.push(word)
    }
  }

  /** How the name with this number matches the reading. */
  match(term: number): Match {
    const { arrays } = this.#index
    const { slots } = this.#reading
    const idf = arrays.postings.idf
    const usedBy = this.#usedBy.fill(-1)
    const creditOf = this.#creditOf
    let nameMass = 0
    let matchedNameMass = 0
    let left = 0
    let unmatchedNumbers = 0
    let opposites = 0
    const name = this.#index.termWords.of(term)
    for (let i = 0; i < name.length; i++) {
      const word = name[i]! & WORD_ID
      const key = arrays.keyOfWord[word]!
      if (idf[key] === 0 || this.#stoodBefore(name, i, key)) continue
      const isOptional = name[i]! >= OPTIONAL_WORD
      const isAbbreviation = (name[i]! & ABBREVIATION) !== 0
      const mass = idf[key]! * this.#lightness[key]! * (isOptional ? OPTIONAL_WEIGHT : 1)
      nameMass += mass
      let best = -1
      let bestWeight = 0
      for (
        let place = this.#placeOfKey.get(key) ?? 0;
        place > 0;
        place = this.#nextOf[place - 1]!
      ) {
        const slot = this.#slotOf[place - 1]!
        const meant = this.#wordOf[place - 1]!
        if (isAbbreviation && !this.#mayAbbreviate(place - 1, word)) continue
        const weight = this.#weightOf[place - 1]! * (meant === word ? 1 : OTHER_FORM)
        if (usedBy[slot]! < 0 && weight > bestWeight) {
          best = slot
          bestWeight = weight
        }
      }
      if (best >= 0) {
        usedBy[best] = i
        creditOf[best] = bestWeight
        matchedNameMass += mass * bestWeight
      } else {
        left++
        if (this.#isNumberWord[key]) unmatchedNumbers++
        if (this.#isOppositeAsked(key)) opposites++
      }
    }

    let queryMass = 0
    let matchedQueryMass = 0
    let unmatchedQueryNumbers = 0
    for (let slot = 0; slot < slots.length; slot++) {
      queryMass += slots[slot]!.mass
      if (usedBy[slot]! >= 0) {
        matchedQueryMass += slots[slot]!.mass * creditOf[slot]!
        continue
      }
      left++
      if (slots[slot]!.isNumber) unmatchedQueryNumbers++
    }
    const asWritten = this.#exactness(name)
    const isSettled = left > 0 || asWritten >= EXACT.inflected
    const exactness = isSettled ? asWritten : Math.max(asWritten, this.#inflection(name))
    const concept = arrays.termConcept[term]!
    return {
      term,
      concept,
      family: this.#index.families.of(concept),
      columns: arrays.columns,
      kind: TERM_KINDS[arrays.termKind[term]!]!,
      queryMass,
      matchedQueryMass,
      nameMass,
      matchedNameMass,
      exactness: exactness * this.#reading.certainty,
      order: orderOf(usedBy),
      numbersAgree: numbersAgree(unmatchedQueryNumbers, unmatchedNumbers),
      opposites,
      isShared: arrays.termShared[term] === 1,
    }
  }

  /** Which word of the name is which word of the reading: each the one that is most like it. */
  account(term: number): NameMatch {
    const { arrays, words } = this.#index
    const { slots } = this.#reading
    const inOrder = this.#index.termWords.of(term)
    const pairs: WordPair[] = []
    for (let i = 0; i < inOrder.length; i++) {
      const word = inOrder[i]! & WORD_ID
      const isAbbreviation = (inOrder[i]! & ABBREVIATION) !== 0
      let place = this.#placeOfKey.get(arrays.keyOfWord[word]!) ?? 0
      for (; place > 0; place = this.#nextOf[place - 1]!) {
        if (isAbbreviation && !this.#mayAbbreviate(place - 1, word)) continue
        const likeness = this.#wordOf[place - 1] === word ? 1 : OTHER_FORM
        pairs.push({ i, place: place - 1, weight: this.#weightOf[place - 1]! * likeness })
      }
    }
    pairs.sort((one, other) => other.weight - one.weight)
    /** Places of the name's words that are accounted for, and their keys: a word said twice counts once. */
    const taken = new Set<number>()
    const keys = new Set<number>()
    const pairOf: (WordPair | undefined)[] = new Array(slots.length)
    for (const pair of pairs) {
      const slot = this.#slotOf[pair.place]!
      if (pairOf[slot] !== undefined || taken.has(pair.i)) continue
      pairOf[slot] = pair
      taken.add(pair.i)
      keys.add(arrays.keyOfWord[inOrder[pair.i]! & WORD_ID]!)
    }
    const said = slots.map(({ form, alternatives }, slot): WordMatch => {
      const pair = pairOf[slot]
      const word = words.idOf(form)
      const isSilent = this.#saysNothing(word)
      const isUnknown = word < 0
      if (pair === undefined)
        return { form, name: undefined, meant: form, because: '', weight: 1, isSilent, isUnknown }
      const meant = this.#formOf[pair.place]!
      const inName = inOrder[pair.i]! & WORD_ID
      const name = this.#wordOf[pair.place] === inName ? meant : words.wordOf(inName)
      const weight = this.#weightOf[pair.place]!
      const because = alternatives.find((each) => each.form === meant)!.because
      return { form, name, meant, because, weight, isSilent, isUnknown }
    })
    const added: string[] = []
    for (let i = 0; i < inOrder.length; i++) {
      const word = inOrder[i]! & WORD_ID
      const isOptional = inOrder[i]! >= OPTIONAL_WORD
      if (isOptional || taken.has(i) || keys.has(arrays.keyOfWord[word]!)) continue
      if (this.#isContent(word) && !this.#saysNothing(word)) added.push(words.wordOf(word))
    }
    return { said, added }
  }

  /** How a name matches that is the mention verbatim. */
  matchVerbatim(term: number): Match {
    const match = this.match(term)
    const mass = Math.max(1, match.queryMass)
    return {
      ...match,
      queryMass: mass,
      matchedQueryMass: mass,
      nameMass: mass,
      matchedNameMass: mass,
      exactness: 1,
      order: 1,
      numbersAgree: 1,
      opposites: 0,
    }
  }

  /** Words of the reading that a name was matched on by another word: a synonym, a correction. */
  substitutionsIn(term: number): Substitution[] {
    const { arrays, words } = this.#index
    const found = new Map<number, Substitution>()
    for (const flagged of this.#index.termWords.of(term)) {
      const word = flagged & WORD_ID
      const key = arrays.keyOfWord[word]!
      for (const [slot, { form, alternatives }] of this.#reading.slots.entries()) {
        const used = alternatives.find((alternative) => alternative.key === key)
        if (used === undefined || used.because === '' || found.has(slot)) continue
        const { weight, because } = used
        found.set(slot, { text: form, read_as: words.wordOf(word), weight, because })
      }
    }
    return [...found.values()]
  }

  /**
   * Nothing but the words as read counts here: another form of a word does not. Where the mention itself says
   * "NOS" or "unspecified", such words are left out on both sides; so are words in brackets.
   */
  #exactness(name: Uint32Array): number {
    if (
      this.#asked.length === name.length &&
      this.#asked.every((word, i) => word === (name[i]! & WORD_ID))
    )
      return EXACT.same
    const leavesOpen = this.#definiteWords.length < this.#askedContent.length
    if (!leavesOpen && this.#unbracketedWords.length === this.#askedContent.length) {
      // The usual mention, with nothing that may be left out: it is no name of another number of words.
      if (!this.#hasWords(this.#askedContent.length, name)) return 0
    }
    const said: number[] = []
    const saidFirmly: number[] = []
    let hasBrackets = false
    for (let i = 0; i < name.length; i++) {
      const word = name[i]! & WORD_ID
      if (!this.#isContent(word)) continue
      said.push(word)
      hasBrackets ||= name[i]! >= OPTIONAL_WORD
      if (leavesOpen && !this.#saysNothing(word)) saidFirmly.push(word)
    }
    const saidOutside = hasBrackets ? this.#contentOutside(name) : said
    return Math.max(
      agreement(this.#askedContent, said),
      hasBrackets && saidOutside.length > 0 ? agreement(this.#askedContent, saidOutside) : 0,
      leavesOpen && saidFirmly.length > 0
        ? agreement(this.#definiteWords, saidFirmly) * LEFT_OPEN
        : 0,
      this.#unbracketedWords.length > 0 && this.#unbracketedWords.length < this.#askedContent.length
        ? agreement(this.#unbracketedWords, saidOutside) * LEFT_OPEN
        : 0,
    )
  }

  /** The content words of a name that stand in no brackets. */
  #contentOutside(name: Uint32Array): number[] {
    const outside: number[] = []
    for (const word of name) {
      if (word < OPTIONAL_WORD && this.#isContent(word & WORD_ID)) outside.push(word & WORD_ID)
    }
    return outside
  }

  /** How exactly a name has the content words of the reading, in whatever forms. */
  #inflection(name: Uint32Array): number {
    const said: string[] = []
    for (const flagged of name) {
      const word = flagged & WORD_ID
      if (this.#isContent(word)) said.push(this.#lemmaOf(word))
    }
    const asked = this.#reading.words.filter((_, i) => this.#isContent(this.#asked[i]!))
    if (asked.length !== said.length) return 0
    const lemmas = asked.map(({ lemma }) => lemma)
    if (said.every((lemma, i) => lemma === lemmas[i])) return EXACT.inflected
    lemmas.sort()
    return said.sort().every((lemma, i) => lemma === lemmas[i]) ? EXACT.reordered : 0
  }

  /** Whether a name has so many content words, with what it has in brackets or without. */
  #hasWords(count: number, name: Uint32Array): boolean {
    let all = 0
    let outside = 0
    for (let i = 0; i < name.length; i++) {
      if (!this.#isContent(name[i]! & WORD_ID)) continue
      all++
      if (name[i]! < OPTIONAL_WORD) outside++
    }
    return all === count || outside === count
  }

  /** Whether the alternative at a place is an abbreviation that a name has, or its plural. */
  #mayAbbreviate(place: number, word: number): boolean {
    const meant = this.#wordOf[place]!
    if (meant >= 0) return meant === word
    return this.#formOf[place] === `${this.#index.words.wordOf(word)}s`
  }

  #isContent(word: number): boolean {
    const { arrays } = this.#index
    return word < 0 || arrays.postings.idf[arrays.keyOfWord[word]!]! > 0
  }

  #saysNothing(word: number): boolean {
    return word >= 0 && this.#lightness[this.#index.arrays.keyOfWord[word]!]! <= SAYS_NOTHING
  }

  #isOppositeAsked(key: number): boolean {
    for (const opposite of this.#opposites.get(key) ?? [])
      if (this.#placeOfKey.has(opposite)) return true
    return false
  }

  #stoodBefore(words: Uint32Array, at: number, key: number): boolean {
    const { keyOfWord } = this.#index.arrays
    for (let i = 0; i < at; i++) if (keyOfWord[words[i]! & WORD_ID] === key) return true
    return false
  }
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}

function layOutOpposites(index: MedlinkIndex, pairs: Opposites): Map<number, number[]> {
  const opposites = new Map<number, number[]>()
  for (const [one, other] of pairs) {
    const a = index.keys.idOf(one)
    const b = index.keys.idOf(other)
    if (a < 0 || b < 0) continue
    opposites.set(a, [...(opposites.get(a) ?? []), b])
    opposites.set(b, [...(opposites.get(b) ?? []), a])
  }
  return opposites
}

function agreement(asked: readonly number[], said: readonly number[]): number {
  if (asked.length !== said.length) return 0
  let isInOrder = true
  let difference = 0
  for (let i = 0; i < asked.length; i++) {
    difference += asked[i]! - said[i]!
    isInOrder &&= asked[i] === said[i]
  }
  if (isInOrder) return EXACT.butFunctionWords
  // The same words have the same sum, and others seldom do.
  if (difference !== 0) return 0
  const sorted = said.toSorted((a, b) => a - b)
  return asked.toSorted((a, b) => a - b).every((word, i) => word === sorted[i])
    ? EXACT.reordered
    : 0
}

function orderOf(usedBy: Int32Array): number {
  let pairs = 0
  let inOrder = 0
  let previous = -1
  for (let slot = 0; slot < usedBy.length; slot++) {
    const position = usedBy[slot]!
    if (position < 0) continue
    if (previous >= 0) {
      pairs++
      if (position > previous) inOrder++
    }
    previous = position
  }
  return pairs === 0 ? 1 : inOrder / pairs
}

function numbersAgree(unmatchedInQuery: number, unmatchedInName: number): number {
  if (unmatchedInQuery > 0 && unmatchedInName > 0) return 0
  return unmatchedInQuery + unmatchedInName === 0 ? 1 : 0.5
}
