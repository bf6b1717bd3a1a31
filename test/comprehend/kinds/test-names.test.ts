/**
 * Proves which names of tests are meant, over the starter of LOINC:
 * 1. joined names with two values are two tests
 * 2. a letter of a count of cells, an interval of an ECG and a date are no vital signs and no values
 * 3. a name that is a word elsewhere is a test only as tests are written
 * 4. a name may be another test next to others
 */

import { expect, test } from 'vitest'
import { openStarter } from '../../support/linker.ts'
import { entitiesIn } from './entities.ts'

const medlink = openStarter('loinc')

/** "Hb 9.6 g%": name, value and unit of each test. */
const valued = (text: string) =>
  entitiesIn(medlink, 'test', text).map(({ text: name, value, unit }) =>
    [name, value, unit].filter(Boolean).join(' '),
  )

test.each([
  ['PT/INR 13.5/1.1', ['PT 13.5', 'INR 1.1']],
  ['PT-INR: 14/1.2', ['PT 14', 'INR 1.2']],
  ['PT/INR 2.4', ['PT/INR 2.4']],
  ['DLC P 78 L 18 M 3 E 1', []],
  ['DC: P 64%, L 30%', []],
  ['P 78, BP 120/80', ['P 78', 'BP 120', 'BP 80']],
  ['ECG: PR 180 msec, QTc 430', []],
  ['PR 84/min', ['PR 84 /min']],
  ['Pt: neg x2', []],
  ['PT normal', ['PT normal']],
  ['Pt stable, PT 14 sec', ['PT 14 sec']],
  ['LE 6/9, RE 6/12', []],
  ['UA: nitrite neg, LE large', ['nitrite neg', 'LE large']],
  ['Hx bladder ca 2017', []],
  ['Ca 9.1, K 4/5', ['Ca 9.1']],
  ['Labs (PCP 8/30): Hgb 9.7', ['Hgb 9.7']],
  ['got 1u PRBC, GOT 45', ['GOT 45']],
  ['on hep gtt 4 u/hr, GTT normal', ['GTT normal']],
  ['Xpert: MTB detected, K 4', ['MTB detected', 'K 4']],
] as const)('%s', (text, expected) => {
  expect(valued(text)).toEqual(expected)
})

test.each([
  ['TC 245, TG 310, HDL 32', '2093-3'],
  ['HDL 38, TC 220', '2093-3'],
  ['TC 9400, ESR 30', '6690-2'],
  ['Hb 11, TC 8.2, plt 240', '6690-2'],
])('%s', (text, code) => {
  const { results } = entitiesIn(medlink, 'test', text).find((each) => each.text === 'TC')!
  expect(results[0]!.term_id).toBe(code)
})
