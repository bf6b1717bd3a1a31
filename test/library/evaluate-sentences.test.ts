/**
 * Proves of sentences:
 * 1. a condition is found where it stands, in any case and spacing, else where most of its words stand together
 * 2. the place is always one of the sentence's own
 * 3. each figure is of its own trait
 * 4. a line that is no sentence is refused with its number and without its text
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TraitName } from '../../src/contract.ts'
import {
  type AnsweredSentence,
  answerSentences,
  evaluateSentences,
  parseSentence,
  placeOf,
} from '../../src/library/evaluate-sentences.ts'

test.each([
  { sentence: 'No chest pain.', condition: 'chest pain', place: 'chest pain' },
  { sentence: 'No CHEST PAIN.', condition: 'chest pain', place: 'CHEST PAIN' },
  { sentence: 'No chest\n pain.', condition: ' Chest pain ', place: 'chest\n pain' },
  { sentence: 'No MI (old) seen.', condition: 'mi (old)', place: 'MI (old)' },
  { sentence: 'a [b.c] d', condition: '[B.C]', place: '[b.c]' },
  { sentence: 'Pain, no pain.', condition: 'pain', place: 'Pain' },
  { sentence: 'No edema of the legs.', condition: 'leg edema, legs', place: 'edema' },
  {
    sentence: 'Lungs clear; pleural fluid, small.',
    condition: 'small pleural fluid',
    place: 'pleural fluid, small',
  },
  { sentence: 'Heart is of normal size.', condition: 'Normal heart size', place: 'normal size' },
  { sentence: 'CHEST: 1.', condition: 'CHEST: 1. SURGICAL CHANGES', place: 'CHEST: 1' },
  { sentence: 'Nothing of it.', condition: 'asthma', place: 'Nothing of it.' },
])('"$condition" stands in "$sentence" at "$place"', ({ sentence, condition, place }) => {
  const { begin, end } = placeOf(sentence, condition)
  expect(sentence.slice(begin, end)).toBe(place)
})

test('any condition has a place in any sentence', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      (sentence, condition) => {
        const { begin, end } = placeOf(sentence, condition)
        expect(begin).toBeGreaterThanOrEqual(0)
        expect(end).toBeGreaterThanOrEqual(begin)
        expect(end).toBeLessThanOrEqual(sentence.length)
      },
    ),
  )
})

const SENTENCE = {
  ...{ id: 's', sentence: 'x', condition: 'x' },
  ...{ negated: false, historical: false, not_patient: false },
}

function answered(
  given: Partial<typeof SENTENCE>,
  traits: readonly TraitName[],
  ms = 1,
): AnsweredSentence {
  const own = traits.map((name) => ({ name, score: 0.9 }))
  return { sentence: { ...SENTENCE, ...given }, traits: own, ms }
}

test('each figure is of its own trait', () => {
  const figures = evaluateSentences([
    answered({ negated: true }, ['NEGATION', 'DIAGNOSIS'], 4),
    answered({ negated: true, historical: true }, ['PAST_HISTORY']),
    answered({ historical: true }, ['NEGATION', 'HYPOTHETICAL']),
    answered({ not_patient: true }, ['PERTAINS_TO_FAMILY']),
  ])
  expect(figures).toEqual({
    n: 4,
    negation: { precision: 1 / 2, recall: 1 / 2, f1: 1 / 2 },
    history: { precision: 1, recall: 1 / 2, f1: 2 / 3 },
    family: { precision: 1, recall: 1, f1: 1 },
    p50_ms: 1,
    p99_ms: 4,
  })
})

test('sentences are answered in their order', () => {
  const texts = ['No chest pain.', 'Fever.', 'Denies cough, has chest pain.']
  const sentences = texts.map((sentence, i) => ({
    ...SENTENCE,
    ...{ id: String(i), sentence, condition: i === 1 ? 'fever' : 'chest pain' },
  }))
  const answers = [...answerSentences(sentences)]
  expect(answers.map(({ sentence }) => sentence.id)).toEqual(['0', '1', '2'])
  const denied = answers.map(({ traits }) => traits.some(({ name }) => name === 'NEGATION'))
  expect(denied).toEqual([true, false, false])
  expect([...answerSentences([])]).toEqual([])
})

test('a sentence is parsed', () => {
  expect(parseSentence(JSON.stringify({ ...SENTENCE, more: 1 }), 1)).toEqual(SENTENCE)
})

test.each([
  { given: { sentence: '' }, says: 'sentence must be a non-empty string' },
  { given: { condition: undefined }, says: 'condition must be a non-empty string' },
  { given: { negated: 'secret' }, says: 'negated must be true or false' },
  { given: { historical: undefined }, says: 'historical must be true or false' },
  { given: { not_patient: 0 }, says: 'not_patient must be true or false' },
  { given: { id: 1, sentence: 'secret' }, says: 'id must be a string' },
])('$says', ({ given, says }) => {
  const parse = () => parseSentence(JSON.stringify({ ...SENTENCE, ...given }), 3)
  expect(parse).toThrow(`line 3 is not a sentence: ${says}`)
  expect(parse).not.toThrow(/secret/)
})
