/**
 * Proves of analyzing:
 * 1. spelling, numerals, word forms, prefixes and possessives: what means the same has the same key
 * 2. numbers keep their value: different numbers never share a key
 * 3. brackets and function words are marked, not dropped; with nothing else to go by, function words are words
 * 4. it takes any string, its offsets are valid and ordered, and the same text gives the same words
 * 5. its version changes with what the words depend on, and with nothing else
 */

import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAnalyzer } from '../../src/language/analyze.ts'
import { attachedUnits, readUnitSpellings } from '../../src/language/attached-units.ts'
import { digestTables } from '../../src/language/tables.ts'
import { anyString, clinicalText } from '../support/arbitraries.ts'

const analyzer = createAnalyzer()
const formsOf = (text: string) => analyzer.analyze(text).map(({ form }) => form)
const keysOf = (text: string) => analyzer.analyze(text).map(({ key }) => key)

describe('one form for', () => {
  test.each([
    { text: 'Fever', forms: ['fever'] },
    { text: 'haemorrhage', forms: ['hemorrhage'] },
    { text: 'Oesophagitis', forms: ['esophagitis'] },
    { text: "Crohn's disease", forms: ['crohn', 'disease'] },
    { text: 'Crohn’s disease', forms: ['crohn', 'disease'] },
    { text: "patients' rights", forms: ['patients', 'rights'] },
    { text: "O'Brien", forms: ['obrien'] },
    { text: 'Sjögren', forms: ['sjogren'] },
    { text: '1,000.50 mg', forms: ['1000.5', 'mg'] },
    { text: '2–4', forms: ['2-4'] },
    { text: 'S.L.E.', forms: ['sle'] },
    { text: 'E11.9', forms: ['e11.9'] },
    { text: 'HER2+', forms: ['her2', '+'] },
    { text: '', forms: [] },
  ])('$text', ({ text, forms }) => {
    expect(formsOf(text)).toEqual(forms)
  })
})

describe('reads the numeral in', () => {
  test.each([
    { text: 'type II diabetes', forms: ['type', '2', 'diabetes'] },
    { text: 'type two diabetes', forms: ['type', '2', 'diabetes'] },
    { text: 'type2 diabetes', forms: ['type', '2', 'diabetes'] },
    { text: 'type-2 diabetes', forms: ['type', '2', 'diabetes'] },
    { text: 'stage IIIb', forms: ['stage', '3b'] },
    { text: 'factor X', forms: ['factor', '10'] },
    { text: 'third degree', forms: ['3rd', 'degree'] },
    { text: 'X chromosome', forms: ['x', 'chromosome'] },
    { text: 'IV fluids', forms: ['iv', 'fluids'] },
  ])('$text', ({ text, forms }) => {
    expect(formsOf(text)).toEqual(forms)
  })
})

test.each([
  { text: 'type II', kinds: ['word', 'number'] },
  { text: 'third degree', kinds: ['word', 'word'] },
  { text: 'b-12', kinds: ['word'] },
])('says that $text is $kinds', ({ text, kinds }) => {
  expect(analyzer.analyze(text).map(({ kind }) => kind)).toEqual(kinds)
})

describe('gives the same keys for', () => {
  test.each([
    { same: ['fracture', 'fractures', 'fractured', 'Fractures'] },
    { same: ['haemorrhage', 'hemorrhage', 'hemorrhages'] },
    { same: ['anaemia', 'anemia', 'anaemic', 'anemic'] },
    { same: ['diabetes', 'diabetic'] },
    { same: ['abdomen', 'abdominal'] },
    { same: ['nontraumatic', 'non traumatic', 'non-traumatic', 'Non–Traumatic'] },
    { same: ['preeclampsia', 'pre eclampsia', 'pre-eclampsia', 'pre-eclampsia.'] },
    { same: ['gastroesophageal', 'gastro-oesophageal', 'gastro-esophageal'] },
    { same: ['coinfection', 'co-infection'] },
    { same: ['b12', 'b-12', 'B12', 'B-12'] },
    { same: ['type 2', 'type II', 'type two', 'type2', 'type-2'] },
    { same: ["Parkinson's", 'Parkinson’s', 'Parkinson'] },
    { same: ['500 mg', '500mg', '500.0 mg'] },
    { same: ['250 µg', '250 μg', '250 ug'] },
    { same: ['1,000', '1000'] },
    { same: ['10⁹', '10^9'] },
  ])('$same', ({ same }) => {
    for (const text of same) expect(keysOf(text), text).toEqual(keysOf(same[0]!))
  })
})

