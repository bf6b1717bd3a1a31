import type { Substitution } from '../contract.ts'
import type { MedlinkIndex } from '../index/reader.ts'
import { TERM_KINDS } from '../index/records.ts'
import { ABBREVIATION, OPTIONAL_WORD, WORD_ID } from '../index/words/lexicon.ts'
import type { Match } from '../ontologies/ontology.ts'
import { type Lightness, OPTIONAL_WEIGHT, type Reading, type SlotKey } from './reading.ts'

/**
 * Likeness of another form of the same key: "fractures" for "fracture". An abbreviation has one other form, its plural, if
 * the index has no such word: "MRIs" is MRI, but "dressing" is not DRESS, nor "aid" AIDS.
 */
const OTHER_FORM = 0.98
/** Exactness if "NOS", "unspecified" or brackets are left out on both sides. */
const LEFT_OPEN = 0.7
const EXACT = { same: 1, butFunctionWords: 0.9, reordered: 0.8, inflected: 0.9 } as const

/** Words that keep at most this share of their weight are left out when names are compared word for word. */
const SAYS_NOTHING = 0.25

/** Words and slots that scratch space has from the start; it grows for more. */
const USUAL_WORDS = 64
/** Slot of a word of a name that is a function word, or a repeated one. */
const UNCOUNTED = -2
/** Slot of a word of a name that no word of the reading is. */
const UNPAIRED = -1

/** A word of a reading, and the word of a name that it is. */
export interface WordMatch {
  readonly form: string
  /** Undefined if the name lacks it. */
  readonly name: string | undefined
  /** The word that it was read as. */
  readonly meant: string
  /** The reason; '' for the word itself, or a form of it. */
  readonly because: string
  /** In (0, 1]. */
  readonly weight: number
  /** True if it says nothing: "unspecified", "NOS". */
  readonly isSilent: boolean
  /** True if no name of the index has it: it may be misspelt. */
  readonly isUnknown: boolean
}

/** Which word of a name is which word of a reading. */
export interface NameMatch {
  readonly said: readonly WordMatch[]
  /** Words of the name that say something and are no word of the reading. */
  readonly added: readonly string[]
}

/** Masses of the heaviest words that a reading and a name share, and that each has alone; 0 for none. */
export interface Overlap {
  /** Words that both have, without numbers, guesses at misspelt words, and light words such as "antigen". */
  readonly shared: number
  /** Words of the reading that the name lacks. */
  readonly left: number
  /** Words of the name that the reading lacks. */
  readonly added: number
}

/** Scratch space for the words of a name that are words of a reading; one name after the other. */
export class Pairs {
  /** Key of each word of the name. */
  keyOfWord = new Uint32Array(USUAL_WORDS)
  /** Slot of each word of the name, or the reason why it has none. */
  slotOfWord = new Int32Array(USUAL_WORDS)
  /** Place of the first word with the key of each word of the name. */
  firstOfWord = new Int32Array(USUAL_WORDS)
  /** Place of each slot's word in the name, -1 if the name lacks it. */
  wordOfSlot = new Int32Array(USUAL_WORDS)
  /** Place and likeness of each slot's alternative that is the word. */
  placeOfSlot = new Int32Array(USUAL_WORDS)
  likenessOfSlot = new Float64Array(USUAL_WORDS)

  /** Makes room for the next name. */
  start(words: number, slots: number): void {
    if (this.slotOfWord.length < words) {
      this.keyOfWord = new Uint32Array(words)
      this.slotOfWord = new Int32Array(words)
      this.firstOfWord = new Int32Array(words)
    }
    if (this.wordOfSlot.length < slots) {
      this.wordOfSlot = new Int32Array(slots)
      this.placeOfSlot = new Int32Array(slots)
      this.likenessOfSlot = new Float64Array(slots)
    }
    for (let slot = 0; slot < slots; slot++) this.wordOfSlot[slot] = -1
  }

