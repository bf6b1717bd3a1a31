/**
 * Proves which names of tests are meant, over the starter of LOINC:
 * 1. joined names with two values are two tests
 * 2. a letter of a count of cells, an interval of an ECG and a date are no vital signs and no values
 * 3. a name that is a word elsewhere is a test only as tests are written
 * 4. a name may be another test next to others
 * 5. a posture, a limb and a time may be between a name and its value, and part values of one test
 * 6. a scanner's O is a zero; a list of numbers is no range; a sign about a flag is none of its own
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
  ['Pot 2 times daily, POT 4.4', ['POT 4.4']],
  ['GCS E3V4M5, CRT 4 sec', ['GCS E3V4M5', 'CRT 4 sec']],
  ['CRT 50 Gy, CRT 2019', []],
  ['PEEP 8, FiO2 0.6, UO 20 ml/hr', ['PEEP 8', 'FiO2 0.6', 'UO 20 ml/hr']],
  ['BP lying 142/86, standing 118/70', ['BP 142', 'BP 86', 'BP 118', 'BP 70']],
  ['BP 160/100 (L arm), 158/98 (R arm)', ['BP 160', 'BP 100', 'BP 158', 'BP 98']],
  ['HR 110 on exertion, SpO2 88%', ['HR 110', 'SpO2 88 %']],
  ['Hb on adm 6.4, at discharge 9.1', ['Hb 6.4', 'Hb 9.1']],
  ['HbA1c last month 8.1, today 7.4', ['HbA1c 8.1', 'HbA1c 7.4']],
  ['Wt 88.4 kg (adm 92.1)', ['Wt 88.4 kg']],
  ['BP 90/60 -> 110/70', ['BP 110', 'BP 70']],
  ['BP 12/6 130/80', ['BP 130', 'BP 80']],
  ['SpO2 85% -> 96%RA', ['SpO2 96 %']],
  ['GRBS 243-198-176', ['GRBS 243']],
  ['plt 90-120', ['plt 90-120']],
  ['Na 14O, BP 178/1O4', ['Na 14O', 'BP 178', 'BP 1O4']],
  ['plt 100 O positive', ['plt 100']],
  ['UA BLOOD TRACE, UA LEUK EST LARGE', ['UA BLOOD TRACE', 'LEUK EST LARGE']],
  ['Vent: PCV 16, RR 18, PEEP 8', ['PEEP 8']],
  ['PCV 32%, RR 18', ['PCV 32 %', 'RR 18']],
  ['Pre HD K 6.1, serum Ca 2.2 on HD', ['K 6.1', 'Ca 2.2']],
  ['Hb 74 - 1 unit given, WBC 8-10', ['Hb 74', 'WBC 8-10']],
  ['Xpert: MTB detected, K 4', ['MTB detected', 'K 4']],
] as const)('%s', (text, expected) => {
  expect(valued(text)).toEqual(expected)
})

test.each([
  ['Na 131 *L*', 'low'],
  ['Na 150 [H]', 'high'],
  ['Na 150 *', 'abnormal'],
])('the flag of %j is %s', (text, flag) => {
  expect(entitiesIn(medlink, 'test', text)).toMatchObject([{ flag }])
})

test.each([
  ['U Na 62, K 4.1', ['U', null]],
  ['insulin 6 U K 4.1', [null]],
])('the specimens of %j', (text, expected) => {
  const tests = entitiesIn(medlink, 'test', text).filter(({ text: name }) => /Na|K/.test(name))
  expect(tests.map(({ specimen }) => specimen)).toEqual(expected)
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
