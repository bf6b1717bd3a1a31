/**
 * Proves of what words say in ICD-10-CM:
 * 1. words and phrases of each kind give their bits, other words none
 * 2. every value of a kind has a bit of its own
 */

import { describe, expect, test } from 'vitest'
import { createAnalyzer } from '../../../src/language/analyze.ts'
import {
  ENCOUNTER,
  INTENT,
  LATERALITY,
  qualifiersOf,
  TRIMESTER,
} from '../../../src/ontologies/icd10cm/qualifiers.ts'

const analyzer = createAnalyzer()
const NOTHING = qualifiersOf([])

describe('reads what is said by', () => {
  test.each([
    { text: 'fracture of femur', says: {} },
    { text: 'fracture of right femur', says: { laterality: LATERALITY.right } },
    { text: 'fracture rt femur', says: { laterality: LATERALITY.right } },
    { text: 'Lt. knee pain', says: { laterality: LATERALITY.left } },
    { text: 'L knee pain', says: { laterality: LATERALITY.left } },
    { text: 'bilateral cataract', says: { laterality: LATERALITY.bilateral } },
    { text: 'cataract b/l', says: { laterality: LATERALITY.bilateral } },
    { text: 'pain in both knees', says: { laterality: LATERALITY.bilateral } },
    { text: 'pain in both lower limbs', says: { laterality: LATERALITY.bilateral } },
    { text: 'pain on both sides', says: { laterality: LATERALITY.bilateral } },
    { text: 'with both ulcer and inflammation', says: {} },
    { text: 'left and right', says: { laterality: LATERALITY.left | LATERALITY.right } },
    {
      text: 'cataract, unspecified eye',
      says: { laterality: LATERALITY.unspecified, unspecified: 1 },
    },
    {
      text: 'fracture of unspecified lower leg',
      says: { laterality: LATERALITY.unspecified, unspecified: 1 },
    },
    { text: 'asthma, unspecified', says: { unspecified: 1 } },
    { text: 'asthma NOS', says: { unspecified: 1 } },
    { text: 'burn, initial encounter', says: { encounter: ENCOUNTER.initial } },
    { text: 'burn, subsequent encounter', says: { encounter: ENCOUNTER.subsequent } },
    { text: 'burn f/u', says: { encounter: ENCOUNTER.subsequent } },
    { text: 'burn follow-up', says: { encounter: ENCOUNTER.subsequent } },
    { text: 'burn, sequela', says: { encounter: ENCOUNTER.sequela } },
    { text: 'late effects of burn', says: { encounter: ENCOUNTER.sequela } },
    { text: 'Burn, init', says: { encounter: ENCOUNTER.initial } },
    { text: 'Burn, subs', says: { encounter: ENCOUNTER.subsequent } },
    { text: 'init of burn', says: {} },
    { text: 'burn, initial', says: { encounter: ENCOUNTER.initial } },
    { text: 'initial burn', says: {} },
    { text: 'malunion of fracture', says: { encounter: ENCOUNTER.subsequent } },
    { text: 'fracture with delayed union', says: { encounter: ENCOUNTER.subsequent } },
    { text: 'fracture, 7thA', says: { encounter: ENCOUNTER.initial } },
    { text: 'fracture, 7thG', says: { encounter: ENCOUNTER.subsequent } },
    { text: 'fracture, 7thS', says: { encounter: ENCOUNTER.sequela } },
    { text: 'bleeding, first trimester', says: { trimester: TRIMESTER.first } },
    { text: 'bleeding, 2nd tri', says: { trimester: TRIMESTER.second } },
    { text: 'bleeding, third trimester', says: { trimester: TRIMESTER.third } },
    {
      text: 'bleeding, unspecified trimester',
      says: { trimester: TRIMESTER.unspecified, unspecified: 1 },
    },
    { text: 'diabetes without complications', says: { negated: 1 } },
    { text: 'diabetes w/o complications', says: { negated: 1 } },
    { text: 'no fever', says: { negated: 1 } },
    { text: 'not on rails', says: { negated: 1 } },
    { text: 'not elsewhere classified', says: { residual: 1 } },
    { text: 'not otherwise specified', says: {} },
    { text: 'other specified anemia', says: { residual: 1 } },
    { text: 'anemia NEC', says: { residual: 1 } },
    { text: 'poisoning, accidental (unintentional)', says: { intent: INTENT.accidental } },
    { text: 'poisoning, intentional self-harm', says: { intent: INTENT.self_harm } },
    { text: 'suicide attempt', says: { intent: INTENT.self_harm } },
    { text: 'poisoning, assault', says: { intent: INTENT.assault } },
    { text: 'poisoning, undetermined', says: { intent: INTENT.undetermined } },
    { text: 'adverse effect of penicillin', says: { intent: INTENT.adverse_effect } },
    { text: 'underdosing of insulin', says: { intent: INTENT.underdosing } },
    { text: '', says: {} },
  ])('$text', ({ text, says }) => {
    expect(qualifiersOf(analyzer.analyze(text))).toEqual({ ...NOTHING, ...says })
  })
})

test.each(Object.entries({ LATERALITY, ENCOUNTER, TRIMESTER, INTENT }))(
  'the values of %s are bits that a byte holds, each its own',
  (_, values) => {
    const bits: number[] = Object.values(values)
    expect(bits.filter((bit) => Math.log2(bit) % 1 !== 0 || bit > 128)).toEqual([])
    expect(new Set(bits).size).toBe(bits.length)
  },
)