describe('keeps apart', () => {
  test.each([
    { a: 'hyper/hypo thyroid', b: 'hyperhypo thyroid' },
    { a: 'non 5', b: 'non5' },
    { a: 'b 12', b: 'b12' },
    { a: 're fracture', b: 'refracture' },
    { a: 'T-cell', b: 'tcell' },
    { a: '10-19', b: '10 19' },
  ])('$a and $b', ({ a, b }) => {
    expect(keysOf(a)).not.toEqual(keysOf(b))
  })

  test.each([
    { a: '100 mg', b: '10 mg' },
    { a: '100mg', b: '10mg' },
    { a: '100mgs', b: '10mgs' },
    { a: '100xyz', b: '10xyz' },
    { a: '1.5 mg', b: '15 mg' },
    { a: '0.5 mg', b: '5 mg' },
    { a: '120/80', b: '12/80' },
    { a: '120/80mmhg', b: '120/8mmhg' },
    { a: 'type 1', b: 'type 2' },
  ])('the numbers of $a and $b', ({ a, b }) => {
    const numbers = (text: string) => keysOf(text).filter((key) => /\d/.test(key))
    expect(numbers(a).filter((key) => numbers(b).includes(key))).toEqual([])
  })

  test('any two numbers, whatever stands behind them', () => {
    const number = fc.oneof(fc.nat(1000), fc.nat(10 ** 6))
    const unit = fc.constantFrom(' mg', 'mg', 'mgs', 'x', '%', ' days', '')
    fc.assert(
      fc.property(number, number, unit, (a, b, rest) => {
        fc.pre(a !== b)
        expect(keysOf(`${a}${rest}`)[0]).not.toBe(keysOf(`${b}${rest}`)[0])
      }),
    )
  })
})

test.each([
  { text: 'DRESS syndrome', abbreviations: ['dress'] },
  { text: 'Disease caused by HIV [AIDS]', abbreviations: ['hiv', 'aids'] },
  { text: 'AIDS', abbreviations: ['aids'] },
  { text: 'GASTRITIS', abbreviations: [] },
  { text: 'ACUTE MI', abbreviations: [] },
  { text: 'Acute Gastritis', abbreviations: [] },
  { text: 'hepatitis B', abbreviations: [] },
  { text: 'Factor VIII deficiency', abbreviations: [] },
])('takes for abbreviations in $text: $abbreviations', ({ text, abbreviations }) => {
  const marked = analyzer.analyze(text).filter(({ abbreviation }) => abbreviation)
  expect(marked.map(({ form }) => form)).toEqual(abbreviations)
})

test.each([
  { text: 'cholecystitis (acute) (chronic)', optional: ['acute', 'chronic'] },
  { text: '[HIV] disease', optional: ['hiv'] },
  { text: 'fever (high [very]) grade', optional: ['high', 'very'] },
  { text: '(unclosed text', optional: ['unclosed', 'text'] },
  { text: 'closed) only', optional: [] },
  { text: 'no brackets', optional: [] },
])('marks as optional in $text: $optional', ({ text, optional }) => {
  const marked = analyzer.analyze(text).filter((word) => word.optional)
  expect(marked.map(({ form }) => form)).toEqual(optional)
})

test.each([
  { text: 'fracture of the femur', stops: ['of', 'the'] },
  { text: 'of fever', stops: ['of'] },
  { text: 'without fever', stops: [] },
  { text: 'no fever', stops: [] },
])('marks as function words in $text: $stops', ({ text, stops }) => {
  const marked = analyzer.analyze(text).filter((word) => word.stop)
  expect(marked.map(({ form }) => form)).toEqual(stops)
})

