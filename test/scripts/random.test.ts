/**
 * 1. The same seed gives the same numbers, and another seed others.
 * 2. Numbers lie in [0, 1).
 * 3. A sample has distinct items of the list, as many as asked for or as there are.
 * 4. randomEdit changes exactly one word, of at least five letters, by exactly one edit.
 * 5. randomEdit is as deterministic as its source, and has nothing to give for text without such a word.
 */
import levenshtein from 'fast-levenshtein'
import { describe, expect, test } from 'vitest'
import { randomEdit, sample, seededRandom } from '../../scripts/support/random.ts'

const TITLES = [
  'Cholera due to Vibrio cholerae 01, biovar eltor',
  'Type 2 diabetes mellitus with diabetic neuropathy, unspecified',
  'Oth disp fx of base of first MC bone, left hand, sequela',
  'AAAAA bbbbb',
]

function take(seed: number, count: number): number[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, random)
}

describe('seededRandom', () => {
  test('gives the same numbers for the same seed', () => {
    expect(take(7, 100)).toEqual(take(7, 100))
  })

  test('gives other numbers for another seed', () => {
    expect(take(7, 10)).not.toEqual(take(8, 10))
  })

  test('keeps its first numbers from version to version', () => {
    expect(take(1, 3)).toEqual([0.6270739405881613, 0.002735721180215478, 0.5274470399599522])
  })

  test('stays in [0, 1)', () => {
    for (const value of take(3, 10_000)) {
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThan(1)
    }
  })
})

describe('sample', () => {
  const items = Array.from({ length: 50 }, (_, i) => i)

  test('takes distinct items of the list', () => {
    const taken = sample(items, 20, seededRandom(1))
    expect(new Set(taken).size).toBe(20)
    expect(taken.every((item) => items.includes(item))).toBe(true)
  })

  test('takes all there are when asked for more', () => {
    expect(sample(items, 80, seededRandom(1)).sort((a, b) => a - b)).toEqual(items)
  })

  test('takes the same items for the same seed and leaves the list as it is', () => {
    expect(sample(items, 5, seededRandom(2))).toEqual(sample(items, 5, seededRandom(2)))
    expect(items[0]).toBe(0)
  })
})

describe('randomEdit', () => {
  test.each(TITLES)('changes one word by one edit: %s', (title) => {
    const random = seededRandom(11)
    const words = title.split(' ')
    for (let i = 0; i < 500; i++) {
      const edited = randomEdit(title, random)!.split(' ')
      const changed = words.flatMap((word, at) => (word === edited[at] ? [] : [at]))
      expect(edited).toHaveLength(words.length)
      expect(changed).toHaveLength(1)
      const at = changed[0]!
      expect(words[at]).toMatch(/[A-Za-z]{5,}/)
      expect(isOneEdit(words[at]!, edited[at]!)).toBe(true)
    }
  })

  test('gives the same edits for the same seed', () => {
    const edits = () => {
      const random = seededRandom(5)
      return TITLES.map((title) => randomEdit(title, random))
    }
    expect(edits()).toEqual(edits())
  })

  test('has nothing to give when no word has five letters', () => {
    expect(randomEdit('Oth fx of MC bone 12345', seededRandom(1))).toBeUndefined()
  })
})

/** One insertion, deletion or substitution, or two neighbours swapped. */
function isOneEdit(before: string, after: string): boolean {
  if (levenshtein.get(before, after) === 1) return true
  if (before.length !== after.length) return false
  const at = [...before].findIndex((letter, i) => letter !== after[i])
  return (
    before[at] === after[at + 1] &&
    before[at + 1] === after[at] &&
    before.slice(at + 2) === after.slice(at + 2)
  )
}
