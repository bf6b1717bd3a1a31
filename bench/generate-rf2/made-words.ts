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
export type Vocabulary = ReturnType<typeof createVocabulary>

export function createVocabulary(random: Random) {
  const rows = readRows('generate-rf2/words.tsv')
  /** The words of a list, from the first time on that it is drawn from. */
  const lists = new Map<string, readonly Word[]>()
  const taken = new Set<string>()
  let size = 0
  return {
    /** Draws words of a list of words.tsv by Zipf's law, a little flattened at the top. */
    listDrawer(list: string): () => Word {
      const words = lists.get(list) ?? readList(list)
      lists.set(list, words)
      const weighted = words.map((word, rank) => ({ word, weight: 1 / (rank + 3) }))
      const draw = weightedDrawer(weighted, random)
      return () => draw().word
    },

    /** Draws made words of a kind, an ending of pieces.tsv or `surname`; a share `fresh` of the draws makes a new one. */
    drawer(kind: string, fresh: number): () => Word {
      const drawn: Word[] = []
      return () => {
        const isNew = drawn.length < FIRST_WORDS || random() < fresh
        const word = isNew ? make(kind) : pick(drawn, random)
        drawn.push(word)
        return word
      }
    },
  }

  /** The words of a list, the most frequent first; '-' is the word itself. */
  function readList(list: string): Word[] {
    return rows
      .filter((row) => row.list === list)
      .map(({ text = '', adjective, other }) => {
        taken.add(text.toLowerCase())
        const [before, instead] = [adjective, other].map((form) => (form === '-' ? text : form!))
        return { number: size++, text, adjective: before!, other: instead! }
      })
  }

  function make(kind: string): Word {
    for (;;) {
      const [text, adjective] = kind === 'surname' ? surname() : term(kind)
      if (taken.has(text.toLowerCase())) continue
      taken.add(text.toLowerCase())
      return { number: size++, text, adjective, other: text }
    }
  }

  function term(kind: string): [text: string, adjective: string] {
    const stem = makeStem(random() < 0.12 ? 3 : 2)
    const [ending = '', adjective = ending] = piece('ending', kind).split('/')
    const write = (end: string) => {
      // An "o" goes between consonants.
      const word = /^[aeiouy]/.test(end) ? stem + end : `${stem}o${end}`
      return CAPITALIZED.has(kind) ? word[0]!.toUpperCase() + word.slice(1) : word
    }
    return [write(ending), write(adjective)]
  }

  function surname(): [text: string, adjective: string] {
    const middle = piece('syllable', 'vowel')[0]! + piece('syllable', 'coda')[0]!
    const text = piece('surname', 'start') + middle + piece('surname', 'end')
    return [text, text]
  }

  /** Syllables that end in a consonant, so that any ending goes with them. */
  function makeStem(syllables: number): string {
    let stem = ''
    for (let i = 0; i < syllables; i++) {
      stem += piece('syllable', 'onset') + piece('syllable', 'vowel')
      if (random() < CLOSED[syllables]!) stem += piece('syllable', 'coda')
    }
    return /[aeiouy]$/.test(stem) ? stem + piece('syllable', 'link') : stem
  }

  function piece(kind: PieceKind, name: string): string {
    return pick(PIECES[kind][name]!, random)
  }
}
