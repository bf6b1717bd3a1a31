import type { MedlinkIndex } from '../index/reader.ts'
import { TERM_KINDS } from '../index/records.ts'
import { ABBREVIATION, OPTIONAL_WORD, WORD_ID } from '../index/words/lexicon.ts'
import { Work } from '../index/work.ts'
import type { Word } from '../language/analyze.ts'
import { isEverydayWord } from '../language/everyday-words.ts'
import { lemmaOf } from '../language/lemma.ts'
import { lowerBound } from '../language/sorted.ts'
import { readColumn, readTable } from '../language/tables.ts'

/** Words of the longest name that running text is searched for. */
export const LONGEST_NAME = 10

/** Official abbreviated titles are made for punch cards, not for charts: "Salicylates" is a poisoning by them. */
const NOT_READ = TERM_KINDS.indexOf('short')

/** Bits for pairs of keys, for each slot of a table with two slots a name: one in ten or so is set. */
const PAIR_BITS = 32

/** Steps that a name takes which may have some keys, see {@link Work}. */
const STEPS_A_NAME = 4

/** A number for a set of keys, made by adding: the sum of {@link hashOfKey} over its members. */
export type SetHash = number

/** Part of a key in the hash of its set: the key through the finalizer of MurmurHash3 (Appleby, public domain). */
export function hashOfKey(key: number): number {
  let hash = key + 1
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Bits for the parts that words of names play, see {@link NameWords}. */
const SILENT = 1
const DENIAL = 2
const FUNCTION = 4
const LIGHT = 8
const PLAIN = 16

/** Tells by its id and form if a word of names plays a part. */
type PlaysPart = (word: number, form: string) => boolean

/** Parts that words of names play; each word is asked about once. */
export interface NameWords {
  /** True if it says nothing by itself: function words, connectors, "unspecified". */
  readonly isSilent: PlaysPart
  /** True if it denies the words after it. */
  readonly isDenial: PlaysPart
  /** True if names have it for its grammar only. */
  readonly isFunctionWord: PlaysPart
  /** True if it says little: "HIV disease" is called HIV, too. */
  readonly isLight: PlaysPart
  /** True if it means something else by itself: "Down syndrome" is not called Down. */
  readonly isPlain: PlaysPart
}

/** A name's concept and keys. */
export interface NameKeys {
  readonly concept: number
  readonly keys: readonly number[]
}

export interface NameSetOptions extends NameWords {
  /** True if names of a concept are looked for. */
  readonly takes: (concept: number) => boolean
}

/**
 * The names of an index by the set of their words' keys, in whatever order: which names have exactly the words of a stretch
 * of text is one look-up, so that every stretch can be asked. Words in brackets and silent ones count on neither side.
 * Some 8 bytes a name.
 */
export class NameSets {
  readonly #index: MedlinkIndex
  readonly #takes: (concept: number) => boolean
  /** Bits of each word. */
  readonly #parts: Uint8Array
  /** Hash of each key. */
  readonly #keyHashes: Uint32Array
  /** Open-addressing tables: the hash of a set, and a term that has it; -1 where empty. */
  readonly #hashes: Uint32Array
  readonly #terms: Int32Array
  /** 1 for each key that is in a name. */
  readonly #isUsed: Uint8Array
  /** 1 for each word that is a name without the words that do not count. */
  readonly #isName: Uint8Array
  /** Bits by hash, set if two keys are in one name; a few are set that should not be. */
  readonly #pairs: Uint8Array

  constructor(index: MedlinkIndex, options: NameSetOptions) {
    const { termConcept } = index.arrays
    let capacity = 8
    while (capacity < termConcept.length * 2) capacity *= 2
    this.#index = index
    this.#takes = options.takes
    this.#parts = partsOf(options, index)
    this.#keyHashes = Uint32Array.from({ length: index.keys.size }, (_, key) => hashOfKey(key))
    this.#hashes = new Uint32Array(capacity)
    this.#terms = new Int32Array(capacity).fill(-1)
    this.#isUsed = new Uint8Array(index.keys.size)
    this.#isName = new Uint8Array(index.words.size)
    this.#pairs = new Uint8Array((capacity * PAIR_BITS) / 8)
    for (let term = 0; term < termConcept.length; term++) if (this.#isRead(term)) this.#add(term)
  }

  /** True if any name has the key. */
  has(key: number): boolean {
    return this.#isUsed[key] === 1
  }

  /** True if a form is all that counts of a name. */
  isName(form: string): boolean {
    return this.#isName[this.#index.words.idOf(form)] === 1
  }

  /** True if some name may have both keys: it is wrong one time in ten where none has. */
  mayHaveBoth(key: number, other: number): boolean {
    const bit = this.#bitOf(key, other)
    return (this.#pairs[bit >>> 3]! & (1 << (bit & 7))) !== 0
  }

  /**
   * The names with all of some keys, each with a concept and all its keys. Looks through those with the rarest key, until no
   * work is left.
   */
  *withAll(keys: readonly number[], work = new Work()): Generator<NameKeys> {
    const { postings, termConcept } = this.#index.arrays
    const { offsets, terms } = postings
    const [rarest, ...others] = keys
      .map((key) => ({ from: offsets[key]!, to: offsets[key + 1]! }))
      .sort((a, b) => a.to - a.from - (b.to - b.from))
    if (rarest === undefined) return
    for (let at = rarest.from; at < rarest.to && work.take(STEPS_A_NAME); at++) {
      const term = terms[at]!
      const hasOthers = others.every(({ from, to }) => {
        const place = lowerBound(terms, from, to, term)
        return place < to && terms[place] === term
      })
      if (!hasOthers || !this.#isRead(term)) continue
      const own = this.#keysOf(this.#index.termWords.of(term))
      if (keys.every((key) => own.includes(key))) yield { concept: termConcept[term]!, keys: own }
    }
  }

  #isRead(term: number): boolean {
    const { termConcept, termKind } = this.#index.arrays
    return termKind[term] !== NOT_READ && this.#takes(termConcept[term]!)
  }

  #bitOf(key: number, other: number): number {
    const hash = hashOfKey((this.#keyHashes[key]! + this.#keyHashes[other]!) >>> 0)
    return hash & (this.#pairs.length * 8 - 1)
  }

  /** A term whose words are these keys, each once; -1 where none is. The strongest kind of name where several are. */
  find(hash: SetHash, keys: readonly number[]): number {
    const mask = this.#terms.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const term = this.#terms[slot]!
      if (term < 0) return -1
      if (this.#hashes[slot] === hash && this.#isSetOf(term, keys)) return term
    }
  }

  /** True if a name is an abbreviation, of one word in capitals. */
  isAbbreviation(term: number): boolean {
    const words = this.#index.termWords.of(term)
    return words.length === 1 && (words[0]! & ABBREVIATION) !== 0
  }

  /** True if a name has a word, by its id. */
  hasWord(term: number, holds: (word: number) => boolean): boolean {
    return this.#index.termWords.of(term).some((word) => holds(word & WORD_ID))
  }

  #add(term: number): void {
    // The words are valid until those of another name are read, which filing this one does.
    const words = this.#index.termWords.of(term)
    const keys = this.#keysOf(words)
    const isCut = keys.length <= 1 && this.#isCutToPlain(words, (part) => (part & FUNCTION) !== 0)
    const heavy = this.#heavyKeysOf(words)
    if (keys.length === 1) this.#markName(words, keys[0]!)
    if (!isCut) this.#file(term, keys)
    if (heavy.length === 1) this.#file(term, heavy)
  }

  /** The keys of a name without its light words; none if it has no such words, or means something else without them. */
  #heavyKeysOf(words: Uint32Array): number[] {
    let hasLight = false
    for (const word of words) hasLight ||= saysLittle(this.#parts[word & WORD_ID]!)
    if (!hasLight) return []
    const heavy = this.#keysOf(words, LIGHT)
    return heavy.length === 1 && this.#isCutToPlain(words, saysLittle) ? [] : heavy
  }

  #markName(words: Uint32Array, key: number): void {
    const { keyOfWord } = this.#index.arrays
    for (const word of words)
      if (keyOfWord[word & WORD_ID] === key) this.#isName[word & WORD_ID] = 1
  }

  /** True if a name without some of its words is one that means something else: "on edge", "Down syndrome". */
  #isCutToPlain(words: Uint32Array, isLeftOut: (part: number) => boolean): boolean {
    let isCut = false
    let isPlain = false
    for (const word of words) {
      const part = this.#parts[word & WORD_ID]!
      if (isLeftOut(part)) isCut = true
      else if ((part & (SILENT | LIGHT)) === 0 && (part & PLAIN) !== 0) isPlain = true
    }
    return isCut && isPlain
  }

  #file(term: number, keys: readonly number[]): void {
    if (keys.length === 0 || keys.length > LONGEST_NAME) return
    let hash = 0
    for (const key of keys) {
      hash = (hash + this.#keyHashes[key]!) >>> 0
      this.#isUsed[key] = 1
    }
    for (let i = 0; i < keys.length; i++)
      for (let j = i + 1; j < keys.length; j++) {
        const bit = this.#bitOf(keys[i]!, keys[j]!)
        this.#pairs[bit >>> 3]! |= 1 << (bit & 7)
      }
    const mask = this.#terms.length - 1
    const { termKind } = this.#index.arrays
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const known = this.#terms[slot]!
      if (known < 0) {
        this.#hashes[slot] = hash
        this.#terms[slot] = term
        return
      }
      if (this.#hashes[slot] !== hash || !this.#isSetOf(known, keys)) continue
      if (termKind[term]! < termKind[known]!) this.#terms[slot] = term
      return
    }
  }

  /**
   * The keys of a name's words that count, each once.
   *
   * @param without bits of the words that do not count besides the silent ones
   */
  #keysOf(words: Uint32Array, without = 0): number[] {
    const { keyOfWord } = this.#index.arrays
    const keys: number[] = []
    for (let at = 0; at < words.length; at++) {
      const word = words[at]!
      const part = this.#parts[word & WORD_ID]!
      if ((word & OPTIONAL_WORD) !== 0 || (part & (SILENT | without)) !== 0) continue
      // "Not elsewhere classified" says nothing, as a whole.
      const next = words[at + 1]
      const isBeforeSilent = next !== undefined && (this.#parts[next & WORD_ID]! & SILENT) !== 0
      if ((part & DENIAL) !== 0 && isBeforeSilent) continue
      const key = keyOfWord[word & WORD_ID]!
      if (!keys.includes(key)) keys.push(key)
    }
    return keys
  }

  /** True if the keys are those of a name, or those without its light words. */
  #isSetOf(term: number, keys: readonly number[]): boolean {
    const words = this.#index.termWords.of(term)
    const own = this.#keysOf(words)
    const isWhole = own.length === keys.length && own.every((key) => keys.includes(key))
    if (isWhole || keys.length !== 1) return isWhole
    const heavy = this.#keysOf(words, LIGHT)
    return heavy.length === 1 && heavy[0] === keys[0]
  }
}

/** True if a word says little, but something. */
function saysLittle(part: number): boolean {
  return (part & (LIGHT | SILENT)) === LIGHT
}

function partsOf(
  { isSilent, isDenial, isFunctionWord, isLight, isPlain }: NameWords,
  { words }: MedlinkIndex,
): Uint8Array {
  return Uint8Array.from({ length: words.size }, (_, word) => {
    const form = words.wordOf(word)
    const bit = (plays: PlaysPart, value: number) => (plays(word, form) ? value : 0)
    return (
      bit(isSilent, SILENT) |
      bit(isDenial, DENIAL) |
      bit(isFunctionWord, FUNCTION) |
      bit(isLight, LIGHT) |
      bit(isPlain, PLAIN)
    )
  })
}

/** Below data/: words between a condition and what it comes with. */
const CONNECTORS = 'clinical/connectors.tsv'
/** Below data/: names that name no condition in running text. */
const NO_FINDINGS = 'clinical/no-findings.tsv'
/** Below data/: words that name a finding of whatever part, also where no name is the word alone. */
const FINDING_WORDS = 'clinical/finding-words.tsv'

/** A light word keeps no more of its weight than this, and says nothing by itself. */
const LEFT_OF_SILENT = 0.3

/** Parts that single words play in running text: silent, joining, naming a finding by themselves. */
export class TextWords {
  readonly #silent: ReadonlySet<string>
  readonly #connectors: ReadonlySet<string>
  readonly #light: ReadonlyMap<string, number>
  readonly #noFindings = readColumn(NO_FINDINGS, 'phrase')
  readonly #findingWords = readColumn(FINDING_WORDS, 'word')

  /** @param light words of an ontology's names that weigh less than their rarity says, with what is left of their weight */
  constructor(light: ReadonlyMap<string, number>) {
    const connectors = readTable(CONNECTORS, ['word', 'role'])
    this.#light = light
    this.#connectors = new Set(connectors.map(([word]) => word!))
    this.#silent = new Set([
      ...connectors.flatMap(([word, role]) => (role === 'silent' ? [word!] : [])),
      ...[...light].flatMap(([word, left]) => (left <= LEFT_OF_SILENT ? [word] : [])),
    ])
  }

  /** True if a word is between others without adding to the name. */
  isSilent({ stop, form }: Word): boolean {
    return stop || this.#silent.has(form)
  }

  /** True if a word may be between a condition and its companion or cause. */
  isConnector(word: Word): boolean {
    return this.isSilent(word) || this.#connectors.has(word.form)
  }

  /** True if a word names a finding of whatever part: "tenderness". */
  isFinding({ form, lemma }: Word): boolean {
    return (
      this.#findingWords.has(form) || (this.#findingWords.has(lemma) && isSameNoun(form, lemma))
    )
  }

  /** True if words, by their forms, name no condition in running text, whatever has a name like that. */
  isNoFinding(forms: readonly string[]): boolean {
    return this.#noFindings.has(forms.join(' '))
  }

  /** Parts that words of an index's names play in these. */
  inNames(index: MedlinkIndex): NameWords {
    return {
      isSilent: (word, form) => isFunctionWord(index, word) || this.#silent.has(form),
      isDenial: (_, form) => form === 'not',
      isFunctionWord: (word) => isFunctionWord(index, word),
      isLight: (_, form) => this.#light.has(form),
      isPlain: (_, form) => isEverydayWord(form),
    }
  }
}

