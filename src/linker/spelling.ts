import type { MedlinkIndex } from '../index/reader.ts'
import { Work } from '../index/work.ts'
import { editDistance, isWithinOneEdit } from '../language/distance.ts'
import { isEverydayWord } from '../language/everyday-words.ts'
import { remember } from '../language/remember.ts'
import { soundOf } from '../language/sound.ts'
import { isCorrectable, LONGEST_WORD, NUMBER_WORDS } from '../language/words.ts'

/** Weight of a correction, by its certainty. */
const FACTORS = {
  oneEdit: 0.92,
  /** A short word has other words as near. */
  shortWord: 0.85,
  twoEdits: 0.8,
  /** More than two edits, and yet the same to the ear. */
  soundsAlike: 0.75,
} as const
/** One edit in a word of 6 letters hardly makes another word. In 5 letters it does, unless there is no other correction. */
const SURE_LENGTH = 6
const SURE_ALONE = 5
/** Letters of the shortest word that may have two edits. */
const TWO_EDITS_LENGTH = 7
/** Letters from which on an everyday word with another letter may be misspelt in a phrase: "familiar cancer". */
const LONG_EVERYDAY = 8
/** Maximum share of the longer word's letters in which a word may differ that sounds like the misspelt one. */
const MAX_UNLIKE = 0.45
/** A word that sounds like the misspelt one is as likely as another word that is 8 times as common. */
const WORTH_OF_SOUND = 8
/** Corrections that are ranked by the mention's other words, at most. */
const MAX_CORRECTIONS_RANKED = 16

/** A word of the index that may be meant by a misspelt one. */
export interface Correction {
  readonly form: string
  /** Weight of a match by it, in (0, 1). */
  readonly factor: number
  /** Number of its key. */
  readonly key: number
  /**
   * True if it is accepted outside of phrases, too. A word of everyday English is correct: "selling" is not "swelling". Only
   * another form of the same word is accepted: "callus" for "calluses".
   */
  readonly appliesAlone: boolean
  /**
   * True if it is accepted in a phrase. There a word of everyday English may be misspelt, but is so with a letter too many or too
   * few, or by its sound: "soar throat" is "sore throat", and "not healing well" not "not feeling well".
   */
  readonly appliesInPhrases: boolean
}

/** Result of a look-up, and its cost in steps. */
interface Lookup {
  readonly found: readonly Correction[]
  readonly steps: number
}

/** Corrects misspelt words by the words of one index. */
export class Corrector {
  readonly #index: MedlinkIndex
  readonly #lemmaOf: (form: string) => string
  /** Misspelt words recur. */
  readonly #lookup = remember((form): Lookup => {
    const work = new Work()
    return { found: this.#look(form, work), steps: work.done }
  })

  constructor(index: MedlinkIndex, lemmaOf: (form: string) => string) {
    this.#index = index
    this.#lemmaOf = lemmaOf
  }

  /**
   * Words of names that may be meant by a word that no name has: words that look like it, or one edit away, else two edits
   * away from a long word, and words that sound like it. The likeliest first: the nearest, and of these the one in most names.
   *
   * @param work takes the same steps for a remembered answer, so that no answer depends on earlier requests
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
    const correction = (id: number, factor: number): Correction => {
      const word = words.wordOf(id)
      const appliesAlone = !isEverydayWord(form) || this.#lemmaOf(word) === this.#lemmaOf(form)
      const isOneEdit = isWithinOneEdit(form, word)
      const isLetterOff = word.length !== form.length || form.length >= LONG_EVERYDAY
      const appliesInPhrases =
        appliesAlone || (isOneEdit && isLetterOff) || soundOf(word) === soundOf(form)
      return { form: word, factor, key: keyOfWord[id]!, appliesAlone, appliesInPhrases }
    }
    if (near.length > 0) {
      const isSure =
        form.length >= SURE_LENGTH ||
        (near.length === 1 && Math.min(form.length, words.lengthOf(near[0]!)) >= SURE_ALONE)
      const factor = isSure ? FACTORS.oneEdit : FACTORS.shortWord
      return this.#likeliest(form, near).map((id) => correction(id, factor))
    }
    if (!isCorrectable(form)) return []
    const alike = this.#soundingLike(form)
    const far = form.length < TWO_EDITS_LENGTH ? [] : this.#twoEditsFrom(form, work)
    const rest = alike.filter((id) => !far.includes(id))
    return [
      ...this.#likeliest(form, far).map((id) => correction(id, FACTORS.twoEdits)),
      ...this.#likeliest(form, rest).map((id) => correction(id, FACTORS.soundsAlike)),
    ].slice(0, MAX_CORRECTIONS_RANKED)
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

  /** Ids of the digits for numerals one edit away: "2nd" for "secodn". */
  #numerals(form: string): number[] {
    const { words } = this.#index
    return [...NUMBER_WORDS]
      .flatMap(([word, digits]) =>
        isCorrectable(word) && isWithinOneEdit(form, word) ? words.idOf(digits) : [],
      )
      .filter((id) => id >= 0)
  }

  /** The commonest first; a word that sounds like the misspelt one counts more. */
  #likeliest(form: string, ids: readonly number[]): number[] {
    const sound = soundOf(form)
    const { words } = this.#index
    return ids
      .map((id) => ({
        id,
        weight: this.#frequency(id) * (soundOf(words.wordOf(id)) === sound ? WORTH_OF_SOUND : 1),
      }))
      .sort((a, b) => b.weight - a.weight || a.id - b.id)
      .slice(0, MAX_CORRECTIONS_RANKED)
      .map(({ id }) => id)
  }

  /** Number of names that have a word's key. */
  #frequency(word: number): number {
    const { keyOfWord, postings } = this.#index.arrays
    const key = keyOfWord[word]!
    return postings.offsets[key + 1]! - postings.offsets[key]!
  }
}

