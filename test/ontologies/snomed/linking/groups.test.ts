/**
 * Proves of guessing which kind of thing words name, over indexes of a few names:
 * 1. the likeliest kind has 1, every kind more than 0, and nothing is NaN
 * 2. words say what the names that have them are; words that no name has say nothing
 * 3. of a word in many names a sample speaks
 */

import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { MedlinkIndex } from '../../../../src/index/reader.ts'
import { snomedColumns } from '../../../../src/ontologies/snomed/columns.ts'
import { GroupGuesser } from '../../../../src/ontologies/snomed/linking/groups.ts'
import { GROUPS, type Group } from '../../../../src/ontologies/snomed/semantic-tags.ts'
import { anyString } from '../../../support/arbitraries.ts'
import { analyzer, fileFolder } from '../../../support/linker.ts'
import { NO_TABLES, releaseOf, type Sketch, TAG_OF, writeSnomed } from '../../../support/snomed.ts'

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${name} ${i + 1}`)

/** Names by kind, among them a word of one kind only, and words of several. */
const NAMES: Partial<Record<Group, readonly string[]>> = {
  disorder: [
    'Carcinoma of uvula',
    'Carcinoma of tonsil',
    'Carcinoma of lung',
    'Abscess of tonsil',
    'Infection of lung',
    'Cyst',
    'Infected cyst',
    'Cyst of lung',
  ],
  finding: ['Cough', 'Dry cough', 'Pain in throat'],
  body: ['Uvula', 'Tonsil', 'Lung', ...numbered('Part of uvula', 8)],
  morphology: ['Cyst', 'Carcinoma', 'Abscess'],
  procedure: ['Excision of uvula', 'Excision of tonsil', 'Excision of lung'],
  organism: numbered('Candida', 40),
}

/** As many other names of every kind. */
const FILLERS = 40

const SKETCHES: readonly Sketch[] = GROUPS.flatMap((group, kind) =>
  [
    ...(NAMES[group] ?? []),
    ...Array.from({ length: FILLERS }, (_, i) => `Filler ${'abcdefghij'[i % 10]}${i} ${group}`),
  ].map((name, i) => ({ code: `${kind + 10}${i + 100}`, name, tag: TAG_OF[group] })),
)

/** Guesses over an index of these concepts, closed at the end. */
function guesserOver(sketches: readonly Sketch[]): (text: string) => readonly number[] {
  const file = writeSnomed(fileFolder(), releaseOf(sketches), NO_TABLES)
  const expectation = { textVersion: analyzer.version, columns: snomedColumns }
  const index = new MedlinkIndex(file, expectation)
  afterAll(() => index.close())
  const guesser = new GroupGuesser(index)
  return (text) => guesser.guess(analyzer.analyze(text))
}

const guess = guesserOver(SKETCHES)
const likeliest = (guess: readonly number[]): Group => GROUPS[guess.indexOf(1)]!
const of = (guess: readonly number[], group: Group) => guess[GROUPS.indexOf(group)]!

describe('means most likely', () => {
  test.each([
    { text: 'uvula', group: 'body' },
    { text: 'carcinoma of uvula', group: 'disorder' },
    { text: 'uvula carcinoma', group: 'disorder' },
    { text: 'excision of uvula', group: 'procedure' },
    { text: 'excision', group: 'procedure' },
    { text: 'cough', group: 'finding' },
    { text: 'candida', group: 'organism' },
    { text: 'infection', group: 'disorder' },
    { text: 'cyst', group: 'disorder' },
    { text: '', group: 'finding' },
    { text: 'of the', group: 'finding' },
    { text: 'zzzz', group: 'finding' },
  ])('"$text": $group', ({ text, group }) => {
    expect(likeliest(guess(text))).toBe(group)
  })
})

test('words that no name has, and function words, say nothing', () => {
  expect(guess('carcinoma of the zzzz uvula')).toEqual(guess('carcinoma uvula'))
  expect(guess('zzzz')).toEqual(guess(''))
  expect(of(guess('zzzz'), 'disorder')).toBeCloseTo(0.25, 12)
  expect(of(guess('zzzz'), 'product')).toBeLessThan(0.05)
})

test('a word of another kind makes that kind likelier', () => {
  expect(of(guess('excision of tonsil'), 'procedure')).toBeGreaterThan(
    of(guess('tonsil'), 'procedure'),
  )
  expect(of(guess('carcinoma of tonsil'), 'body')).toBeLessThan(of(guess('tonsil'), 'body'))
})

test('asked twice it says the same, and the order of words does not matter', () => {
  const once = guess('carcinoma of uvula')
  expect(guess('carcinoma of uvula')).toEqual(once)
  for (const [i, likelihood] of guess('uvula carcinoma').entries())
    expect(likelihood).toBeCloseTo(once[i]!, 12)
})

test('whatever is said, one kind has 1 and each a likelihood', () => {
  const known = fc.array(fc.constantFrom(...SKETCHES.map(({ name }) => name)), { maxLength: 60 })
  const text = fc.oneof(
    anyString,
    known.map((names) => names.join(' ')),
  )
  fc.assert(
    fc.property(text, (said) => {
      const likelihoods = guess(said)
      expect(likelihoods).toHaveLength(GROUPS.length)
      expect(Math.max(...likelihoods)).toBe(1)
      expect(likelihoods.every((likelihood) => likelihood >= 0)).toBe(true)
    }),
  )
})

test('of a word in very many names a sample speaks, of each kind about its share', () => {
  const named = (name: string, count: number, tagOf: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => ({
      code: `${name.length}${i + 1000}`,
      name: `${name} a${i}`,
      tag: tagOf(i),
    }))
  const likelihoods = guesserOver([
    ...SKETCHES,
    ...named('Ulcer', 2000, (i) => (i < 500 ? 'procedure' : 'disorder')),
    ...named('Suture', 1000, () => 'procedure'),
  ])('ulcer')
  // About 1500 of 3000 names against 500 of 3000, and a prior of 0.6.
  expect(of(likelihoods, 'disorder')).toBe(1)
  expect(of(likelihoods, 'procedure')).toBeGreaterThan(0.17)
  expect(of(likelihoods, 'procedure')).toBeLessThan(0.23)
})
