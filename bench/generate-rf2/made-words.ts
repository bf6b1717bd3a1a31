/**
 * Words that no dictionary has, pronounceable and shaped like the words of their kind: stems of Latin and Greek
 * syllables with the endings of diseases, drugs, species, …, and names of people.
 *
 * How often each is used follows from Simon's process: a draw takes a new word with some probability, else one of the
 * words drawn before, each as often as it was drawn. The frequencies come out Zipf-like at any size, with a long tail
 * of words that one concept alone has.
 */
import { pick } from '../../scripts/support/random.ts'
import { makeWord, type Word } from './words.ts'

type Random = () => number

const ONSETS =
  'b b c c c d d d f f g g h k l l l l m m m m n n n p p p r r r r s s s s t t t t v v x z br cl ch cr dr gl gr ph pl pr rh sc sp st th tr'.split(
    ' ',
  )
const VOWELS = 'a a a a a e e e e e i i i i o o o o o u u u y ae io eu'.split(' ')
const CODAS = 'l m n n r r s c t x nd nt rn st'.split(' ')
/** Share of the syllables that end in a consonant, by how many there are. */
const CLOSED = [0, 1, 0.3, 0.06]
/** Words of a kind that are new before the first one is drawn again. */
const FIRST_WORDS = 30
const SURNAME_STARTS =
  'Ab Al An Bar Ben Berg Bj Bl Br Brand Cal Car Cast Dal Den Dor Du El Er Fal Fer Fitz Gal Ger Gold Gr Hal Har Hof Il Jan Kal Ker Kr La Leu Lin Lund Mac Mar Mer Mon Nor Ol Os Pan Per Pr Quin Ral Ros Sal Sch Schw Sil St Sv Tak Tol Tr Ul Van Ver Wal Wer Wil Yam Zel'.split(
    ' ',
  )
const SURNAME_ENDS =
  'sen son berg mann stein ström ford ley ton well man ner ter ler hardt feld hoff bach wick dale worth ini elli ardi etti ova ski wicz ura moto kawa oglu escu ez ard eau ier ot quist lund gaard sma stra'.split(
    ' ',
  )

/** The kinds of made words and the endings that tell them apart, each with the adjective's ending where there is one. */
const ENDINGS = {
  disease:
    'osis/otic itis/itic oma/omatous emia/emic pathy/pathic ectasia/ectatic algia/algic plasia/plastic rrhea/rrheic sclerosis/sclerotic trophy/trophic uria/uric malacia/malacic ismus',
  anatomy: 'um/al us/al ium/ial is/ic ula/ular on/al a/al ile/ile',
  procedure: 'ectomy otomy plasty scopy graphy ostomy pexy centesis lysis rrhaphy metry',
  genus:
    'bacter coccus ella ia monas myces us ium is aria opsis ina odes thrix ora inia spora phila erium antha urus',
  epithet:
    'ensis ii alis osa icus ata oides inus anus ia um us a i ei orum iana escens ifera ellus icola philus',
  chemical:
    'ine ol ide ate one ase in azole mycin mab idine amide ene ane ium oxin estrone stat pril olol ib oyl cillin yl',
  brand: 'a o ex in or ix an ol is um ax en al',
  people: 'an ese ian ish i ari ite',
  term: 'ic al ous ive oid ar ine ogram ometry ation ity or ent',
} as const
/** Kinds that are names: capitals wherever they stand. */
const CAPITALIZED: ReadonlySet<string> = new Set(['genus', 'brand', 'people'])

export type MadeKind = keyof typeof ENDINGS | 'surname'

/** All words that names are made of, by number: those of tables and those that are made. */
export class Vocabulary {
  readonly #random: Random
  readonly #words: Word[] = []
  readonly #numbers = new Map<Word, number>()
  readonly #taken = new Set<string>()

  constructor(random: Random) {
    this.#random = random
  }

  /** A word by its number. */
  word(number: number): Word {
    return this.#words[number]!
  }

  /** The number of a word from a table. */
  numberOf(word: Word): number {
    const known = this.#numbers.get(word)
    if (known !== undefined) return known
    this.#numbers.set(word, this.#words.length)
    this.#taken.add(word.text.toLowerCase())
    return this.#words.push(word) - 1
  }

  /** Draws numbers of made words of a kind; a share `fresh` of the draws makes a new one. */
  drawer(kind: MadeKind, fresh: number): () => number {
    const random = this.#random
    const drawn: number[] = []
    return () => {
      const isNew = drawn.length < FIRST_WORDS || random() < fresh
      const number = isNew ? this.#make(kind) : pick(drawn, random)
      drawn.push(number)
      return number
    }
  }

  #make(kind: MadeKind): number {
    for (;;) {
      const word = kind === 'surname' ? makeSurname(this.#random) : makeTerm(kind, this.#random)
      const key = word.text.toLowerCase()
      if (this.#taken.has(key)) continue
      this.#taken.add(key)
      return this.#words.push(word) - 1
    }
  }
}

function makeTerm(kind: keyof typeof ENDINGS, random: Random): Word {
  const stem = makeStem(random() < 0.12 ? 3 : 2, random)
  const [ending, adjective = ending] = pick(ENDINGS[kind].split(' '), random).split('/')
  const write = (end: string) => {
    const word = join(stem, end)
    return CAPITALIZED.has(kind) ? word[0]!.toUpperCase() + word.slice(1) : word
  }
  return makeWord(write(ending!), write(adjective!))
}

function makeSurname(random: Random): Word {
  const middle = pick(VOWELS, random)[0]! + pick(CODAS, random)[0]!
  const text = pick(SURNAME_STARTS, random) + middle + pick(SURNAME_ENDS, random)
  return makeWord(text)
}

/** Syllables that end in a consonant, so that any ending goes with them. */
function makeStem(syllables: number, random: Random): string {
  let stem = ''
  for (let i = 0; i < syllables; i++) {
    stem += pick(ONSETS, random) + pick(VOWELS, random)
    if (random() < CLOSED[syllables]!) stem += pick(CODAS, random)
  }
  return /[aeiouy]$/.test(stem) ? stem + pick(['l', 'n', 'r', 't', 'd', 'm', 'c'], random) : stem
}

/** A stem with an ending, with an "o" between consonants. */
function join(stem: string, ending: string): string {
  return /^[aeiouy]/.test(ending) ? stem + ending : `${stem}o${ending}`
}