  /** @param first the first word of the name with the key of the word at i: masses are counted there */
  add(i: number, first: number, slot: number, place: number, likeness: number): void {
    this.slotOfWord[first] = slot
    this.wordOfSlot[slot] = i
    this.placeOfSlot[slot] = place
    this.likenessOfSlot[slot] = likeness
  }
}

/** The words of an index by their numbers, remembered: spelling a word out takes as long as several look-ups. */
export interface WordsOfNames {
  readonly wordOf: (word: number) => string
  readonly lemmaOf: (word: number) => string
}

/** Compares one reading with names: which word of the mention is which word of the name. */
export class Alignment {
  readonly #index: MedlinkIndex
  readonly #lightness: Lightness
  readonly #isNumberWord: Uint8Array
  readonly #opposites: ReadonlyMap<number, readonly number[]>
  readonly #names: WordsOfNames
  readonly #reading: Reading
  /** Key → its place in the lists that follow, + 1; alternatives of one key are chained. */
  readonly #placeOfKey = new Map<number, number>()
  readonly #alternatives: SlotKey[] = []
  readonly #slotOf: number[] = []
  readonly #nextOf: number[] = []
  readonly #asked: number[] = []
  readonly #askedContent: number[] = []
  readonly #definiteWords: number[] = []
  readonly #unbracketedWords: number[] = []
  readonly #pairs: Pairs
  /** The word of each slot, -1 if no name has it. */
  #wordOfReading: readonly number[] | undefined
  /** Accounts and overlaps of names that were asked for; most alignments are asked for none. */
  #accounts: Map<number, NameMatch> | undefined
  #overlaps: Map<number, Overlap> | undefined

