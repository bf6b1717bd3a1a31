/** Proves that levels of the spine are read as their region, and nothing else is; and that one is broken only next to a sign or a word for it. */

import { expect, test } from 'vitest'
import { isLevelAlone, spineLevelsIn } from '../../src/clinical/attributes.ts'

test.each([
  ['L4-5 disc', [['L4-5', 'lumbar']]],
  ['c5/6', [['c5/6', 'cervical']]],
  [
    'D11 and L5-S1',
    [
      ['D11', 'thoracic'],
      ['L5-S1', 'lumbosacral'],
    ],
  ],
  ['T12 – L1', [['T12 – L1', 'thoracolumbar']]],
  ['S1', [['S1', 'sacral']]],
  // Neither from below to above nor over three regions.
  ['S1-L5', []],
  ['C7-L1', []],
  ['HbA1c 7, D3 1000, BT12, T12x', [['D3', 'thoracic']]],
])('%s', (text, levels) => {
  const found = spineLevelsIn(text).map(({ begin, end, region }) => [
    text.slice(begin, end),
    region,
  ])
  expect(found).toEqual(levels)
})

test.each([
  ['{L5} root pain', true],
  ['Pain at {c7}', true],
  ['Old # of wrist, {L4} tender', true],
  ['{T12} tender, no fracture', true],
  ['# {L4}', false],
  ['#{L4}', false],
  ['{L4} # after a fall', false],
  ['{T12} compression fracture', false],
  ['Fx at {L3}', false],
  ['Fractured {C2}', false],
  ['{L3} was fx', false],
  ['{L4 disc}', false],
])('%s: a level alone is %s', (marked, isAlone) => {
  const text = marked.replace(/[{}]/g, '')
  expect(isLevelAlone(text, marked.indexOf('{'), marked.indexOf('}') - 1)).toBe(isAlone)
})
