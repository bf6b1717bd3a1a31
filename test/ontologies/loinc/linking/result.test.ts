/**
 * Proves of results:
 * 1. a value is a number with its unit, a grade or a text, however it is written
 * 2. a range has its upper end and its unit; what is none is undefined
 * 3. no string makes either of them throw
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRange, readValue } from '../../../../src/ontologies/loinc/linking/result.ts'
import { anyString, clinicalText } from '../../../support/arbitraries.ts'

interface NumberRow {
  readonly text: string
  readonly number: number
  readonly unit?: string
}

const NUMBERS: readonly NumberRow[] = [
  { text: '5', number: 5 },
  { text: ' 5 ', number: 5 },
  { text: '5.5', number: 5.5 },
  { text: '-3', number: -3 },
  { text: '0', number: 0 },
  { text: '<5', number: 5 },
  { text: '< 0.01', number: 0.01 },
  { text: '>= 10', number: 10 },
  { text: '≤ 0.3', number: 0.3 },
  { text: '~7', number: 7 },
  { text: '1,234.5', number: 1234.5 },
  { text: '1,50,000', number: 150_000 },
  { text: '5 mg/dL', number: 5, unit: 'mg/dL' },
  { text: '5.5mmol/L', number: 5.5, unit: 'mmol/L' },
  { text: '< 0.01 ng/mL', number: 0.01, unit: 'ng/mL' },
  { text: '45 %', number: 45, unit: '%' },
  { text: '1.5 lakhs/cumm', number: 1.5, unit: '10*5/uL' },
  { text: '12 flurbs', number: 12 },
  // H and L beside a number are flags, high and low.
  { text: '5.4 H', number: 5.4 },
  { text: '5.4 L', number: 5.4 },
  { text: '250 high', number: 250 },
  { text: '250 H', number: 250 },
  { text: '250 hh', number: 250 },
  { text: '12 *', number: 12 },
  { text: '1:80', number: 80, unit: '{titer}' },
  { text: '< 1:20', number: 20, unit: '{titer}' },
  { text: '1/160', number: 160, unit: '{titer}' },
  { text: '0-1 /hpf', number: 1, unit: '/[HPF]' },
  { text: '2 – 4 /hpf', number: 4, unit: '/[HPF]' },
]

describe('a number', () => {
  for (const { text, number, unit } of NUMBERS)
    test(`"${text}" is ${number}${unit ? ` in ${unit}` : ''}`, () => {
      const value = readValue(text)
      expect(value?.kind).toBe('number')
      expect(value?.number).toBe(number)
      expect(value?.unit?.ucum).toBe(unit)
    })
})

test.each([
  'Positive',
  'NEGATIVE',
  'neg',
  'Reactive',
  'Non-Reactive',
  'non reactive',
  'Detected',
  'Not detected',
  'Absent',
  'Nil',
  'Trace',
  '+',
  '++++',
  '1+',
  '2 +',
  'Present (+)',
  'few',
  'Occasional',
  'Weakly positive',
  'POSITIVE (1:80)',
  'absent',
])('"%s" is a grade', (text) => {
  expect(readValue(text)?.kind).toBe('grade')
})

test.each(['Acidic', 'acid', 'ALKALINE', 'neutral', 'Slightly acidic'])(
  '"%s" is a reaction',
  (text) => {
    expect(readValue(text)).toEqual({ kind: 'reaction' })
  },
)

describe('a name or a text', () => {
  const rows: readonly { text: string }[] = [
    { text: 'B Positive' },
    { text: 'O negative' },
    { text: 'AB +ve' },
    { text: 'A Rh positive' },
    { text: 'O+' },
    { text: 'Acidic urine' },
    { text: 'Escherichia coli' },
    { text: 'E. coli' },
    { text: 'Klebsiella pneumoniae' },
    { text: 'Pale yellow' },
    { text: 'No growth after 48 hours' },
    { text: 'Sample haemolysed' },
    { text: 'हल्का पीला' },
    // How much has grown is said beside what has grown.
    { text: 'Klebsiella pneumoniae, moderate growth' },
  ]
  for (const { text } of rows)
    test(text, () => {
      expect(readValue(text)).toEqual({ kind: 'text' })
    })
})

test.each([undefined, '', ' ', '\n\t'])('%j is no value', (text) => {
  expect(readValue(text)).toBeUndefined()
})

test.each([
  { text: '13.0 - 17.0 g/dL', high: 17, unit: 'g/dL' },
  { text: '13.0-17.0', high: 17 },
  { text: '12 – 16', high: 16 },
  { text: '12 to 16', high: 16 },
  { text: '(12-16)', high: 16 },
  { text: '(12 - 16) g/dL', high: 16, unit: 'g/dL' },
  { text: '< 5', high: 5 },
  { text: '<5 mg/L', high: 5, unit: 'mg/L' },
  { text: '≤ 0.04 ng/mL', high: 0.04, unit: 'ng/mL' },
  { text: 'up to 40 U/L', high: 40, unit: 'U/L' },
  { text: 'Upto 40', high: 40 },
  { text: 'Less than 150 mg/dL', high: 150, unit: 'mg/dL' },
  { text: '4-11 10^3/uL', high: 11, unit: '10*3/uL' },
  { text: '4.0 - 11.0 x 10^3/uL', high: 11, unit: '10*3/uL' },
  { text: '1,50,000 - 4,50,000 /cumm', high: 450_000, unit: '/uL' },
  { text: '40 - 75 %', high: 75, unit: '%' },
  { text: '12-16 flurbs', high: 16 },
  { text: '17 - 13', high: 17 },
])('the range "$text" goes up to $high', ({ text, high, unit }) => {
  const range = readRange(text)
  expect(range?.high).toBe(high)
  expect(range?.unit?.ucum).toBe(unit)
})

test.each([undefined, '', ' ', 'junk', 'Negative', 'see note', 'g/dL', '-', '–'])(
  '%j is no range',
  (text) => {
    expect(readRange(text)).toBeUndefined()
  },
)

test('no string makes a value or a range throw, and what is a number is one', () => {
  const text = fc.oneof(anyString, clinicalText, fc.string({ minLength: 300, maxLength: 5000 }))
  fc.assert(
    fc.property(text, (text) => {
      const value = readValue(text)
      expect(value === undefined).toBe(text.trim() === '')
      if (value?.kind === 'number') expect(value.number).not.toBeNaN()
      else expect(value?.number).toBeUndefined()
      expect(readRange(text)?.high).not.toBeNaN()
    }),
  )
})

test('any two numbers with a unit are a range', () => {
  const number = fc.integer({ min: 0, max: 100_000 }).map((hundredths) => hundredths / 100)
  const unit = fc.constantFrom('g/dL', 'mmol/L', '%', '10*3/uL')
  fc.assert(
    fc.property(
      number,
      number,
      unit,
      fc.constantFrom('-', ' - ', ' to ', '–'),
      (a, b, ucum, to) => {
        const range = readRange(`${a}${to}${b} ${ucum}`)
        expect(range?.high).toBe(Math.max(a, b))
        expect(range?.unit?.ucum).toBe(ucum)
      },
    ),
  )
})

describe('a finding', () => {
  test.each(['Positive', 'neg', 'Non-Reactive', 'Present', 'Trace', '2+', '-ve', '+ve', 'Absent'])(
    '%s is no amount',
    (text) => {
      expect(readValue(text)).toEqual({ kind: 'grade', isNoAmount: true })
    },
  )

  test.each(['High', 'Nil', 'Not detected', 'few', 'normal', 'Negative (0.12)'])(
    '%s may be one',
    (text) => {
      expect(readValue(text)).toEqual({ kind: 'grade' })
    },
  )
})
