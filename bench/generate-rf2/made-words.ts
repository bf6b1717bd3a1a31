/**
 * The words of generated names: those of words.tsv, and words that no dictionary has, pronounceable and shaped like the words of
 * their kind: stems of Latin and Greek syllables with the endings of diseases, drugs, species, …, and names of people.
 *
 * How often a made word is used follows from Simon's process: a draw takes a new word with some probability, else one of the
 * words drawn before, each as often as it was drawn. The frequencies come out Zipf-like at any size, with a long tail
 * of words that one concept alone has.
 */
import { pick, weightedDrawer } from '../../scripts/support/random.ts'
import { readRows, readWords } from '../tables.ts'

/** A word of names in its forms; the forms that it does not have are the text itself. */
export interface Word {
  /** Its place among all words, in the order in which they are first needed. */
  readonly number: number
  readonly text: string
  /** Before a noun. */
  readonly adjective: string
  /** In other names of the same concept. */
  readonly other: string
}

type Random = () => number

type PieceKind = 'syllable' | 'surname' | 'ending'

/** Pieces of made words; the endings of each kind with the adjective's ending where there is one, "osis/otic". */
const PIECES = readWords<PieceKind>('generate-rf2/pieces.tsv')
/** Share of the syllables that end in a consonant, by how many there are. */
const CLOSED = [0, 1, 0.3, 0.06]
/** Words of a kind that are new before the first one is drawn again. */
const FIRST_WORDS = 30
/** Kinds that are names: capitals wherever they stand. */
const CAPITALIZED: ReadonlySet<string> = new Set(['genus', 'brand', 'people'])

/** All words that names are made of. */
export class Vocabulary {
  readonly #random: Random
  readonly #taken = new Set<string>()
  #size = 0
  readonly #rows = readRows('generate-rf2/words.tsv')
  /** The words of a list, from the first time on that it is drawn from. */
  readonly #lists = new Map<string, readonly Word[]>()

  constructor(random: Random) {
    this.#random = random
  }

  /** Draws words of a list of words.tsv by Zipf's law, a little flattened at the top. */
  listDrawer(list: string): () => Word {
    const words = this.#lists.get(list) ?? this.#readList(list)
    this.#lists.set(list, words)
    const weighted = words.map((word, rank) => ({ word, weight: 1 / (rank + 3) }))
    const draw = weightedDrawer(weighted, this.#random)
    return () => draw().word
  }

  /** Draws made words of a kind, an ending of pieces.tsv or `surname`; a share `fresh` of the draws makes a new one. */
  drawer(kind: string, fresh: number): () => Word {
    const drawn: Word[] = []
    return () => {
      const isNew = drawn.length < FIRST_WORDS || this.#random() < fresh
      const word = isNew ? this.#make(kind) : pick(drawn, this.#random)
      drawn.push(word)
      return word
    }
  }

  /** The words of a list, the most frequent first; '-' is the word itself. */
  #readList(list: string): Word[] {
    return this.#rows
      .filter((row) => row.list === list)
      .map(({ text = '', adjective, other }) => {
        this.#taken.add(text.toLowerCase())
        const [before, instead] = [adjective, other].map((form) => (form === '-' ? text : form!))
        return { number: this.#size++, text, adjective: before!, other: instead! }
      })
  }

  #make(kind: string): Word {
    for (;;) {
      const [text, adjective] = kind === 'surname' ? this.#surname() : this.#term(kind)
      if (this.#taken.has(text.toLowerCase())) continue
      this.#taken.add(text.toLowerCase())
      return { number: this.#size++, text, adjective, other: text }
    }
  }

  #term(kind: string): [text: string, adjective: string] {
    const stem = this.#stem(this.#random() < 0.12 ? 3 : 2)
    const [ending = '', adjective = ending] = this.#pick('ending', kind).split('/')
    const write = (end: string) => {
      // An "o" goes between consonants.
      const word = /^[aeiouy]/.test(end) ? stem + end : `${stem}o${end}`
      return CAPITALIZED.has(kind) ? word[0]!.toUpperCase() + word.slice(1) : word
    }
    return [write(ending), write(adjective)]
  }

  #surname(): [text: string, adjective: string] {
    const middle = this.#pick('syllable', 'vowel')[0]! + this.#pick('syllable', 'coda')[0]!
    const text = this.#pick('surname', 'start') + middle + this.#pick('surname', 'end')
    return [text, text]
  }

  /** Syllables that end in a consonant, so that any ending goes with them. */
  #stem(syllables: number): string {
    let stem = ''
    for (let i = 0; i < syllables; i++) {
      stem += this.#pick('syllable', 'onset') + this.#pick('syllable', 'vowel')
      if (this.#random() < CLOSED[syllables]!) stem += this.#pick('syllable', 'coda')
    }
    return /[aeiouy]$/.test(stem) ? stem + this.#pick('syllable', 'link') : stem
  }

  #pick(kind: PieceKind, name: string): string {
    return pick(PIECES[kind][name]!, this.#random)
  }
}
