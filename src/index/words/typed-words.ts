/** Words that are typed into a field, each with the places in the lexicon of the words that it may become. */
import type { Analyzer, Word } from '../../language/analyze.ts'
import { type Beginnings, createBeginnings } from '../../language/spelling.ts'
import { readSpellingRules } from '../../language/spelling-rules.ts'
import { readTable } from '../../language/tables.ts'
import {
  beginningsOf,
  divideTyped,
  slipsOf,
  standsForItself,
  TYPED_SCORE,
} from '../../language/typed.ts'
import { isCorrectable } from '../../language/words.ts'
import type { IndexArrays } from '../arrays.ts'
import { Work } from '../work.ts'
import type { Lexicon } from './lexicon.ts'
import type { Spelling } from './spelling.ts'

/** Word ids from `from` up to and without `to`. */
export interface WordRange {
  readonly from: number
  readonly to: number
}

/** A word that was typed. */
export interface TypedWord {
  readonly form: string
  /** UTF-16 offsets, the end exclusive. */
  readonly start: number
  readonly end: number
  /** Words that it is, or is the beginning of. */
  readonly ranges: readonly WordRange[]
  /** Words among them that are there to their last letter, in this or another inflection. */
  readonly whole: readonly WordRange[]
  /** It is the last one, and the next letter may belong to it. */
  readonly isOpen: boolean
  /** It may become a function word. */
  readonly mayBeFunctionWord: boolean
  /** Cost for a name that is found by it: a correction. */
  readonly cost: number
}

/** Words of one stem that are looked for. */
const MAX_INFLECTIONS = 64
/** The fewest letters in which a slip is looked for, and the most; the steps it may take. */
const MENDED = { from: 5, to: 24, steps: 100_000 } as const

/** A typed text. */
export interface TypedText {
  /** Function words that are finished are left out. */
  readonly words: readonly TypedWord[]
  /** How many of those there are. */
  readonly functionWords: number
}

/** An index's words, as far as typed ones are looked up in them. */
export interface TypedLexicon {
  readonly words: Lexicon
  readonly keys: Lexicon
  readonly arrays: IndexArrays
  readonly spelling: Spelling
}

/** Reads what is typed, for one index. */
export class TypedWordReader {
  readonly #index: TypedLexicon
  readonly #extra: Lexicon
  readonly #analyzer: Analyzer
  readonly #beginnings: Beginnings
  readonly #functionWords: readonly string[]

  /**
   * @param extra words that follow those of the index
   * @throws MedlinkError `data_invalid` when a table is malformed
   */
  constructor(index: TypedLexicon, extra: Lexicon, analyzer: Analyzer) {
    this.#index = index
    this.#extra = extra
    this.#analyzer = analyzer
    this.#beginnings = createBeginnings(readSpellingRules())
    this.#functionWords = readTable('stop-words.tsv', ['word']).map(([word]) => word!)
  }

  read(text: string): TypedText {
    const { content, open, functionWords } = divideTyped(text, this.#analyzer.analyze(text))
    const words = content.map((word) =>
      word === open ? this.#open(word, text) : this.#closed(word),
    )
    return { words, functionWords }
  }

  /** The word, or what is one slip away from it, at a price. */
  mended(word: TypedWord): TypedWord {
    const { form } = word
    if (form.length < MENDED.from || form.length > MENDED.to || !isCorrectable(form)) return word
    const near = this.#index.spelling.within(form, 1, new Work(MENDED.steps))
    const whole = near.map(({ id }) => ({ from: id, to: id + 1 }))
    const slips = word.isOpen ? this.#slips(form) : []
    return { ...word, ranges: [...word.ranges, ...whole, ...slips], cost: -TYPED_SCORE.slip }
  }

  #open(word: Word, text: string): TypedWord {
    const beginnings = beginningsOf(word, text, this.#beginnings)
    const ranges = beginnings.flatMap((beginning) => this.#rangesOf(beginning))
    const whole = this.#wholeOf(word)
    return {
      ...{ form: word.form, start: word.start, end: word.end },
      ranges: [...ranges, ...whole],
      whole,
      isOpen: true,
      mayBeFunctionWord: this.#functionWords.some((each) => each.startsWith(word.form)),
      cost: 0,
    }
  }

  #closed(word: Word): TypedWord {
    const whole = this.#wholeOf(word)
    const isItself = standsForItself(word, () => whole.length > 0)
    const ranges = isItself ? whole : [...this.#rangesOf(word.form), ...whole]
    const { form, start, end } = word
    return { form, start, end, ranges, whole, isOpen: false, mayBeFunctionWord: false, cost: 0 }
  }

  #rangesOf(beginning: string): WordRange[] {
    const { words } = this.#index
    const { from, to } = this.#extra.rangeOf(beginning)
    return [words.rangeOf(beginning), { from: from + words.size, to: to + words.size }].filter(
      (range) => range.from < range.to,
    )
  }

  /** The word itself, and its other inflections. */
  #wholeOf({ form, key, kind }: Word): WordRange[] {
    const { words, keys, arrays } = this.#index
    const found: WordRange[] = []
    const itself = words.idOf(form)
    if (itself >= 0) found.push({ from: itself, to: itself + 1 })
    const own = this.#extra.idOf(form)
    if (own >= 0) found.push({ from: words.size + own, to: words.size + own + 1 })
    const keyId = kind === 'word' ? keys.idOf(key) : -1
    if (keyId < 0) return found
    let shared = 0
    while (shared < key.length && key[shared] === form[shared]) shared++
    if (shared < 3) return found
    const { from, to } = words.rangeOf(form.slice(0, shared))
    let inflections = 0
    for (let id = from; id < to && inflections < MAX_INFLECTIONS; id++)
      if (arrays.keyOfWord[id] === keyId && id !== itself) {
        found.push({ from: id, to: id + 1 })
        inflections++
      }
    return found
  }

  /** Where words lie that begin with this, one letter of it missing, wrong, too many, or two turned around. */
  #slips(form: string): WordRange[] {
    return Array.from(slipsOf(form), (slip) => this.#index.words.rangeOf(slip)).filter(
      ({ from, to }) => from < to,
    )
  }
}
