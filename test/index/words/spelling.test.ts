/**
 * Proves of the words that a misspelt one may stand for:
 * 1. within one edit or two are exactly the words that comparing with every word finds
 * 2. a word of a lexicon with a random edit, or two, finds the word
 * 3. short words and words with digits are neither corrected nor offered
 * 4. words that sound alike are found, all of them, however many edits away
 * 5. the steps of a look-up grow with the words that share pairs of letters, not with the lexicon
 * 6. arrays that are inconsistent are told
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomEdit, seededRandom } from '../../../scripts/support/random.ts'
import { buildLexicon, Lexicon } from '../../../src/index/words/lexicon.ts'
import {
  buildSpelling,
  isSpelling,
  LISTS,
  Spelling,
  type SpellingData,
} from '../../../src/index/words/spelling.ts'
import { Work } from '../../../src/index/work.ts'
import { editsBetween, unitsOf } from '../../../src/language/distance.ts'
import { soundOf } from '../../../src/language/sound.ts'
import { isCorrectable } from '../../../src/language/words.ts'

function spellingOf(words: readonly string[]) {
  const stored = buildLexicon([...new Set(words)].sort())
  const lexicon = new Lexicon(stored)
  const data = buildSpelling(lexicon)
  const spelling = new Spelling(data, lexicon)
  const within = (word: string, most: number) =>
    spelling
      .within(word, most, new Work())
      .map(({ id, edits }): [string, number] => [lexicon.wordOf(id), edits])
  const alike = (word: string) => [...spelling.soundingLike(word)].map((id) => lexicon.wordOf(id))
  return { stored, lexicon, data, spelling, within, alike }
}

/** The oracle: every word of the lexicon, compared letter by letter. */
function exhaustively(lexicon: Lexicon, word: string, most: number): [string, number][] {
  return lexicon.words().flatMap((each): [string, number][] => {
    const edits = editsBetween(unitsOf(word), unitsOf(each), most)
    return isCorrectable(each) && edits <= most ? [[each, edits]] : []
  })
}

const WORDS = [
  ...['diabetes', 'diabetic', 'fever', 'fewer', 'never', 'gout', 'goat', 'flu', 'b12', 'abcd1'],
  ...['pneumonia', 'pneumothorax', 'hypertension', 'hypotension', 'seizure', 'हृदय', 'naïve'],
]

describe('within one edit', () => {
  const { within } = spellingOf(WORDS)

  test.each([
    { word: 'diabetes', words: ['diabetes'] },
    { word: 'diabetis', words: ['diabetes', 'diabetic'] },
    { word: 'dibaetes', words: ['diabetes'] },
    { word: 'diabtes', words: ['diabetes'] },
    { word: 'diabetess', words: ['diabetes'] },
    { word: 'xiabetes', words: ['diabetes'] },
    { word: 'iabetes', words: ['diabetes'] },
    { word: 'fever', words: ['fever', 'fewer', 'never'] },
    { word: 'feevr', words: ['fever'] },
    { word: 'gots', words: [] },
    { word: 'goutt', words: ['gout'] },
    { word: 'gaot', words: ['goat'] },
    { word: 'flue', words: [] },
    { word: 'abcd', words: [] },
    { word: 'हृदया', words: ['हृदय'] },
    { word: 'naive', words: ['naïve'] },
    { word: 'siezure', words: ['seizure'] },
    { word: 'zzzzzz', words: [] },
  ])('$word finds $words', ({ word, words }) => {
    expect(within(word, 1).map(([each]) => each)).toEqual(words)
  })
})

test.each([
  { word: 'newmonia', near: [['pneumonia', 2]] },
  { word: 'pneumonai', near: [['pneumonia', 1]] },
  {
    word: 'hyprtension',
    near: [
      ['hypertension', 1],
      ['hypotension', 1],
    ],
  },
  { word: 'daibetse', near: [['diabetes', 2]] },
  { word: 'iabetesx', near: [['diabetes', 2]] },
  { word: 'diabxxxs', near: [] },
])('within two edits $word finds $near', ({ word, near }) => {
  expect(spellingOf(WORDS).within(word, 2)).toEqual(near)
})

const fewLetters = (least: number) => fc.stringMatching(new RegExp(`^[abcé]{${least},12}$`))

test.each([
  { edits: 1, least: 4 },
  { edits: 2, least: 6 },
])('within $edits are those that comparing with every word finds', ({ edits, least }) => {
  fc.assert(
    fc.property(fc.array(fewLetters(2), { maxLength: 80 }), fewLetters(least), (words, asked) => {
      const { lexicon, within } = spellingOf(words)
      expect(within(asked, edits)).toEqual(exhaustively(lexicon, asked, edits))
    }),
    { numRuns: 500 },
  )
})

/** Made words of three to six syllables, as names of diseases have. */
function madeWords(count: number): string[] {
  const random = seededRandom(7)
  const syllable = () =>
    'bcdfglmnprst'[Math.floor(random() * 12)]! + 'aeio'[Math.floor(random() * 4)]!
  return Array.from({ length: count }, () =>
    Array.from({ length: 3 + Math.floor(random() * 4) }, syllable).join(''),
  )
}

