/**
 * Words of an index that a misspelt one may mean: those a few edits away, and those that sound like it.
 *
 * A word is filed under each pair of its neighbouring letters, its ends counted as letters. An edit takes away three of a
 * word's pairs at most, so a word within N edits has all the other pairs; the lists of the rarest pairs name those that
 * can, the rest are counted, and few are left to be compared letter by letter. (Ukkonen 1992; Gravano et al. 2001.)
 */
import { editsBetween, unitsOf } from '../../language/distance.ts'
import { firstWhere, hashWord, lowerBound } from '../../language/sorted.ts'
import { SOUND_REVISION, soundOf } from '../../language/sound.ts'
import { isCorrectable } from '../../language/words.ts'
import type { Work } from '../work.ts'
import type { Lexicon, LexiconData } from './lexicon.ts'

/** Raised by hand when the same words would give other arrays, or a word another sound. */
export const SPELLING_VERSION = `1-${SOUND_REVISION}`

/** The arrays that misspelt words are looked up in, as they are stored. */
export interface SpellingData {
  /** The correctable words of the lexicon, by length and then id. Their positions here are their places. */
  readonly words: Uint32Array
  /**
   * The words in list `l`, of a pair and its place, are those in its part `n · LISTS + l` for each page `n` of {@link PAGE}
   * places: in part `p` they are `places[offsets[p] … offsets[p + 1])`, ascending, counted from the page's first.
   */
  readonly offsets: Uint32Array
  readonly places: Uint16Array
  /** Hashes of the sounds of words, ascending, and next to each the id of a word with that sound. */
  readonly soundHashes: Uint32Array
  readonly soundWords: Uint32Array
}

/** A word of the lexicon that a misspelt one may stand for. */
export interface NearWord {
  readonly id: number
  readonly edits: number
}

/** Pairs that one edit takes away at most: those of two letters that change places. */
const PAIRS_AN_EDIT = 3
/** A letter is one of 32: an end of the word, a letter of the alphabet, or one of five kinds of all others. */
const LETTERS = 32
/** Places of a pair in a word that are distinguished; the last is for all later ones. */
const POSITIONS = 16
export const LISTS = LETTERS * LETTERS * POSITIONS
/** Places that two bytes tell apart. */
const PAGE = 2 ** 16
const OTHER_LETTERS = 5
const A = 97
const Z = 122
/** A list of more places for each word in question takes longer than looking at these. */
const WORTH_READING = 3
/** Fewer sounds than this are those of any word. */
const MIN_SOUNDS = 2
/** Steps it takes to compare a word letter by letter. */
const STEPS_A_COMPARISON = 16

/** Files every correctable word of a lexicon. */
export function buildSpelling(lexicon: Lexicon): SpellingData {
  const correctable = lexicon
    .words()
    .flatMap((word, id) => (isCorrectable(word) ? [{ word, id }] : []))
  correctable.sort((a, b) => a.word.length - b.word.length || a.id - b.id)
  const offsets = new Uint32Array(pagesOf(correctable.length) * LISTS + 1)
  const parts = correctable.map(({ word }, place) =>
    Array.from(listsOf(unitsOf(word)), (list) => Math.floor(place / PAGE) * LISTS + list),
  )
  for (const own of parts) for (const part of own) offsets[part + 1]!++
  for (let part = 1; part < offsets.length; part++) offsets[part]! += offsets[part - 1]!
  const places = new Uint16Array(offsets.at(-1)!)
  const next = offsets.slice()
  for (const [place, own] of parts.entries())
    for (const part of own) places[next[part]!++] = place % PAGE
  const sounds = correctable
    .map(({ word, id }) => ({ id, sound: soundOf(word) }))
    .filter(({ sound }) => sound.length >= MIN_SOUNDS)
    .map(({ id, sound }) => ({ id, hash: hashWord(sound) }))
    .sort((a, b) => a.hash - b.hash || a.id - b.id)
  return {
    words: Uint32Array.from(correctable, ({ id }) => id),
    offsets,
    places,
    soundHashes: Uint32Array.from(sounds, ({ hash }) => hash),
    soundWords: Uint32Array.from(sounds, ({ id }) => id),
  }
}

/** True if words of a lexicon can be looked up in these arrays, and they give only words of it. */
export function isSpelling(data: SpellingData, { offsets }: LexiconData): boolean {
  const { words, places, soundHashes, soundWords } = data
  const size = offsets.length - 1
  if (data.offsets.length !== pagesOf(words.length) * LISTS + 1) return false
  if (soundHashes.length !== soundWords.length) return false
  let [length, before] = [0, -1]
  for (let place = 0; place < words.length; place++) {
    const id = words[place]!
    if (id >= size) return false
    const own = offsets[id + 1]! - offsets[id]!
    if (own < length || (own === length && id <= before)) return false
    length = own
    before = id
  }
  for (let part = 0; part + 1 < data.offsets.length; part++) {
    const inPage = words.length - Math.floor(part / LISTS) * PAGE
    for (let i = data.offsets[part]!; i < data.offsets[part + 1]!; i++) {
      if (places[i]! >= inPage) return false
      if (i > data.offsets[part]! && places[i]! <= places[i - 1]!) return false
    }
  }
  for (let i = 0; i < soundWords.length; i++)
    if (soundWords[i]! >= size || (i > 0 && soundHashes[i]! < soundHashes[i - 1]!)) return false
  return true
}

/** The parts of lists that hold one pair of a word. */
interface PairLists {
  /** Begin and end of each part, and the first place of its page, one after the other. */
  readonly ranges: readonly number[]
  /** How many places they have together. */
  readonly size: number
}