/** True if names have a word for its grammar only: such words are in no posting list. */
function isFunctionWord({ arrays: { keyOfWord, postings } }: MedlinkIndex, word: number): boolean {
  return postings.idf[keyOfWord[word]!] === 0
}

/** True if a form is its lemma but for the number: "lesions", but "discharged" is no discharge. */
function isSameNoun(form: string, lemma: string): boolean {
  return form === lemma || (form.endsWith('s') && lemmaOf(form) === lemma)
}

/**
 * Marks that part the names before and after them: a comma of a list, a bullet, the end of a line. A full stop within a
 * sentence is of an abbreviation: "E. coli".
 */
const PARTS = /[,;:?!\n\r\t|•·*=<>~☐☑✓✔✗✘]|\/(?!\S*$)|\s[-–—+/]\s|\+$|^\+|[–—]/u

/** Text behind the number of an item of a list. */
const ENDS_NUMBER = /^(?:\)|\.\s)/

/** Words [from, to) of a text with nothing between them that parts them. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** The stretches of words [from, to), in order, covering all of them. */
export function stretchesOf(
  text: string,
  words: readonly Word[],
  from: number,
  to: number,
): Stretch[] {
  const stretches: Stretch[] = []
  let start = from
  for (let at = from + 1; at <= to; at++) {
    if (at < to && !isParted(text, words[at - 1]!, words[at]!)) continue
    if (at > start) stretches.push({ from: start, to: at })
    start = at
  }
  return stretches
}

/** True if a mark is between two words that follow each other. */
export function isParted(text: string, word: Word, next: Word): boolean {
  // A number and a bracket or a full stop begin an item of a list: "2) CKD 5", "2. CKD 5".
  if (word.kind === 'number' && ENDS_NUMBER.test(text.slice(word.end, next.start))) return true
  if (next.start - word.end <= 1 && text[word.end] === ' ') return false
  return PARTS.test(text.slice(word.end, next.start))
}
