import { type Beginnings, createBeginnings } from '../language/spelling.ts'
import { beginningsOf, divideTyped, slipsOf, standsForItself } from '../language/typed.ts'
import { createWordReader, type Word, type WordReader } from '../language/words.ts'
import { begunWord, type PackBody, wholeWord } from './pack.ts'
import { commonRanks, Ranks } from './ranks.ts'

/** Ranks of the names that have a word which begins so. */
export type LookUp = (beginning: string) => readonly number[]

/** A word that was typed. */
export interface TypedWord {
  readonly word: Word
  /** For each beginning of a word that it may stand for, the ranks of the names with one. */
  readonly lists: readonly (readonly number[])[]
  /** Beginnings of what it may be, in small letters. */
  readonly beginnings: readonly string[]
  readonly isOpen: boolean
  /** It is found by a slip. */
  readonly isMended: boolean
}

export interface TypedText {
  readonly words: readonly TypedWord[]
  readonly functionWords: number
}

/** Letters of a word in which a slip is looked for. */
const MENDED = /^[a-z]{5,24}$/
/** A lemma as short as this is the beginning of too much. */
const SHORTEST_LEMMA = 3
/** Names with the words of an abbreviation that are looked at. */
const MEANT_NAMES = 10_000
/** Words read of names and of what is typed that are remembered. */
const REMEMBERED = 10_000

/** Tables that words are read by. */
type TypedTables = Pick<PackBody, 'tables' | 'abbreviations'>

/** Reads what is typed: the names that each word of it may be in. */
export class TypedWordReader {
  readonly #words: WordReader
  readonly #beginnings: Beginnings
  readonly #meanings = new Map<string, (readonly string[])[]>()
  readonly #lookUp: LookUp

  constructor({ tables, abbreviations }: TypedTables, lookUp: LookUp) {
    this.#words = createWordReader(tables, (base) => base, REMEMBERED)
    this.#beginnings = createBeginnings(tables.spelling)
    this.#lookUp = lookUp
    for (const [form, words] of abbreviations)
      this.#meanings.set(form, [...(this.#meanings.get(form) ?? []), words])
  }

  /** The words of a name, function words too. */
  wordsOf(name: string): Word[] {
    return this.#words.analyze(name)
  }

  read(text: string): TypedText {
    const { content, open, functionWords } = divideTyped(text, this.#words.analyze(text))
    const words = content.map((word) =>
      word === open ? this.#open(word, text) : this.#closed(word),
    )
    return { words, functionWords }
  }

  /** The word, or what is one slip away from it. */
  mended(typed: TypedWord): TypedWord {
    const { form } = typed.word
    if (!MENDED.test(form)) return typed
    const near = this.#listsOf(slipsOf(form))
    return { ...typed, lists: [...typed.lists, ...near], isMended: true }
  }

  #open(word: Word, text: string): TypedWord {
    const beginnings = [...beginningsOf(word, text, this.#beginnings), ...this.#lemmas(word)]
    return {
      ...{ word, beginnings, isOpen: true, isMended: false },
      lists: [...this.#listsOf(beginnings.map(begunWord)), ...this.#spelledOut(word)],
    }
  }

  #closed(word: Word): TypedWord {
    const itself = this.#listsOf([wholeWord(word.form)])
    const isItself = standsForItself(word, () => itself.length > 0)
    const beginnings = isItself ? [word.form] : [word.form, ...this.#lemmas(word)]
    const lists = isItself ? itself : this.#listsOf(beginnings.map(begunWord))
    return {
      ...{ word, beginnings, isOpen: false, isMended: false },
      lists: [...lists, ...this.#spelledOut(word)],
    }
  }

  /** For each meaning of an abbreviation, the names that have all its words. */
  #spelledOut({ form }: Word): (readonly number[])[] {
    const meanings = this.#meanings.get(form) ?? []
    return meanings
      .map((words) => words.map((word) => new Ranks([this.#lookUp(begunWord(word))])))
      .map((words) => commonRanks(words, MEANT_NAMES, MEANT_NAMES))
      .filter((ranks) => ranks.length > 0)
  }

  /** Beginnings of its inflections. */
  #lemmas({ form, lemma, kind }: Word): string[] {
    return kind === 'word' && lemma !== form && lemma.length >= SHORTEST_LEMMA ? [lemma] : []
  }

  /** The lists that are not empty, without those that another beginning's list holds. */
  #listsOf(beginnings: Iterable<string>): (readonly number[])[] {
    const found = new Map<string, readonly number[]>()
    for (const beginning of beginnings) {
      const list = this.#lookUp(beginning)
      if (list.length > 0) found.set(beginning, list)
    }
    const known = [...found.keys()]
    const isHeld = (beginning: string) =>
      known.some((other) => other !== beginning && beginning.startsWith(other))
    return known.filter((each) => !isHeld(each)).map((each) => found.get(each)!)
  }
}
