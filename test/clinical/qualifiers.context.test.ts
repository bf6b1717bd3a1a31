/**
 * Proves of the context of a text:
 * 1. it is told what is denied, suspected, past, a relative's or planned, wherever the words for it stand
 * 2. a question mark is doubt in a mention
 * 3. several contexts are told together, and the patient's own condition has none
 */

import { expect, test } from 'vitest'
import {
  CONTEXT,
  contextIn,
  contextOf,
  formsSayingContext,
  isQuestioned,
} from '../../src/clinical/qualifiers.ts'
import { analyzer } from '../support/linker.ts'

const { absent, suspected, past, family, planned } = CONTEXT
const contextOfText = (text: string) => contextOf(text, analyzer.analyze(text))

test.each([
  { text: 'asthma', context: 0 },
  { text: 'acute severe asthma since 3 days', context: 0 },
  { text: 'no asthma', context: absent },
  { text: 'denies chest pain', context: absent },
  { text: 'fever, cough: denied', context: absent },
  { text: 'covid ruled out', context: absent },
  { text: 'CVA unlikely', context: absent },
  { text: 'HIV negative', context: absent },
  { text: 'pain free', context: absent },
  { text: 'free flap', context: 0 },
  { text: 'free', context: 0 },
  { text: '? asthma', context: suspected },
  { text: 'asthma? COPD?', context: suspected },
  { text: 'TIA vs seizure', context: suspected },
  { text: 'to exclude malaria', context: suspected },
  { text: 'asthma suspected', context: suspected },
  { text: 'h/o stroke', context: past },
  { text: 'stroke (resolved)', context: past },
  { text: 's/p appendectomy', context: past },
  { text: 'mother has asthma', context: family },
  { text: 'my son has chicken pox', context: family },
  { text: 'FH: diabetes', context: family },
  { text: 'risk of falls', context: planned },
  { text: 'screening for breast cancer', context: planned },
  { text: 'fear of cancer', context: planned },
  { text: 'no family history of stroke', context: absent | family },
  { text: '? h/o TIA', context: suspected | past },
])('"$text" has the context $context', ({ text, context }) => {
  expect(contextOfText(text)).toBe(context)
})

test('a question mark is no word: names have none', () => {
  expect(isQuestioned('MI?')).toBe(true)
  expect(isQuestioned('MI')).toBe(false)
  expect(contextIn(analyzer.analyze('? MI'))).toBe(0)
})

test('each context is a bit of its own', () => {
  expect(Object.values(CONTEXT)).toEqual([1, 2, 4, 8, 16])
})

test.each([
  { bits: past, has: ['h/o', 'history', 'of', 'past'], lacks: ['family', 'no', 'suspected'] },
  { bits: absent, has: ['no', 'denies'], lacks: ['mother', 'suspected'] },
  { bits: past | family, has: ['h/o', 'mother'], lacks: ['suspected'] },
  { bits: 0, has: [], lacks: ['h/o', 'no'] },
])('context $bits is said by $has, not by $lacks', ({ bits, has, lacks }) => {
  const forms = formsSayingContext(bits)
  expect(has.filter((form) => !forms.has(form))).toEqual([])
  expect(lacks.filter((form) => forms.has(form))).toEqual([])
})
