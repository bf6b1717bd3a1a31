/**
 * Proves of the main entity:
 * 1. each reason to be it comes before all that follow: the patient's own, concluded, a diagnosis, linked, the first
 * 2. there is none where there are no entities
 */

import { describe, expect, test } from 'vitest'
import type { SectionKind } from '../../src/clinical/sections.ts'
import { mainOf } from '../../src/comprehend/answer.ts'
import type { Condition, TraitName } from '../../src/contract.ts'
import { rowOf } from '../support/comprehend.ts'

interface Told {
  readonly traits: readonly TraitName[]
  readonly section?: SectionKind
  readonly linked?: boolean
}

/** Which of the entities is the main one. */
function mainIn(told: readonly Told[]): number | null {
  const entities = told.map(({ traits, linked = false }) => ({
    ...{ text: 'gout', begin_offset: 0, end_offset: 4, score: 1, attributes: [] },
    traits: traits.map((name) => ({ name, score: 0.9 })),
    results: linked ? [rowOf('A', 0.1, 'not_first'), rowOf('B')] : [],
  })) as unknown as Condition[]
  const sections = told.map(({ section }) => section)
  return mainOf(entities, sections)
}

/** All reasons at once, and for the sake of each one that is against it. */
const BEST: Told = { traits: ['DIAGNOSIS'], section: 'assessment', linked: true }
const NONE: Told = { traits: ['SYMPTOM', 'NEGATION'] }

describe('the main entity', () => {
  test.each<[what: string, ...told: [Told, Told], main: number]>([
    ['the first of like ones', BEST, BEST, 0],
    ['the first of others', NONE, NONE, 0],
    ['linked', { traits: ['SYMPTOM'] }, { traits: ['SYMPTOM'], linked: true }, 1],
    ['a diagnosis', { traits: ['SYMPTOM'], linked: true }, { traits: ['DIAGNOSIS'] }, 1],
    ['a diagnosis, no sign', { traits: ['SIGN'], linked: true }, { traits: ['DIAGNOSIS'] }, 1],
    [
      'what is concluded',
      { traits: ['DIAGNOSIS'], linked: true, section: 'complaint' },
      { traits: ['SYMPTOM'], section: 'assessment' },
      1,
    ],
    [
      'what is diagnosed',
      { traits: ['DIAGNOSIS'], linked: true },
      { traits: ['SYMPTOM'], section: 'diagnosis' },
      1,
    ],
    ["the patient's own", { ...BEST, traits: ['DIAGNOSIS', 'NEGATION'] }, { traits: ['SIGN'] }, 1],
    ['no relative’s', { ...BEST, traits: ['PERTAINS_TO_FAMILY'] }, { traits: ['SIGN'] }, 1],
    ['nothing feared', { ...BEST, traits: ['HYPOTHETICAL'] }, { traits: ['SIGN'] }, 1],
    ['nothing doubted', { ...BEST, traits: ['LOW_CONFIDENCE'] }, { traits: ['SIGN'] }, 1],
    ['nothing past', { ...BEST, traits: ['PAST_HISTORY'] }, { traits: ['SIGN'] }, 1],
  ])('is %s', (_, one, other, main) => {
    expect(mainIn([one, other])).toBe(main)
    if (one !== other) expect(mainIn([other, one])).toBe(1 - main)
  })

  test.each<SectionKind>(['differential', 'provisional', 'plan', 'examination'])(
    'is not what is said under %s',
    (section) => {
      expect(
        mainIn([
          { traits: ['SIGN'], linked: true },
          { traits: ['SIGN'], section },
        ]),
      ).toBe(0)
    },
  )
})

test('there is none of no entities, and one of any', () => {
  expect(mainIn([])).toBeNull()
  expect(mainIn([NONE])).toBe(0)
})