  constructor(
    index: MedlinkIndex,
    lightness: Lightness,
    isNumberWord: Uint8Array,
    opposites: ReadonlyMap<number, readonly number[]>,
    names: WordsOfNames,
    pairs: Pairs,
    reading: Reading,
  ) {
    this.#pairs = pairs
    this.#index = index
    this.#lightness = lightness
    this.#isNumberWord = isNumberWord
    this.#opposites = opposites
    this.#names = names
    this.#reading = reading
    for (let slot = 0; slot < reading.slots.length; slot++) {
      for (const alternative of reading.slots[slot]!.alternatives) {
        this.#alternatives.push(alternative)
        this.#slotOf.push(slot)
        this.#nextOf.push(this.#placeOfKey.get(alternative.key) ?? 0)
        this.#placeOfKey.set(alternative.key, this.#slotOf.length)
      }
    }
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

  /** The match of the name with this number. */
  match(term: number): Match {
    const { arrays } = this.#index
    const { slots } = this.#reading
    const { idf } = arrays.postings
    const name = this.#index.termWords.of(term)
    this.#pair(name)
    const { keyOfWord, slotOfWord, wordOfSlot, likenessOfSlot } = this.#pairs
    let nameMass = 0
    let matchedNameMass = 0
    let left = 0
    let unmatchedNumbers = 0
    let opposites = 0
    for (let i = 0; i < name.length; i++) {
      const slot = slotOfWord[i]!
      if (slot === UNCOUNTED) continue
      const key = keyOfWord[i]!
      const isOptional = name[i]! >= OPTIONAL_WORD
      const mass = idf[key]! * this.#lightness[key]! * (isOptional ? OPTIONAL_WEIGHT : 1)
      nameMass += mass
      if (slot !== UNPAIRED) {
        matchedNameMass += mass * likenessOfSlot[slot]!
        continue
      }
      left++
      if (this.#isNumberWord[key]) unmatchedNumbers++
      if (this.#isOppositeAsked(key)) opposites++
    }
    let queryMass = 0
    let matchedQueryMass = 0
    let unmatchedQueryNumbers = 0
    for (let slot = 0; slot < slots.length; slot++) {
      queryMass += slots[slot]!.mass
      if (wordOfSlot[slot]! >= 0) {
        matchedQueryMass += slots[slot]!.mass * likenessOfSlot[slot]!
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
      family: arrays.families.ofConcepts[concept] ?? concept,
      columns: arrays.columns,
      kind: TERM_KINDS[arrays.termKind[term]!]!,
      queryMass,
      matchedQueryMass,
      nameMass,
      matchedNameMass,
      disagreement: disagreement(matchedQueryMass / queryMass, matchedNameMass / nameMass),
      exactness: exactness * this.#reading.certainty,
      order: orderOf(wordOfSlot, slots.length),
      numbersAgree: numbersAgree(unmatchedQueryNumbers, unmatchedNumbers),
      opposites,
      isShared: arrays.termShared[term] === 1,
    }
  }

  /** The words of a name in their order. */
  wordsOf(term: number): string[] {
    const { termWords, words } = this.#index
    return Array.from(termWords.of(term), (word) => words.wordOf(word & WORD_ID))
  }

  /** Which word of the name is which word of the reading: the pairs that {@link match} weighs. Made once for each name. */
  account(term: number): NameMatch {
    // Some twenty rules ask for the account of a row: a closure for each of them is a twentieth of their time.
    const known = this.#accounts?.get(term)
    if (known !== undefined) return known
    const account = this.#accountFor(term)
    this.#accounts ??= new Map()
    this.#accounts.set(term, account)
    return account
  }

  #accountFor(term: number): NameMatch {
    const { arrays } = this.#index
    const inOrder = this.#index.termWords.of(term)
    this.#pair(inOrder)
    const keys: number[] = []
    this.#wordOfReading ??= this.#reading.slots.map(({ form }) => this.#index.words.idOf(form))
    const ofReading = this.#wordOfReading
    const said = this.#reading.slots.map(({ form }, slot): WordMatch => {
      const word = ofReading[slot]!
      const isSilent = this.#saysNothing(word)
      const isUnknown = word < 0
      const i = this.#pairs.wordOfSlot[slot]!
      if (i < 0)
        return { form, name: undefined, meant: form, because: '', weight: 1, isSilent, isUnknown }
      const alternative = this.#alternatives[this.#pairs.placeOfSlot[slot]!]!
      const { key, form: meant, because, weight } = alternative
      keys.push(key)
      const inName = inOrder[i]! & WORD_ID
      const name = alternative.word === inName ? meant : this.#names.wordOf(inName)
      const synonym = alternative.synonyms && this.#synonymThatIs(inName, alternative)
      if (synonym !== undefined)
        return { form, name, meant: synonym, because: 'synonym', weight, isSilent, isUnknown }
      return { form, name, meant, because, weight, isSilent, isUnknown }
    })
    const added: string[] = []
    for (let i = 0; i < inOrder.length; i++) {
      const word = inOrder[i]! & WORD_ID
      if (inOrder[i]! >= OPTIONAL_WORD || keys.includes(arrays.keyOfWord[word]!)) continue
      if (this.#isContent(word) && !this.#saysNothing(word)) added.push(this.#names.wordOf(word))
    }
    return { said, added }
  }

  /** The synonym that is a word of a name; undefined if the word is the alternative itself, or if none is. */
  #synonymThatIs(word: number, { word: own, synonyms = [] }: SlotKey): string | undefined {
    const { lemmaOf } = this.#names
    const lemma = lemmaOf(word)
    if (own >= 0 && lemmaOf(own) === lemma) return undefined
    return synonyms.find((form) => {
      const id = this.#index.words.idOf(form)
      return id >= 0 && lemmaOf(id) === lemma
    })
  }

  /** The heaviest words that the reading and a name have together, and each alone. Made once for each name. */
  overlap(term: number): Overlap {
    const known = this.#overlaps?.get(term)
    if (known !== undefined) return known
    const overlap = this.#overlapWith(term)
    this.#overlaps ??= new Map()
    this.#overlaps.set(term, overlap)
    return overlap
  }

  #overlapWith(term: number): Overlap {
    const { arrays } = this.#index
    const { slots } = this.#reading
    const name = this.#index.termWords.of(term)
    this.#pair(name)
    const { keyOfWord, slotOfWord, wordOfSlot, placeOfSlot } = this.#pairs
    let shared = 0
    let left = 0
    for (let slot = 0; slot < slots.length; slot++) {
      const { mass, isNumber } = slots[slot]!
      if (wordOfSlot[slot]! < 0) left = Math.max(left, mass)
      else if (!isNumber && this.#isThing(this.#alternatives[placeOfSlot[slot]!]!))
        shared = Math.max(shared, mass)
    }
    let added = 0
    for (let i = 0; i < name.length; i++) {
      if (slotOfWord[i] !== UNPAIRED || name[i]! >= OPTIONAL_WORD) continue
      const key = keyOfWord[i]!
      added = Math.max(added, arrays.postings.idf[key]! * this.#lightness[key]!)
    }
    return { shared, left, added }
  }

  /** True for a word that makes names alike: no guess at a misspelt one, and none that many names have, such as "antigen". */
  #isThing(alternative: SlotKey): boolean {
    return !isGuess(alternative) && this.#lightness[alternative.key]! === 1
  }

  /**
   * Pairs the words of a name with the slots of the reading, in scratch space. The likest pair comes first; of words with
   * one key, one is paired. It is the only rule by which words are compared: names are scored and proven by its pairs.
   */
  #pair(name: Uint32Array): void {
    this.#pairs.start(name.length, this.#reading.slots.length)
    const ofWord = this.#index.arrays.keyOfWord
    const { keyOfWord } = this.#pairs
    for (let i = 0; i < name.length; i++) keyOfWord[i] = ofWord[name[i]! & WORD_ID]!
    // Nearly always the likest slot of each word is that of no other word.
    if (!this.#pairEach(name)) this.#pairByLikeness(name)
  }

  /** Pairs each word with its likest slot; false if two words have the same one, or the same key. */
  #pairEach(name: Uint32Array): boolean {
    const { idf } = this.#index.arrays.postings
    const { keyOfWord, slotOfWord, wordOfSlot } = this.#pairs
    const nextOf = this.#nextOf
    for (let i = 0; i < name.length; i++) {
      const key = keyOfWord[i]!
      slotOfWord[i] = UNCOUNTED
      if (idf[key] === 0) continue
      const head = this.#placeOfKey.get(key) ?? 0
      if (firstWith(keyOfWord, i) < i) {
        if (head > 0) return false
        continue
      }
      slotOfWord[i] = UNPAIRED
      let likest = -1
      let most = 0
      for (let place = head - 1; place >= 0; place = nextOf[place]! - 1) {
        const likeness = this.#likeness(place, name[i]!)
        if (likeness <= most) continue
        likest = place
        most = likeness
      }
      if (likest < 0) continue
      const slot = this.#slotOf[likest]!
      if (wordOfSlot[slot]! >= 0) return false
      this.#pairs.add(i, i, slot, likest, most)
    }
    return true
  }

