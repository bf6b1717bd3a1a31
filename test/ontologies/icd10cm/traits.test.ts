import { describe, expect, test } from 'vitest'
import {
  BILLABLE,
  codeLength,
  ENCOUNTER,
  ENCOUNTER_MASK,
  INTENT,
  INTENT_MASK,
  icd10cmTraits,
  NEGATED,
  OTHER,
  SIDE,
  SIDE_MASK,
  TRIMESTER,
  TRIMESTER_MASK,
  traitsOf,
  UNSPECIFIED,
} from '../../../src/ontologies/icd10cm/traits.ts'
import { createAnalyzer } from '../../../src/text/analyze.ts'

const analyzer = createAnalyzer()
const read = (text: string) => traitsOf(analyzer.analyze(text))

describe('reads the traits of', () => {
  test.each([
    { text: 'fracture of femur', traits: 0 },
    { text: 'fracture of right femur', traits: SIDE.right },
    { text: 'fracture rt femur', traits: SIDE.right },
    { text: 'Lt. knee pain', traits: SIDE.left },
    { text: 'L knee pain', traits: SIDE.left },
    { text: 'bilateral cataract', traits: SIDE.bilateral },
    { text: 'cataract b/l', traits: SIDE.bilateral },
    { text: 'pain in both knees', traits: SIDE.bilateral },
    { text: 'left and right', traits: SIDE.left | SIDE.right },
    { text: 'cataract, unspecified eye', traits: SIDE.unspecified | UNSPECIFIED },
    { text: 'fracture of unspecified lower leg', traits: SIDE.unspecified | UNSPECIFIED },
    { text: 'asthma, unspecified', traits: UNSPECIFIED },
    { text: 'asthma NOS', traits: UNSPECIFIED },
    { text: 'burn, initial encounter', traits: ENCOUNTER.initial },
    { text: 'burn, subsequent encounter', traits: ENCOUNTER.subsequent },
    { text: 'burn f/u', traits: ENCOUNTER.subsequent },
    { text: 'burn follow-up', traits: ENCOUNTER.subsequent },
    { text: 'burn, sequela', traits: ENCOUNTER.sequela },
    { text: 'late effects of burn', traits: ENCOUNTER.sequela },
    { text: 'Burn, init', traits: ENCOUNTER.initial },
    { text: 'Burn, subs', traits: ENCOUNTER.subsequent },
    { text: 'init of burn', traits: 0 },
    { text: 'fracture, 7thA', traits: ENCOUNTER.initial },
    { text: 'fracture, 7thG', traits: ENCOUNTER.subsequent },
    { text: 'fracture, 7thS', traits: ENCOUNTER.sequela },
    { text: 'bleeding, first trimester', traits: TRIMESTER.first },
    { text: 'bleeding, 2nd tri', traits: TRIMESTER.second },
    { text: 'bleeding, third trimester', traits: TRIMESTER.third },
    { text: 'bleeding, unspecified trimester', traits: TRIMESTER.unspecified | UNSPECIFIED },
    { text: 'diabetes without complications', traits: NEGATED },
    { text: 'diabetes w/o complications', traits: NEGATED },
    { text: 'no fever', traits: NEGATED },
    { text: 'not on rails', traits: NEGATED },
    { text: 'not elsewhere classified', traits: OTHER },
    { text: 'not otherwise specified', traits: 0 },
    { text: 'other specified anemia', traits: OTHER },
    { text: 'anemia NEC', traits: OTHER },
    { text: 'poisoning, accidental (unintentional)', traits: INTENT.accidental },
    { text: 'poisoning, intentional self-harm', traits: INTENT.selfHarm },
    { text: 'suicide attempt', traits: INTENT.selfHarm },
    { text: 'poisoning, assault', traits: INTENT.assault },
    { text: 'poisoning, undetermined', traits: INTENT.undetermined },
    { text: 'adverse effect of penicillin', traits: INTENT.adverseEffect },
    { text: 'underdosing of insulin', traits: INTENT.underdosing },
    { text: '', traits: 0 },
  ])('$text', ({ text, traits }) => {
    expect(read(text)).toBe(traits)
  })
})

test('no two traits share a bit', () => {
  const bits = [SIDE, ENCOUNTER, TRIMESTER, INTENT].flatMap((group): number[] =>
    Object.values(group),
  )
  const all = [...bits, UNSPECIFIED, NEGATED, OTHER, BILLABLE]
  expect(new Set(all).size).toBe(all.length)
  expect(all.every((bit) => Math.log2(bit) % 1 === 0 && Math.log2(bit) < 21)).toBe(true)
})

test.each([
  { name: 'side', group: SIDE, mask: SIDE_MASK },
  { name: 'encounter', group: ENCOUNTER, mask: ENCOUNTER_MASK },
  { name: 'trimester', group: TRIMESTER, mask: TRIMESTER_MASK },
  { name: 'intent', group: INTENT, mask: INTENT_MASK },
])('the mask of $name covers its bits and no other', ({ group, mask }) => {
  const bits: number[] = Object.values(group)
  expect(bits.reduce((sum, bit) => sum | bit, 0)).toBe(mask)
})

describe('notes of a concept', () => {
  const ofConcept = (code: string, isBillable: boolean, name: string) =>
    icd10cmTraits.ofConcept(
      { code, name, family: 'one', active: true, attributes: { is_billable: isBillable } },
      analyzer.analyze(name),
    )

  test.each([
    { code: 'E11', length: 3 },
    { code: 'E11.9', length: 4 },
    { code: 'S72.001A', length: 7 },
  ])('the length of $code', ({ code, length }) => {
    expect(codeLength(ofConcept(code, true, 'x'))).toBe(length)
    expect(codeLength(ofConcept(code, false, 'x right'))).toBe(length)
  })

  test('whether it can be billed, and the traits of its title', () => {
    expect(ofConcept('H25.1', true, 'x') & BILLABLE).toBe(BILLABLE)
    expect(ofConcept('H25.1', false, 'x') & BILLABLE).toBe(0)
    expect(ofConcept('H25.11', true, 'cataract, right eye') & SIDE_MASK).toBe(SIDE.right)
  })
})