test.each([1, 2])('of a thousand words with %s random edits each finds its own', (edits) => {
  const words = madeWords(1000)
  const { lexicon, within } = spellingOf(words)
  const random = seededRandom(edits)
  let own = 0
  for (const word of words.filter(({ length }) => length >= 8)) {
    const misspelt = randomEdit(word, random, { shortest: 8, edits })!
    const found = within(misspelt, edits)
    expect(found).toEqual(exhaustively(lexicon, misspelt, edits))
    // Two edits of one place may take three others to undo.
    if (edits === 1) expect(found.map(([each]) => each)).toContain(word)
    if (found.some(([each]) => each === word)) own++
  }
  expect(own).toBeGreaterThan(0.97 * words.filter(({ length }) => length >= 8).length)
})

test('words longer than any position that is told apart are found', () => {
  const word = 'dichlorodiphenyltrichloroethane'
  const { within } = spellingOf([word, 'x'.repeat(64), 'y'.repeat(65)])
  expect(within('dichlorodiphenyltrichlroethaen', 2)).toEqual([[word, 2]])
  expect(within('x'.repeat(63), 1)).toEqual([['x'.repeat(64), 1]])
  expect(within('y'.repeat(64), 1)).toEqual([])
})

test.each([
  { word: 'fever', correctable: true },
  { word: 'gout', correctable: true },
  { word: 'flu', correctable: false },
  { word: 'b12', correctable: false },
  { word: '1000', correctable: false },
  { word: 'type2', correctable: false },
  { word: "o'brien", correctable: false },
  { word: 'सर्दी', correctable: true },
  { word: 'a'.repeat(64), correctable: true },
  { word: 'a'.repeat(65), correctable: false },
  { word: '', correctable: false },
])('says whether $word may be corrected: $correctable', ({ word, correctable }) => {
  expect(isCorrectable(word)).toBe(correctable)
})

test.each([
  { word: 'numonia', alike: ['pneumonia'] },
  { word: 'hipertention', alike: ['hypertension'] },
  { word: 'soizure', alike: ['seizure'] },
  { word: 'aaaa', alike: [] },
  { word: 'zarbe', alike: [] },
])('$word sounds like $alike', ({ word, alike }) => {
  expect(spellingOf([...WORDS, 'eau', 'aeae']).alike(word)).toEqual(alike)
})

test('all words of a sound are found', () => {
  const words = madeWords(2000)
  const { lexicon, alike } = spellingOf(words)
  for (const word of words.slice(0, 200)) {
    const sound = soundOf(word)
    const expected = lexicon.words().filter((each) => soundOf(each) === sound)
    expect(alike(word)).toEqual(expected)
  }
})

test('a look-up reads few of the places, and none where no word is near', () => {
  const words = madeWords(20_000)
  const { spelling, data } = spellingOf(words)
  const stepsOf = (word: string, most: number) => {
    const work = new Work()
    spelling.within(word, most, work)
    return work.done
  }
  expect(stepsOf('zqxjkvwy', 2)).toBe(0)
  for (const word of words.slice(0, 100)) {
    expect(stepsOf(word, 1)).toBeLessThan(data.places.length / 20)
    if (word.length > 6) expect(stepsOf(word, 2)).toBeLessThan(data.places.length / 4)
  }
})

test('finds words of every page', () => {
  const letters = 'abcdefghijklmnop'
  const words = Array.from({ length: 2 ** 16 + 400 }, (_, i) =>
    Array.from({ length: 5 }, (_, at) => letters[(i >>> (4 * at)) & 15]).join(''),
  )
  const { within, lexicon, data, stored } = spellingOf(words)
  expect(data.offsets).toHaveLength(2 * LISTS + 1)
  expect(isSpelling(data, stored)).toBe(true)
  const places = [0, 1, 2 ** 16 - 1, 2 ** 16, 2 ** 16 + 399]
  for (const place of places) {
    const word = `${lexicon.wordOf(data.words[place]!).slice(0, -1)}q`
    expect(within(word, 1)).toEqual(exhaustively(lexicon, word, 1))
  }
})

test('looks up one word as if it had looked up no other', () => {
  const words = madeWords(300)
  const { within } = spellingOf(words)
  const before = words.map((word) => within(word, 2))
  expect(words.map((word) => within(word, 2))).toEqual(before)
})

describe('arrays are consistent', () => {
  const { data, stored } = spellingOf(WORDS)
  const changed = (
    name: keyof SpellingData,
    change: (values: Uint16Array | Uint32Array) => void,
  ) => {
    const values = data[name].slice()
    change(values)
    return { ...data, [name]: values }
  }

  test('as they are built', () => {
    expect(isSpelling(data, stored)).toBe(true)
    expect(data.offsets).toHaveLength(LISTS + 1)
    expect(isSpelling(spellingOf([]).data, spellingOf([]).stored)).toBe(true)
  })

  test.each<[string, SpellingData]>([
    ['a word beyond the lexicon', changed('words', (words) => words.fill(WORDS.length, -1))],
    ['words in another order', changed('words', (words) => words.reverse())],
    ['a word twice', changed('words', (words) => words.copyWithin(1, 0, 1))],
    [
      'a place beyond the words',
      changed('places', (places) => places.fill(data.words.length, 0, 1)),
    ],
    ['places in another order', changed('places', (places) => places.reverse())],
    ['lists that are missing', { ...data, offsets: data.offsets.slice(0, -1) }],
    ['a hash without a word', { ...data, soundWords: data.soundWords.slice(1) }],
    [
      'a word that sounds and is none',
      changed('soundWords', (words) => words.fill(WORDS.length, 0, 1)),
    ],
    ['hashes in another order', changed('soundHashes', (hashes) => hashes.reverse())],
  ])('but not with %s', (_, inconsistent) => {
    expect(isSpelling(inconsistent, stored)).toBe(false)
  })
})