test.each([
  { text: 'of the', forms: ['of', 'the'] },
  { text: 'PT', forms: ['pt'] },
  { text: 'BE', forms: ['be'] },
  { text: '(The)', forms: ['the'] },
])('takes for words what is nothing but function words: $text', ({ text, forms }) => {
  const words = analyzer.analyze(text)
  expect(words.map(({ form }) => form)).toEqual(forms)
  expect(words.map(({ stop }) => stop)).toEqual(forms.map(() => false))
})

test.each([
  { text: 'pre-eclampsia now', slices: ['pre-eclampsia', 'now'] },
  { text: 'vit b-12 low', slices: ['vit', 'b-12', 'low'] },
  { text: 'Crohn’s (ileal)', slices: ['Crohn’s', 'ileal'] },
])('points to the words of $text', ({ text, slices }) => {
  expect(analyzer.analyze(text).map(({ start, end }) => text.slice(start, end))).toEqual(slices)
})

test('gives each word the key of its form', () => {
  for (const word of analyzer.analyze('diabetic patients with haemorrhages of the gastro-colic'))
    expect(analyzer.keyOf(word.form)).toBe(word.key)
})

test('takes any string, with valid offsets in order and no empty form or key', () => {
  fc.assert(
    fc.property(fc.oneof(anyString, clinicalText), (text) => {
      let end = 0
      for (const word of analyzer.analyze(text)) {
        expect(word.start).toBeGreaterThanOrEqual(end)
        expect(word.end).toBeGreaterThan(word.start)
        expect(word.end).toBeLessThanOrEqual(text.length)
        expect(word.form).not.toBe('')
        expect(word.key).not.toBe('')
        end = word.end
      }
    }),
    { numRuns: 1000 },
  )
})

test('gives the same words for the same text, by the same analyzer and by a new one', () => {
  const other = createAnalyzer()
  expect(other.version).toBe(analyzer.version)
  fc.assert(
    fc.property(clinicalText, (text) => {
      const words = analyzer.analyze(text)
      expect(analyzer.analyze(text)).toEqual(words)
      expect(other.analyze(text)).toEqual(words)
    }),
  )
})

test.each([
  { text: '# clavicle', forms: 'fracture clavicle' },
  { text: '#Clavicle', forms: 'fracture clavicle' },
  { text: '# lt distal end radius', forms: 'fracture lt distal end radius' },
  { text: '# the left upper outer femur', forms: 'the left upper outer femur' },
  { text: 'compound # tibia', forms: 'compound fracture tibia' },
  { text: 'NOF #', forms: 'nof fracture' },
  { text: 'sprain vs # ankle', forms: 'sprain vs fracture ankle' },
  { text: 'sprain/# ankle', forms: 'sprain fracture ankle' },
  { text: 'rib #4', forms: 'rib 4' },
  { text: 'bed # 4, rib pain', forms: 'bed 4 rib pain' },
  { text: 'Neutrophils [#/volume] in Nasal fluid', forms: 'neutrophils volume in nasal fluid' },
  { text: 'neutrophils #', forms: 'neutrophils' },
  { text: '# of visits', forms: 'of visits' },
  { text: 'bed# ankle', forms: 'bed ankle' },
  { text: '#', forms: '' },
])('the sign in "$text": $forms', ({ text, forms }) => {
  const words = analyzer.analyze(text)
  expect(words.map(({ form }) => form).join(' ')).toBe(forms)
  const sign = words.find(({ form, end, start }) => form === 'fracture' && end - start === 1)
  if (sign !== undefined) expect(text.slice(sign.start, sign.end)).toBe('#')
})

test('has a version of its code, its tables and the units that come apart from a number', () => {
  const tables = digestTables([
    'fracture-sites.tsv',
    'spelling-variants.tsv',
    'stop-words.tsv',
    'word-forms.tsv',
  ])
  const units = attachedUnits(readUnitSpellings()).join(' ')
  const digest = createHash('sha256').update(tables).update(units).digest('hex')
  expect(analyzer.version).toBe(`5-${digest.slice(0, 8)}`)
})
