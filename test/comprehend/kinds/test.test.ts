/**
 * Proves which tests a note names, over the starter of LOINC:
 * 1. value, unit, range, flag, specimen and time are read behind a name, in lines and in joined names
 * 2. a blood pressure is two tests
 * 3. the status is resulted, ordered, planned or negated
 * 4. a short name is a test only with a value; a number of a unit or a date is no value
 * 5. tests of a list share an order
 * 6. a vital sign is linked without a unit and a specimen
 * 7. the values are hints for the linker, which decides by itself
 */

import { describe, expect, test } from 'vitest'
import { openStarter } from '../../support/linker.ts'
import { entitiesIn } from './entities.ts'

const medlink = openStarter('loinc')

const testsIn = (text: string) => entitiesIn(medlink, 'test', text)

/** "Hb 9.6 g%": name, value and unit of each test. */
const valued = (text: string) =>
  testsIn(text).map(({ text: name, value, unit }) => [name, value, unit].filter(Boolean).join(' '))

test.each([
  ['FBS 142 PPBS 210 A1c 7.9', ['FBS 142', 'PPBS 210', 'A1c 7.9']],
  ['Na/K 138/4.1', ['Na 138', 'K 4.1']],
  ['TLC 14,300, plt 1.2 lakh', ['TLC 14,300', 'plt 1.2 lakh']],
  ['Hb: 9.6 g%', ['Hb 9.6 g%']],
  ['Creatinine was 1.9 mg/dL', ['Creatinine 1.9 mg/dL']],
  ['Hb (3/4) 11.2', ['Hb 11.2']],
  ['HIV / HBsAg / VDRL NR', ['HIV NR', 'HBsAg NR', 'VDRL NR']],
  ['troponin <6', ['troponin <6']],
  ['Temp 98.4 F', ['Temp 98.4 F']],
  ['HR 88 RR 16 SpO2 98%', ['HR 88', 'RR 16', 'SpO2 98 %']],
  ['BP 140/90', ['BP 140', 'BP 90']],
  // A unit has letters that are names elsewhere.
  ['Vit D 28 nmol/L.', ['Vit D 28 nmol/L']],
  ['ESR 40 mm in 1st hr, HR 88', ['ESR 40 mm in 1st hr', 'HR 88']],
  ['WBC 16.4 K K 4.1 P 88', ['WBC 16.4 K', 'K 4.1', 'P 88']],
  ['UACR 30 mg/g creat 1.2', ['UACR 30 mg/g', 'creat 1.2']],
  ['plt 28x10^9/L', ['plt 28 x10^9/L']],
  // An age is no value.
  ['gastric ca at 61', []],
  ['Ca 9.1', ['Ca 9.1']],
  // The disease is meant.
  ['No HIV, no gout', []],
  ['Plan: rule out malaria', []],
  ['Adv HIV, CBC', ['HIV', 'CBC']],
  ['K started at once', []],
  ['T and P were seen', []],
  ['T 37.2 P 88 RR 18', ['T 37.2', 'P 88', 'RR 18']],
  // Of a vital sign only some words are a value.
  ['HR ok, SpO2 normal', ['SpO2 normal']],
  // A scanner misread the name; a speaker spelt it.
  ['Sodiurn 134, Hemog1obin 9.8', ['Sodiurn 134', 'Hemog1obin 9.8']],
  ['a one c 7.9', ['a one c 7.9']],
  ['CMV PCR negative', ['CMV PCR negative']],
  ['The pt is in the ward', []],
  // Weeks of a pregnancy are no value; "ANC" is antenatal care, too.
  ['Hb 28wk 9.8', ['Hb 9.8']],
  ['Hb (28 weeks) 9.8 g/dl', ['Hb 9.8 g/dl']],
  ['ANC 28 wks, Hb 9.8', ['Hb 9.8']],
  // "Pt" with an age is the patient.
  ['Pt: 64 yr M', []],
  ['Pt 45/F, Hb 9', ['Hb 9']],
  ['PT: 14 sec', ['PT 14 sec']],
  ['Pt 15.2, INR 1.3', ['Pt 15.2', 'INR 1.3']],
  ['ANC at 32 weeks', []],
  ['ANC visit, Hb 9.8', ['Hb 9.8']],
  ['ANC 1.2', ['ANC 1.2']],
])('the values of "%s" are %j', (text, expected) => {
  expect(valued(text)).toEqual(expected)
})

test('range, flag, specimen and time', () => {
  expect(testsIn('urine protein 30 mg/dL H (0-15) today')[0]).toMatchObject({
    type: 'test',
    ...{ value: '30', unit: 'mg/dL', flag: 'high', range: '0-15', time: 'today' },
  })
  expect(testsIn('serum potassium 3.1 L')[0]).toMatchObject({ flag: 'low' })
})

describe('the status of', () => {
  test.each([
    ['CRP 48', 'resulted'],
    ['HBsAg negative', 'resulted'],
    ['Adv: CBC, LFT', 'ordered'],
    ['check TSH', 'ordered'],
    ['blood culture sent', 'ordered'],
    ['repeat CBC in 2 weeks', 'planned'],
    ['TSH to be done next visit', 'planned'],
    ['S. electrolytes - not done', 'negated'],
    ['LFT not sent', 'negated'],
    ['Mother: HbA1c 9.1', 'family'],
  ])('"%s" is %s', (text, status) => {
    expect(testsIn(text)[0]?.status).toBe(status)
  })
})

test('the linker has value, unit and specimen as hints, and the usual ones of a number', () => {
  const [hb] = testsIn('Hb 9.6 g/dL')
  const linked = medlink.link({
    ...{ query: 'hemoglobin', ontology: 'loinc', assume: 'usual' },
    metadata: { value: '9.6', unit: 'g/dL', specimen: 'blood' },
  })
  expect(hb!.results).toEqual(linked.results)
  expect(testsIn('CBC sent')[0]!.results).toEqual([])
})

test('tests of a list share an order', () => {
  const ordered = testsIn('HR, CBC, K, LFT sent').map((one) => `${one.text} ${one.status}`)
  expect(ordered).toEqual(['CBC ordered', 'K ordered', 'LFT ordered'])
})

test('a vital sign is linked without a unit and a specimen', () => {
  const [saturation] = testsIn('SpO2 98%')
  const alone = medlink.link({
    query: 'oxygen saturation by pulse oximetry',
    ontology: 'loinc',
    assume: 'usual',
  })
  const hints = { unit: '%', specimen: 'serum' }
  const hinted = medlink.link({
    query: 'oxygen saturation by pulse oximetry',
    ontology: 'loinc',
    metadata: hints,
  })
  expect(alone.results).not.toEqual([])
  expect(saturation!.unit).toBe('%')
  const codes = (rows: readonly { term_id: string }[]) => rows.map(({ term_id }) => term_id)
  expect(codes(saturation!.results)).toEqual(codes(alone.results))
  expect(hinted.results).not.toEqual(alone.results)
})
