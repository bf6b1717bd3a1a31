/**
 * Proves of qualifiers in a list of words:
 * 1. each phrase of the tables is found by itself, and within other words
 * 2. the longest phrase wins, from the left, none overlapping
 * 3. a number before a word of time belongs to it, and an "x" before that
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findQualifiers,
  isWordOfQualifiers,
  QUALIFIER_KINDS,
} from '../../src/clinical/qualifiers.ts'
import { clinicalText } from '../support/arbitraries.ts'
import { analyzer } from '../support/linker.ts'
import { readQualifierRows } from '../support/qualifiers.ts'

const rows = readQualifierRows()

/** What is found, with its words: `left: laterality left`. */
function read(text: string): string[] {
  const words = analyzer.analyze(text)
  return findQualifiers(words).map(({ kind, value, from, to }) => {
    const said = words.slice(from, to).map(({ form }) => form)
    return `${said.join(' ')}: ${kind} ${value}`
  })
}

test('every phrase of the tables is found whole, by itself and behind a name', () => {
  for (const [phrase, kind, value] of rows) {
    expect(read(phrase)).toEqual([`${phrase}: ${kind} ${value}`])
    expect(read(`asthma, ${phrase}`)).toEqual([`${phrase}: ${kind} ${value}`])
  }
})

describe('finds in', () => {
  test.each([
    { text: '', found: [] },
    { text: 'asthma', found: [] },
    { text: 'Severe asthma', found: ['severe: severity severe'] },
    { text: 'Trace edema', found: ['trace: severity mild'] },
    { text: 'fever x 3 days', found: ['x 3 days: aside time'] },
    { text: 'fever 3 days', found: ['3 days: aside time'] },
    { text: 'x-ray 3 days', found: ['3 days: aside time'] },
    { text: 'fragile x yesterday', found: ['yesterday: aside time'] },
    { text: 'LEFT knee pain', found: ['left: laterality left'] },
    { text: 'pain on the left', found: ['on the left: laterality left'] },
    { text: 'b/l knee pain', found: ['b/l: laterality bilateral'] },
    {
      text: 'acute on chronic pancreatitis',
      found: ['acute: course acute', 'chronic: course chronic'],
    },
    { text: 'history of asthma', found: ['history of: context past'] },
    { text: 'family history of asthma', found: ['family history of: context family'] },
    {
      text: 'no family history of asthma',
      found: ['no: context absent', 'family history of: context family'],
    },
    { text: 'no h/o asthma', found: ['no h/o: context absent'] },
    { text: 'FH: asthma', found: ['fh: context family'] },
    { text: 'k/c/o asthma', found: ['k/c/o: aside padding'] },
    { text: 'rule out malaria', found: ['rule out: context suspected'] },
    { text: 'malaria ruled out', found: ['ruled out: context absent'] },
    { text: 'really bad headache', found: ['really bad: severity severe'] },
    { text: 'really annoying headache', found: ['really: aside degree'] },
    { text: 'mild to moderate asthma', found: ['mild to moderate: severity mild'] },
    {
      text: 'severe left knee pain, sometimes',
      found: ['severe: severity severe', 'left: laterality left', 'sometimes: aside frequency'],
    },
    { text: 'fever for 3 days', found: ['for 3 days: aside time'] },
    { text: 'fever two weeks', found: ['2 weeks: aside time'] },
    { text: 'fever for days', found: ['for days: aside time'] },
    { text: 'fever today', found: ['today: aside time'] },
    { text: 'grade 3 severe', found: ['severe: severity severe'] },
    { text: 'aortic leftover', found: [] },
  ])('"$text": $found', ({ text, found }) => {
    expect(read(text)).toEqual(found)
  })
})

test('what is found stands in the words, in order, and nothing twice', () => {
  // "24/7" reads as a number, and so as a part of what follows.
  const phrases = rows.map(([phrase]) => phrase).filter((phrase) => phrase !== '24/7')
  const text = fc
    .array(fc.oneof(fc.constantFrom(...phrases, 'asthma', '3', 'of', 'knee'), clinicalText), {
      maxLength: 8,
    })
    .map((parts) => parts.join(' '))
  fc.assert(
    fc.property(text, (said) => {
      const words = analyzer.analyze(said)
      let last = 0
      for (const { kind, from, to } of findQualifiers(words)) {
        expect(QUALIFIER_KINDS).toContain(kind)
        expect(from).toBeGreaterThanOrEqual(last)
        expect(to).toBeGreaterThan(from)
        last = to
      }
      expect(last).toBeLessThanOrEqual(words.length)
    }),
  )
})

test.each([
  { form: 'since', isWord: true },
  { form: 'yesterday', isWord: true },
  { form: 'left', isWord: true },
  { form: 'sine', isWord: false },
  { form: 'fever', isWord: false },
])('"$form" is a word of a phrase: $isWord', ({ form, isWord }) => {
  expect(isWordOfQualifiers(form)).toBe(isWord)
})
