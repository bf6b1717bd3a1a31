/**
 * Proves of the context of a place:
 * 1. it is told of the condition there, not of others in the same text
 * 2. the sort of a condition is none of it, and a chronic one that is told as history has one
 * 3. every place of any text has one, and what is no place is refused without a word of the text
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TraitName } from '../../src/contract.ts'
import { contextAt } from '../../src/library/context-at.ts'

test.each([
  { text: 'He has chest pain.', condition: 'chest pain', traits: [] },
  { text: 'No chest pain.', condition: 'chest pain', traits: ['NEGATION'] },
  { text: 'Has cough, no chest pain.', condition: 'cough', traits: [] },
  { text: 'No cough. Chest pain.', condition: 'Chest pain', traits: [] },
  { text: 'Chest pain; mother had asthma', condition: 'asthma', traits: ['PERTAINS_TO_FAMILY'] },
  { text: 'Chest pain; mother had asthma', condition: 'Chest pain', traits: [] },
  { text: 'h/o pneumonia', condition: 'pneumonia', traits: ['PAST_HISTORY'] },
  { text: 'history of hypertension', condition: 'hypertension', traits: ['PAST_HISTORY'] },
  { text: 'no', condition: '', traits: [] },
] as const)('"$condition" in "$text" has $traits', ({ text, condition, traits }) => {
  const begin = text.indexOf(condition)
  const names: TraitName[] = contextAt(text, begin, begin + condition.length).map(
    ({ name }) => name,
  )
  expect(names).toEqual(traits)
})

test('every place of any text has one', () => {
  const places = fc
    .string({ unit: 'binary', maxLength: 60 })
    .chain((text) => fc.tuple(fc.constant(text), fc.nat(text.length), fc.nat(text.length)))
  fc.assert(
    fc.property(places, ([text, one, other]) => {
      const traits = contextAt(text, Math.min(one, other), Math.max(one, other))
      for (const { name, score } of traits) {
        expect(['DIAGNOSIS', 'SIGN', 'SYMPTOM']).not.toContain(name)
        expect(score).toBeGreaterThan(0)
        expect(score).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test.each([
  { begin: -1, end: 2 },
  { begin: 0, end: 7 },
  { begin: 3, end: 2 },
  { begin: 0.5, end: 2 },
  { begin: Number.NaN, end: 2 },
])('[$begin, $end) is no place of six letters', ({ begin, end }) => {
  const ask = () => contextAt('secret', begin, end)
  expect(ask).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  expect(ask).not.toThrow(/secret/)
})

test('what is no text is refused', () => {
  const ask = () => contextAt(undefined as unknown as string, 0, 0)
  expect(ask).toThrow(expect.objectContaining({ code: 'invalid_request' }))
})