/** Looks words up in one {@link SpellingData}. Holds scratch space the size of the lexicon; not reentrant. */
export class Spelling {
  readonly #data: SpellingData
  readonly #lexicon: Lexicon
  /** How many of the asked word's pairs the word of each place has; 0 between calls. */
  readonly #shared: Uint8Array
  readonly #touched: Uint32Array

  /** @param lexicon the one whose ids the data holds */
  constructor(data: SpellingData, lexicon: Lexicon) {
    this.#data = data
    this.#lexicon = lexicon
    this.#shared = new Uint8Array(data.words.length)
    this.#touched = new Uint32Array(data.words.length)
  }

  /**
   * The correctable words at most `most` edits (swaps of neighbours among them) from a word, itself included, by id.
   *
   * @param word correctable; with two edits, of six letters at least
   * @param most 1 or 2
   */
  within(word: string, most: number, work: Work): NearWord[] {
    const { words, places } = this.#data
    const units = unitsOf(word)
    const lists = this.#listsOf(units, most)
    const needed = Math.max(1, lists.length - PAIRS_AN_EDIT * most)
    const shared = this.#shared
    const touched = this.#touched
    let count = 0
    /** Lists that are too long to tell which of few words are in them: each word counts as one of theirs. */
    let unread = 0
    for (let l = 0; l < lists.length; l++) {
      const { ranges, size } = lists[l]!
      // A word in none of the first lists is in too few of the rest.
      const isFirst = l + needed <= lists.length
      if (!isFirst && size > WORTH_READING * count) {
        unread = lists.length - l
        break
      }
      work.add(size)
      for (let r = 0; r < ranges.length; r += 3)
        for (let i = ranges[r]!; i < ranges[r + 1]!; i++) {
          const place = ranges[r + 2]! + places[i]!
          if (shared[place] === 0) {
            if (!isFirst) continue
            touched[count++] = place
          }
          shared[place]!++
        }
    }
    const near: NearWord[] = []
    const letters = lettersOf(units)
    for (let i = 0; i < count; i++) {
      const place = touched[i]!
      const kept = shared[place]! + unread
      shared[place] = 0
      if (kept < needed) continue
      work.add(STEPS_A_COMPARISON)
      // Only a swap takes away three pairs, and that changes no letter.
      const swaps = Math.max(0, lists.length - 2 * most - kept)
      const id = words[place]!
      const other = this.#lexicon.unitsOf(id)
      if (bitsIn(letters ^ lettersOf(other)) > 2 * (most - swaps)) continue
      const edits = editsBetween(units, other, most)
      if (edits <= most) near.push({ id, edits })
    }
    return near.sort((a, b) => a.id - b.id)
  }

  /** Ids of the correctable words that sound like a word, ascending; none of a word that hardly sounds. */
  soundingLike(word: string): Uint32Array {
    const { soundHashes, soundWords } = this.#data
    const sound = soundOf(word)
    if (sound.length < MIN_SOUNDS) return soundWords.subarray(0, 0)
    const hash = hashWord(sound)
    const from = lowerBound(soundHashes, 0, soundHashes.length, hash)
    return soundWords.subarray(from, lowerBound(soundHashes, from, soundHashes.length, hash + 1))
  }

  /** For each pair of a word the words that have it there, or some letters before or after; the shortest first. */
  #listsOf(units: Uint16Array, slack: number): PairLists[] {
    const { offsets, places } = this.#data
    const first = this.#firstOfLength(units.length - slack)
    const last = this.#firstOfLength(units.length + slack + 1)
    return pairsOf(units)
      .map((pair, at) => {
        const ranges: number[] = []
        let size = 0
        const least = Math.min(Math.max(0, at - slack), POSITIONS - 1)
        const most = Math.min(at + slack, POSITIONS - 1)
        for (let page = Math.floor(first / PAGE); page * PAGE < last; page++)
          for (let place = least; place <= most; place++) {
            const part = page * LISTS + pair * POSITIONS + place
            const base = page * PAGE
            const from = lowerBound(places, offsets[part]!, offsets[part + 1]!, first - base)
            const to = lowerBound(places, from, offsets[part + 1]!, last - base)
            ranges.push(from, to, base)
            size += to - from
          }
        return { ranges, size }
      })
      .sort((a, b) => a.size - b.size)
  }

  /** The first place of a word that is at least so long. */
  #firstOfLength(length: number): number {
    const { words } = this.#data
    return firstWhere(0, words.length, (at) => this.#lexicon.lengthOf(words[at]!) >= length)
  }
}

function pagesOf(words: number): number {
  return Math.ceil(words / PAGE)
}

/** The distinct lists that a word is in: for each of its pairs, ends marked, with its place. */
function listsOf(units: Uint16Array): Set<number> {
  return new Set(pairsOf(units).map((pair, at) => pair * POSITIONS + Math.min(at, POSITIONS - 1)))
}

/** The pairs of neighbouring letters of a word with its ends marked. */
function pairsOf(units: Uint16Array): number[] {
  const pairs: number[] = []
  let before = 0
  for (let i = 0; i <= units.length; i++) {
    const letter = i < units.length ? letterOf(units[i]!) : 0
    pairs.push(before * LETTERS + letter)
    before = letter
  }
  return pairs
}

function letterOf(unit: number): number {
  if (unit >= A && unit <= Z) return unit - A + 1
  return LETTERS - OTHER_LETTERS + (unit % OTHER_LETTERS)
}

/** A bit for each letter that a word has. */
function lettersOf(units: Uint16Array): number {
  let letters = 0
  for (let i = 0; i < units.length; i++) letters |= 1 << letterOf(units[i]!)
  return letters
}

function bitsIn(number: number): number {
  let bits = 0
  for (let rest = number; rest !== 0; rest &= rest - 1) bits++
  return bits
}