  /** The same, one pair after the other: of those that are left, the likest. */
  #pairByLikeness(name: Uint32Array): void {
    const { idf } = this.#index.arrays.postings
    const { keyOfWord, firstOfWord, slotOfWord, wordOfSlot } = this.#pairs
    wordOfSlot.fill(-1)
    for (let i = 0; i < name.length; i++) {
      firstOfWord[i] = firstWith(keyOfWord, i)
      slotOfWord[i] = idf[keyOfWord[i]!] === 0 || firstOfWord[i]! < i ? UNCOUNTED : UNPAIRED
    }
    while (this.#pairLikest(name));
  }

  /** Adds the likest pair of a word and a slot that are in none; false if there is none. The last slot of equal ones. */
  #pairLikest(name: Uint32Array): boolean {
    const { keyOfWord, firstOfWord, slotOfWord, wordOfSlot } = this.#pairs
    let word = -1
    let likest = -1
    let most = 0
    for (let i = 0; i < name.length; i++) {
      if (slotOfWord[firstOfWord[i]!] !== UNPAIRED) continue
      let place = (this.#placeOfKey.get(keyOfWord[i]!) ?? 0) - 1
      for (; place >= 0; place = this.#nextOf[place]! - 1) {
        if (wordOfSlot[this.#slotOf[place]!]! >= 0) continue
        const likeness = this.#likeness(place, name[i]!)
        if (likeness <= most) continue
        word = i
        likest = place
        most = likeness
      }
    }
    if (likest < 0) return false
    this.#pairs.add(word, firstOfWord[word]!, this.#slotOf[likest]!, likest, most)
    return true
  }

  /** In [0, 1]: how well the alternative at a place is a word of a name with the same key. */
  #likeness(place: number, flagged: number): number {
    const word = flagged & WORD_ID
    const alternative = this.#alternatives[place]!
    if ((flagged & ABBREVIATION) !== 0 && !this.#mayAbbreviate(alternative, word)) return 0
    return alternative.weight * (alternative.word === word ? 1 : OTHER_FORM)
  }

  /** The match of a name that is the mention verbatim. */
  matchVerbatim(term: number): Match {
    const match = this.match(term)
    const mass = Math.max(1, match.queryMass)
    return {
      ...match,
      queryMass: mass,
      matchedQueryMass: mass,
      nameMass: mass,
      matchedNameMass: mass,
      disagreement: 0,
      exactness: 1,
      order: 1,
      numbersAgree: 1,
      opposites: 0,
    }
  }

  /** Words of the reading that are other words of the name, by a synonym or a correction; in the order of the name. */
  substitutionsIn(term: number): Substitution[] {
    const { words } = this.#index
    const { slots } = this.#reading
    const name = this.#index.termWords.of(term)
    this.#pair(name)
    const substitutions: Substitution[] = []
    for (let i = 0; i < name.length; i++) {
      const slot = this.#pairs.slotOfWord[i]!
      if (slot < 0) continue
      const { weight, because } = this.#alternatives[this.#pairs.placeOfSlot[slot]!]!
      if (because === '') continue
      const readAs = words.wordOf(name[this.#pairs.wordOfSlot[slot]!]! & WORD_ID)
      substitutions.push({ text: slots[slot]!.form, read_as: readAs, weight, because })
    }
    return substitutions
  }

  /**
   * The exactness of a name with the words as read: another form of a word does not count. If the mention itself says
   * "NOS" or "unspecified", such words are left out on both sides; so are words in brackets.
   */
  #exactness(name: Uint32Array): number {
    const { idf } = this.#index.arrays.postings
    if (isSequence(this.#asked, name)) return EXACT.same
    const leavesOpen = this.#definiteWords.length < this.#askedContent.length
    if (!leavesOpen && this.#unbracketedWords.length === this.#askedContent.length) {
      // The usual mention has nothing that may be left out: it is no name with another number of words.
      if (!this.#hasWords(this.#askedContent.length, name)) return 0
    }
    const said: number[] = []
    const saidFirmly: number[] = []
    let hasBrackets = false
    const { keyOfWord } = this.#pairs
    for (let i = 0; i < name.length; i++) {
      if (idf[keyOfWord[i]!] === 0) continue
      const word = name[i]! & WORD_ID
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

  /** The content words of a name outside of brackets. */
  #contentOutside(name: Uint32Array): number[] {
    const outside: number[] = []
    for (const word of name) {
      if (word < OPTIONAL_WORD && this.#isContent(word & WORD_ID)) outside.push(word & WORD_ID)
    }
    return outside
  }

  /** The exactness of a name with the content words of the reading in any forms. */
  #inflection(name: Uint32Array): number {
    const said: string[] = []
    for (const flagged of name) {
      const word = flagged & WORD_ID
      if (this.#isContent(word)) said.push(this.#names.lemmaOf(word))
    }
    const asked = this.#reading.words.filter((_, i) => this.#isContent(this.#asked[i]!))
    if (asked.length !== said.length) return 0
    const lemmas = asked.map(({ lemma }) => lemma)
    if (said.every((lemma, i) => lemma === lemmas[i])) return EXACT.inflected
    lemmas.sort()
    return said.sort().every((lemma, i) => lemma === lemmas[i]) ? EXACT.reordered : 0
  }

  /** Returns true if a name has this number of content words, with words in brackets or without. */
  #hasWords(count: number, name: Uint32Array): boolean {
    const { idf } = this.#index.arrays.postings
    const { keyOfWord } = this.#pairs
    let all = 0
    let outside = 0
    for (let i = 0; i < name.length; i++) {
      if (idf[keyOfWord[i]!] === 0) continue
      all++
      if (name[i]! < OPTIONAL_WORD) outside++
    }
    return all === count || outside === count
  }

  /** Returns true if an alternative is an abbreviation that a name has, or its plural. */
  #mayAbbreviate(alternative: SlotKey, word: number): boolean {
    if (alternative.word >= 0) return alternative.word === word
    const { form } = alternative
    return form.endsWith('s') && form === `${this.#index.words.wordOf(word)}s`
  }

  #isContent(word: number): boolean {
    const { arrays } = this.#index
    return word < 0 || arrays.postings.idf[arrays.keyOfWord[word]!]! > 0
  }

  #saysNothing(word: number): boolean {
    return word >= 0 && this.#lightness[this.#index.arrays.keyOfWord[word]!]! <= SAYS_NOTHING
  }

  #isOppositeAsked(key: number): boolean {
    const opposites = this.#opposites.get(key)
    if (opposites === undefined) return false
    for (let i = 0; i < opposites.length; i++) if (this.#placeOfKey.has(opposites[i]!)) return true
    return false
  }
}

/** Correction of a misspelt word from this weight on is no guess. */
const SURE_CORRECTION = 0.9

/** True for a correction of a misspelt word that may be another word. */
export function isGuess({ because, weight }: Pick<WordMatch, 'because' | 'weight'>): boolean {
  return because === 'spelling' && weight < SURE_CORRECTION
}

/** True if a name is these words, in this order. */
function isSequence(words: readonly number[], name: Uint32Array): boolean {
  if (words.length !== name.length) return false
  for (let i = 0; i < name.length; i++) if (words[i] !== (name[i]! & WORD_ID)) return false
  return true
}

/** The first place in a list that has the key of the word at i. */
function firstWith(keys: Uint32Array, i: number): number {
  const key = keys[i]
  let first = 0
  while (keys[first] !== key) first++
  return first
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

function orderOf(wordOfSlot: Int32Array, slots: number): number {
  let pairs = 0
  let inOrder = 0
  let previous = -1
  for (let slot = 0; slot < slots; slot++) {
    const position = wordOfSlot[slot]!
    if (position < 0) continue
    if (previous >= 0) {
      pairs++
      if (position > previous) inOrder++
    }
    previous = position
  }
  return pairs === 0 ? 1 : inOrder / pairs
}

/**
 * The lesser share that mention and name lack of each other.
 *
 * @param ofQuery share of the mention that the name has; not a number if the mention has no mass
 * @param ofName share of the name that the mention has; likewise
 */
function disagreement(ofQuery: number, ofName: number): number {
  return Math.max(0, Math.min(1 - ofQuery, 1 - ofName)) || 0
}

function numbersAgree(unmatchedInQuery: number, unmatchedInName: number): number {
  if (unmatchedInQuery > 0 && unmatchedInName > 0) return 0
  return unmatchedInQuery + unmatchedInName === 0 ? 1 : 0.5
}
