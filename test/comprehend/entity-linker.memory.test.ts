/**
 * Proves of remembered links:
 * 1. what was kept is given again with its steps, for the same question only
 * 2. nobody can change what is kept: neither who gave it nor who got it
 * 3. only mentions of the index's own words are kept, of up to eighty characters
 * 4. everything is forgotten when there are four thousand
 */

import { expect, test } from 'vitest'
import { LinkMemory } from '../../src/comprehend/entity-linker.ts'
import type { LinkResultItem } from '../../src/contract.ts'
import { openIndex, rowOf } from '../support/comprehend.ts'
import { analyzer } from '../support/linker.ts'

const openMemory = (names: readonly string[] = ['heart failure', 'gout']) =>
  new LinkMemory(openIndex(names), analyzer)

test('gives again what was kept, for the same question', () => {
  const memory = openMemory()
  const link = { rows: [rowOf('A'), rowOf('B', 0.1, 'not_first')], steps: 12 }
  expect(memory.get('5 ', 'gout')).toBeUndefined()
  memory.set('5 ', 'gout', link)
  expect(memory.get('5 ', 'gout')).toEqual(link)
  expect(memory.get('1 ', 'gout')).toBeUndefined()
  expect(memory.get('5 ', 'heart failure')).toBeUndefined()
  memory.set('5 ', 'gout', { rows: [], steps: 3 })
  expect(memory.get('5 ', 'gout')).toEqual({ rows: [], steps: 3 })
})

test('what is kept is nobody else’s to change', () => {
  const memory = openMemory()
  const change = ([row]: readonly LinkResultItem[]) => {
    const own = row as { term_id: string; metadata: { preferred_name: string } }
    own.term_id = 'changed'
    own.metadata.preferred_name = 'changed'
  }
  const rows = [rowOf('A')]
  memory.set('', 'gout', { rows, steps: 1 })
  change(rows)
  const given = memory.get('', 'gout')!.rows
  expect(given).toEqual([rowOf('A')])
  change(given)
  expect(memory.get('', 'gout')!.rows).toEqual([rowOf('A')])
})

const spaced = (length: number) => `heart${' '.repeat(length - 12)}failure`

test.each([
  { mention: 'heart failure', isKept: true },
  { mention: 'Failure of HEART', isKept: false },
  { mention: 'Failure, HEART', isKept: true },
  { mention: 'heart failure of Jane', isKept: false },
  { mention: 'heart failure 7', isKept: false },
  { mention: 'gout E11.9', isKept: false },
  { mention: spaced(80), isKept: true },
  { mention: spaced(81), isKept: false },
])('"$mention" is kept: $isKept', ({ mention, isKept }) => {
  const memory = openMemory()
  memory.set('', mention, { rows: [], steps: 1 })
  expect(memory.get('', mention) !== undefined).toBe(isKept)
})

test('words that are only inflected like those of the index are not kept', () => {
  const memory = openMemory()
  memory.set('', 'failures', { rows: [], steps: 1 })
  expect(memory.get('', 'failures')).toBeUndefined()
})

test('everything is forgotten when there are too many', () => {
  const memory = openMemory()
  const keep = (at: number) => memory.set(`${at} `, 'gout', { rows: [], steps: at })
  for (let at = 0; at < 4000; at++) keep(at)
  expect(memory.get('0 ', 'gout')).toEqual({ rows: [], steps: 0 })
  expect(memory.get('3999 ', 'gout')).toEqual({ rows: [], steps: 3999 })
  keep(4000)
  expect(memory.get('0 ', 'gout')).toBeUndefined()
  expect(memory.get('4000 ', 'gout')).toEqual({ rows: [], steps: 4000 })
})