/**
 * Ids of words that look like a form, and of those within one edit of it, else of its plainer spelling: "anernia",
 * "malaena", "alzhiemers".
 */
export function wordsNear(
  form: string,
  { words, spelling }: MedlinkIndex,
  work: Work = new Work(),
): number[] {
  const alike = lookAlikesOf(form)
    .flatMap((each) => [each, ...plainer(each)])
    .map((each) => words.idOf(each))
    .filter((id) => id >= 0)
  for (const each of isCorrectable(form) ? [form, ...plainer(form)] : []) {
    const near = spelling
      .within(each, 1, work)
      .map(({ id }) => id)
      .filter((id) => !alike.includes(id) && !isDenied(form, words.wordOf(id)))
    if (near.length > 0) return [...alike, ...near]
  }
  return alike
}

/** Letters of the shortest word that a scanner may have misread. */
const SHORTEST_MISREAD = 6
/** Characters that a scanner reads, or a hand types, instead of others that look like them. */
const LOOK_ALIKES: readonly (readonly [seen: RegExp, meant: string])[] = [
  [/rn/g, 'm'],
  [/cl/g, 'd'],
  [/vv/g, 'w'],
  [/0/g, 'o'],
  [/1/g, 'l'],
  [/1/g, 'i'],
  [/5/g, 's'],
]
/** A word with digits among its letters that may have been misread: "confusi0n". */
const MISREAD = /^\p{L}[\p{L}015]*$/u

/** True if a word may be misspelt, or misread by a scanner. */
export function mayBeWrong(form: string): boolean {
  return isCorrectable(form) || isMisreadable(form)
}

function isMisreadable(form: string): boolean {
  return form.length >= SHORTEST_MISREAD && form.length <= LONGEST_WORD && MISREAD.test(form)
}

/** The words that look like a form, with one kind of look-alike replaced in one place or in all. */
function lookAlikesOf(form: string): string[] {
  if (!isMisreadable(form)) return []
  return LOOK_ALIKES.flatMap(([seen, meant]) => {
    const places = [...form.matchAll(seen)]
    const one = places.map(
      ({ index, 0: { length } }) => form.slice(0, index) + meant + form.slice(index + length),
    )
    return places.length > 1 ? [...one, form.replace(seen, meant)] : one
  })
}

/** A shorter word without an "s" at its end may be another one. */
const LONG_POSSESSIVE = 8

/** Plainer spellings of a misspelt word: American for British, a possessive without its ending. */
function plainer(form: string): string[] {
  const american = form.replace(/ae|oe/g, 'e')
  const owner = form.length >= LONG_POSSESSIVE && form.endsWith('s') ? [form.slice(0, -1)] : []
  return [...(american === form ? [] : [american]), ...owner]
}

/** Prefixes that change the meaning of a word, a letter or two apart. */
const PREFIXES: readonly (readonly [string, string])[] = [
  ['a', ''],
  ['ab', 'ad'],
  ['ante', 'anti'],
  ['bi', 'tri'],
  ['bi', 'uni'],
  ['hyper', 'hypo'],
  ['infra', 'intra'],
  ['inter', 'intra'],
  ['macro', 'micro'],
  ['para', 'peri'],
]

/** "afebrile" is no misspelt "febrile", "macrocolon" no "microcolon", nor the other way round. */
export function isDenied(word: string, candidate: string): boolean {
  return PREFIXES.some(
    ([one, other]) =>
      isPrefixed(word, one, candidate, other) || isPrefixed(word, other, candidate, one),
  )
}

/** Returns true if two words differ in these prefixes only. */
function isPrefixed(word: string, prefix: string, other: string, otherPrefix: string): boolean {
  return (
    word.startsWith(prefix) &&
    other.startsWith(otherPrefix) &&
    word.slice(prefix.length) === other.slice(otherPrefix.length)
  )
}
