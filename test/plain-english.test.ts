/**
 * Proves of the comments of src/:
 * 1. a comment begins with a noun or a verb, and no replaced phrase occurs, but for the faults that a file is allowed
 * 2. a file is allowed no more faults than it has, so that the list can only shrink
 */

import { describe, expect, test } from 'vitest'
import { faultsIn, readAllowed, readFaults } from './support/plain-english.ts'

describe('a fault is found:', () => {
  test.each([
    { source: '/** What is asked. */', faults: ['What is asked.'] },
    { source: '  /**\n   * Whether it is\n   * one.\n   */', faults: ['Whether it is one.'] },
    { source: 'const a = 1 // by its name\n// and more', faults: ['by its name and more'] },
    { source: '// Of the first\n\n// By the second', faults: ['Of the first', 'By the second'] },
    {
      source: '/** A row in the\n * place of another; beside it. */',
      faults: ['in the place of', 'beside'],
    },
    { source: '/** It stands below. Stands for it. */', faults: ['stands'] },
    { source: '/** Rows, best first. */\nconst url = "http://of.by"', faults: [] },
    { source: '/** Whatever comes, byte by byte. */', faults: [] },
  ])('$source', ({ source, faults }) => {
    expect(faultsIn(source)).toEqual(faults)
  })
})

const faults = readFaults()
const allowed = readAllowed()

test('no file has more faults than it is allowed', () => {
  const more = [...faults].filter(([path, { length }]) => length > (allowed.get(path) ?? 0))
  expect(Object.fromEntries(more)).toEqual({})
})

test('no file is allowed more faults than it has', () => {
  const less = [...allowed].filter(([path, count]) => count > (faults.get(path)?.length ?? 0))
  expect(less).toEqual([])
})
