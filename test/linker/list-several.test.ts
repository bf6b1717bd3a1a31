/**
 * Proves of lists of conditions:
 * 1. what stands between separators is a part; a text without them is no list
 * 2. a list of which two parts would be linked says so, with all of its parts, and links none; nothing else does
 */

import { expect, test } from 'vitest'
import { partsOf } from '../../src/linker/list-several.ts'
import { openStarter } from '../support/linker.ts'

test.each([
  { text: 'DM, HTN', parts: ['DM', 'HTN'] },
  { text: 'scabies; gout', parts: ['scabies', 'gout'] },
  { text: 'HTN/DM', parts: ['HTN', 'DM'] },
  { text: 'DM + HTN & CKD', parts: ['DM', 'HTN', 'CKD'] },
  { text: 'fever AND cough', parts: ['fever', 'cough'] },
  { text: 'fever\ncough', parts: ['fever', 'cough'] },
  { text: ', gout ,', parts: [] },
  { text: 'sandy eyes', parts: [] },
  { text: '', parts: [] },
  { text: ',;,', parts: [] },
])('the parts of "$text" are $parts', ({ text, parts }) => {
  expect(partsOf(text)).toEqual(parts)
})

test('of a very long list fifty parts are told', () => {
  expect(partsOf(Array.from({ length: 60 }, (_, i) => `gout ${i}`).join(','))).toHaveLength(50)
})

const first = (query: string, ontology: 'icd-10-cm' | 'snomed') =>
  openStarter(ontology).link({ query, ontology }).results[0]!

test.each(['icd-10-cm', 'snomed'] as const)('%s links no condition of a list', (ontology) => {
  for (const [query, conditions] of [
    ['asthma, gout', ['asthma', 'gout']],
    ['scabies; asthma; xyzzy', ['scabies', 'asthma', 'xyzzy']],
  ] as const) {
    const { is_linked, metadata } = first(query, ontology)
    expect(is_linked).toBe(false)
    expect(metadata).toMatchObject({ link_reason: 'several_conditions', conditions })
  }
})

test.each([
  { query: 'nausea and vomiting', why: 'it is one name' },
  { query: 'asthma, xyzzy', why: 'one part is none' },
  { query: 'xyzzy, plugh', why: 'no part is one' },
  { query: 'no asthma, no gout', why: 'what is denied is no condition' },
])('"$query" is no list: $why', ({ query }) => {
  expect(first(query, 'icd-10-cm')?.metadata.link_reason).not.toBe('several_conditions')
})

test('two of the first ten parts make a list, later ones do not', () => {
  const noise = (count: number) => new Array<string>(count).fill('knee')
  const reasonOf = (parts: readonly string[]) =>
    first(parts.join(', '), 'icd-10-cm').metadata.link_reason
  expect(reasonOf(['asthma', ...noise(8), 'gout'])).toBe('several_conditions')
  expect(reasonOf(['asthma', ...noise(9), 'gout'])).not.toBe('several_conditions')
})

test.each([
  { query: 'vomiting; nausea', ontology: 'snomed', reason: 'several_conditions' },
  { query: 'vomiting, nausea', ontology: 'snomed', reason: 'linked' },
  { query: 'vomiting nausea;', ontology: 'snomed', reason: 'linked' },
  { query: 'vomiting; nausea', ontology: 'icd-10-cm', reason: 'linked' },
] as const)('$ontology, "$query" is $reason', ({ query, ontology, reason }) => {
  const { is_linked, score, metadata } = first(query, ontology)
  expect([is_linked, metadata.link_reason]).toEqual([reason === 'linked', reason])
  if (!is_linked) expect(score).toBeLessThan(first('vomiting, nausea', ontology).score!)
})
