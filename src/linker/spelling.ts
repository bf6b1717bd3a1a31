import type { MedlinkIndex } from '../index/reader.ts'
import { isCorrectable } from '../index/spelling.ts'
import { Work } from '../index/work.ts'
import { editDistance, isWithinOneEdit } from '../text/distance.ts'
import { NUMBER_WORDS } from '../text/numerals.ts'
import { remember } from '../text/remember.ts'
import { soundOf } from '../text/sound.ts'

/** What a correction counts, by how sure it is. */
const FACTORS = {
  oneEdit: 0.92,
  /** Of a short word, where others are as near. */
  shortWord: 0.85,
  twoEdits: 0.8,
  /** More than two edits, and yet the same to the ear. */
  soundsAlike: 0.75,
} as const
/** A word of so many letters, one edit away, is hardly another one; with fewer it is if it is the only one. */
const SURE_LENGTH = 6
const SURE_ALONE = 5
/** Letters of the shortest word that two of may be wrong. */
const TWO_EDITS_LENGTH = 7
/** What sounds like a misspelt word may differ from it in so many of the letters of the longer one. */
const MAX_UNLIKE = 0.45
/** A word that sounds like the misspelt one is as likely as one that is so many times as common. */
const WORTH_OF_SOUND = 8
/** Words that a misspelt one may stand for, as many as the words beside it choose from. */
const POOL = 16

/** A word of the index that a misspelt one may stand for. */
export interface Correction {
  readonly form: string
  /** What a match through it counts, in (0, 1). */
  readonly factor: number
  /** Number of its key. */
  readonly key: number
}

/** What a look-up found, and the steps it took. */
interface Lookup {
  readonly found: readonly Correction[]
  readonly steps: number
}

/** Finds what misspelt words stand for in one index. */
export class Corrector {
  readonly #index: MedlinkIndex
  /** Misspelt words come again. */
  readonly #lookup = remember((form): Lookup => {
    const work = new Work()
    return { found: this.#look(form, work), steps: work.done }
  })

  constructor(index: MedlinkIndex) {
    this.#index = index
  }

  /**
   * Words of names that a correctable word, which is none, may stand for: those one edit away or else, of a long word,
   * two, and those that sound like it. The likeliest first: the nearest, and of these the one in most names.
   *
   * @param work takes the same steps whether the answer is remembered or not, so that it does not depend on those before
   */
  corrections(form: string, work: Work): readonly Correction[] {
    const { found, steps } = this.#lookup(form)
    work.add(steps)
    return found
  }

  #look(form: string, work: Work): Correction[] {
    const { keyOfWord } = this.#index.arrays
    const { words } = this.#index
    const near = [...wordsNear(form, this.#index, work), ...this.#numerals(form)].filter(
      (id) => this.#frequency(id) > 0,
    )
    const correction = (id: number, factor: number) => {
      return { form: words.wordOf(id), factor, key: keyOfWord[id]! }
    }
    if (near.length > 0) {
      const isSure =
        form.length >= SURE_LENGTH ||
        (near.length === 1 && Math.min(form.length, words.lengthOf(near[0]!)) >= SURE_ALONE)
      const factor = isSure ? FACTORS.oneEdit : FACTORS.shortWord
      return this.#likeliest(form, near).map((id) => correction(id, factor))
    }
    const alike = this.#soundingLike(form)
    const far = form.length < TWO_EDITS_LENGTH ? [] : this.#twoEditsFrom(form, work)
    const rest = alike.filter((id) => !far.includes(id))
    return [
      ...this.#likeliest(form, far).map((id) => correction(id, FACTORS.twoEdits)),
      ...this.#likeliest(form, rest).map((id) => correction(id, FACTORS.soundsAlike)),
    ].slice(0, POOL)
  }

  #twoEditsFrom(form: string, work: Work): number[] {
    const { spelling, words } = this.#index
    return spelling
      .within(form, 2, work)
      .map(({ id }) => id)
      .filter((id) => this.#frequency(id) > 0 && !isDenied(form, words.wordOf(id)))
  }

  #soundingLike(form: string): number[] {
    const { spelling, words } = this.#index
    return [...spelling.soundingLike(form)].filter((id) => {
      if (this.#frequency(id) === 0) return false
      const word = words.wordOf(id)
      const most = Math.floor(MAX_UNLIKE * Math.max(form.length, word.length))
      return editDistance(form, word) <= most && !isDenied(form, word)
    })
  }

  /** Ids of the words that numerals one edit away stand for: "2nd", of "secodn". */
  #numerals(form: string): number[] {
    const { words } = this.#index
    return [...NUMBER_WORDS]
      .flatMap(([word, digits]) =>
        isCorrectable(word) && isWithinOneEdit(form, word) ? words.idOf(digits) : [],
      )
      .filter((id) => id >= 0)
  }

  /** The commonest first, where a word that sounds like the misspelt one counts for more. */
  #likeliest(form: string, ids: readonly number[]): number[] {
    const sound = soundOf(form)
    const { words } = this.#index
    return ids
      .map((id) => ({
        id,
        weight: this.#frequency(id) * (soundOf(words.wordOf(id)) === sound ? WORTH_OF_SOUND : 1),
      }))
      .sort((a, b) => b.weight - a.weight || a.id - b.id)
      .slice(0, POOL)
      .map(({ id }) => id)
  }

  /** In how many names a word's key stands. */
  #frequency(word: number): number {
    const { keyOfWord, postings } = this.#index.arrays
    const key = keyOfWord[word]!
    return postings.offsets[key + 1]! - postings.offsets[key]!
  }
}

/** Ids of words within one edit of a correctable form, or else of its plainer spelling: "malaena", "alzhiemers". */
export function wordsNear(
  form: string,
  { words, spelling }: MedlinkIndex,
  work: Work = new Work(),
): number[] {
  for (const each of [form, ...plainer(form)]) {
    const near = spelling
      .within(each, 1, work)
      .map(({ id }) => id)
      .filter((id) => !isDenied(form, words.wordOf(id)))
    if (near.length > 0) return near
  }
  return []
}

/** A shorter word without an "s" at its end may be another one. */
const LONG_POSSESSIVE = 8

/** A misspelt word as it may have been meant: British in American spelling, a possessive without its ending. */
function plainer(form: string): string[] {
  const american = form.replace(/ae|oe/g, 'e')
  const owner = form.length >= LONG_POSSESSIVE && form.endsWith('s') ? [form.slice(0, -1)] : []
  return [...(american === form ? [] : [american]), ...owner]
}

/** Beginnings that turn what follows into something else, a letter or two apart. */
const PREFIXES: readonly (readonly [string, string])[] = [
  ['a', ''],
  ['ab', 'ad'],
  ['ante', 'anti'],
  ['hyper', 'hypo'],
  ['inter', 'intra'],
  ['macro', 'micro'],
]

/** "afebrile" is no misspelt "febrile", "macrocolon" no "microcolon", nor the other way round. */
export function isDenied(word: string, candidate: string): boolean {
  return PREFIXES.some(
    ([one, other]) =>
      isPrefixed(word, one, candidate, other) || isPrefixed(word, other, candidate, one),
  )
}

/** Whether two words are the same but for what they begin with. */
function isPrefixed(word: string, prefix: string, other: string, otherPrefix: string): boolean {
  return (
    word.startsWith(prefix) &&
    other.startsWith(otherPrefix) &&
    word.slice(prefix.length) === other.slice(otherPrefix.length)
  )
}
