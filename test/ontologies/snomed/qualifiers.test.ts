/**
 * Proves of what words say in SNOMED CT:
 * 1. words of laterality, course, severity and context give their values; other words none
 * 2. every value of a kind has a bit of its own
 * 3. words next to one another say what each of them says
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CODED_QUALIFIERS,
  type CodedQualifier,
  type Said,
  saidBy,
  saidIn,
  valuesOf,
} from '../../../src/ontologies/snomed/qualifiers.ts'
import { analyzer } from '../../support/linker.ts'
import { readQualifierRows } from '../../support/qualifiers.ts'

/** The values that are said, by kind, kinds of which nothing is said left out. */
function told(said: Said): Partial<Record<CodedQualifier, string[]>> {
  const all = CODED_QUALIFIERS.map((kind) => [kind, valuesOf(kind, said[kind])] as const)
  return Object.fromEntries(all.filter(([, values]) => values.length > 0))
}

describe('reads what is said by', () => {
  test.each([
    { text: '', says: {} },
    { text: 'Asthma', says: {} },
    { text: 'Fracture of left femur', says: { laterality: ['left'] } },
    { text: 'Rt. knee pain', says: { laterality: ['right'] } },
    { text: 'left and right', says: { laterality: ['right', 'left'] } },
    { text: 'pain in both knees', says: { laterality: ['bilateral'] } },
    { text: 'Acute appendicitis', says: { course: ['acute'] } },
    { text: 'Subacute thyroiditis', says: { course: ['subacute'] } },
    { text: 'acute on chronic pancreatitis', says: { course: ['acute', 'chronic'] } },
    { text: 'recurring cystitis', says: { course: ['recurrent'] } },
    { text: 'Mild asthma', says: { severity: ['mild'] } },
    { text: 'moderate pain', says: { severity: ['moderate'] } },
    { text: 'terrible pain', says: { severity: ['severe'] } },
    { text: 'No known allergy', says: { context: ['absent'] } },
    { text: 'denies fever', says: { context: ['absent'] } },
    { text: 'Suspected malaria', says: { context: ['suspected'] } },
    { text: 'History of asthma', says: { context: ['past'] } },
    { text: 'H/O: asthma', says: { context: ['past'] } },
    { text: 'Family history of asthma', says: { context: ['family'] } },
    { text: 'no family history of asthma', says: { context: ['absent', 'family'] } },
    { text: 'known case of asthma', says: {} },
    { text: 'really frequent asthma', says: {} },
    {
      text: 'h/o severe acute left otitis',
      says: { laterality: ['left'], course: ['acute'], severity: ['severe'], context: ['past'] },
    },
  ])('"$text": $says', ({ text, says }) => {
    expect(told(saidIn(analyzer.analyze(text)))).toEqual(says)
  })
})

test('an aside and an unknown value say nothing', () => {
  expect(told(saidBy())).toEqual({})
  expect(told(saidBy([{ kind: 'aside', value: 'time' }]))).toEqual({})
  expect(told(saidBy([{ kind: 'laterality', value: 'severe' }]))).toEqual({})
})

test('of several lists each counts', () => {
  const left = { kind: 'laterality', value: 'left' } as const
  const right = { kind: 'laterality', value: 'right' } as const
  const acute = { kind: 'course', value: 'acute' } as const
  expect(told(saidBy([left], [], [acute, right]))).toEqual({
    laterality: ['right', 'left'],
    course: ['acute'],
  })
})

test.each(CODED_QUALIFIERS)('the values of %s are bits that a byte holds, each its own', (kind) => {
  const bits = valuesOf(kind, 255).map((value) => saidBy([{ kind, value }])[kind])
  expect(bits).toEqual(bits.map((_, i) => 1 << i))
  expect(bits.at(-1)).toBeLessThanOrEqual(128)
})

test('words next to one another say what each of them says', () => {
  const phrases = readQualifierRows().map(([phrase]) => phrase)
  const part = fc.constantFrom(...phrases, 'knee', 'pain of chest', '3')
  const between = analyzer.analyze('asthma')
  fc.assert(
    fc.property(part, part, (one, other) => {
      const [a, b] = [analyzer.analyze(one), analyzer.analyze(other)]
      const [ofA, ofB] = [saidIn(a), saidIn(b)]
      const both = CODED_QUALIFIERS.map((kind) => [kind, ofA[kind] | ofB[kind]])
      expect(saidIn([...a, ...between, ...b])).toEqual(Object.fromEntries(both))
    }),
  )
})
