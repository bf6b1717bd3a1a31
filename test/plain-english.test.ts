/** Proves of the comments of src/: a comment begins with a noun or a verb, and no replaced phrase occurs. */

import { describe, expect, test } from 'vitest'
import { faultsIn, readFaults } from './support/plain-english.ts'

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

test('no file has one', () => {
  expect(Object.fromEntries(readFaults())).toEqual({})
})
