import { expect, test } from 'vitest'
import { groupBy } from '../../src/language/group.ts'

test('groups and their items are in the order in which they come', () => {
  const groups = groupBy(['pear', 'fig', 'plum', 'kiwi', 'fir'], (word) => word.length)
  expect([...groups]).toEqual([
    [4, ['pear', 'plum', 'kiwi']],
    [3, ['fig', 'fir']],
  ])
})

test('nothing is no group', () => {
  expect(groupBy([], String).size).toBe(0)
})
