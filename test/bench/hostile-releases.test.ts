/**
 * Proves of the table of hostile releases that each of its rows without a file is a release that is made, and that each release that
 * is made is such a row.
 */
import { expect, test } from 'vitest'
import { ATTACKS, KINDS } from '../../bench/hostile-releases/attacks.ts'

test('every attack is written by its row, or by what is made for it', () => {
  expect(ATTACKS.filter(({ write }) => write === undefined)).toEqual([])
  const writers = new Set(ATTACKS.map(({ write }) => write))
  const made = Object.values(KINDS).flatMap((kind) => Object.entries(kind.made))
  expect(made.filter(([, write]) => !writers.has(write)).map(([name]) => name)).toEqual([])
})
