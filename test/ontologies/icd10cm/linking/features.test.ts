/**
 * Proves of ICD-10-CM's features, one table each:
 * 1. agreement gives 1, conflict 0, what is left open lies between
 * 2. every value is in [0, 1] and every feature applies to every mention
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { icd10cmFeatures } from '../../../../src/ontologies/icd10cm/linking/features.ts'
import {
  BILLABLE,
  ENCOUNTER,
  INTENT,
  NEGATED,
  OTHER,
  SIDE,
  TRIMESTER,
  UNSPECIFIED,
} from '../../../../src/ontologies/icd10cm/traits.ts'
import type { Match } from '../../../../src/ontologies/ontology.ts'

const featureNamed = (name: string) => icd10cmFeatures.find((feature) => feature.name === name)!

/** What a feature makes of the traits that were asked for, and those of name and concept. */
function measure(name: string, asked: number, nameTraits: number, conceptTraits = 0): number {
  const match = { nameTraits, conceptTraits } as Match
  return featureNamed(name).measure({ traits: asked }, match)
}

interface Row {
  asked: string
  said: string
  value: number
}

function table(feature: string, bits: Record<string, number>, rows: Row[]): void {
  describe(feature, () => {
    test.each(rows)('asked $asked, said $said: $value', ({ asked, said, value }) => {
      const of = (names: string) =>
        names.split(' ').reduce((sum, each) => sum | (bits[each] ?? 0), 0)
      expect(measure(feature, of(asked), of(said))).toBe(value)
      expect(measure(feature, of(asked), 0, of(said))).toBe(value)
    })
  })
}

table('side', SIDE, [
  { asked: 'none', said: 'none', value: 1 },
  { asked: 'none', said: 'unspecified', value: 0.9 },
  { asked: 'none', said: 'right', value: 0 },
  { asked: 'right', said: 'right', value: 1 },
  { asked: 'right', said: 'none', value: 0.5 },
  { asked: 'right', said: 'unspecified', value: 0.5 },
  { asked: 'right', said: 'left', value: 0 },
  { asked: 'right', said: 'bilateral', value: 0 },
  { asked: 'unspecified', said: 'unspecified', value: 1 },
])

table('encounter', ENCOUNTER, [
  { asked: 'none', said: 'none', value: 1 },
  { asked: 'none', said: 'initial', value: 0.9 },
  { asked: 'none', said: 'subsequent', value: 0 },
  { asked: 'none', said: 'sequela', value: 0 },
  { asked: 'sequela', said: 'sequela', value: 1 },
  { asked: 'sequela', said: 'none', value: 0.5 },
  { asked: 'sequela', said: 'initial', value: 0.5 },
  { asked: 'initial', said: 'subsequent', value: 0 },
])

table('trimester', TRIMESTER, [
  { asked: 'none', said: 'none', value: 1 },
  { asked: 'none', said: 'unspecified', value: 0.9 },
  { asked: 'none', said: 'first', value: 0 },
  { asked: 'first', said: 'first', value: 1 },
  { asked: 'first', said: 'none', value: 0.5 },
  { asked: 'first', said: 'third', value: 0 },
])

table('intent', INTENT, [
  { asked: 'none', said: 'none', value: 1 },
  { asked: 'none', said: 'accidental', value: 0.9 },
  { asked: 'none', said: 'selfHarm', value: 0 },
  { asked: 'selfHarm', said: 'selfHarm', value: 1 },
  { asked: 'selfHarm', said: 'accidental', value: 0.5 },
  { asked: 'assault', said: 'selfHarm', value: 0 },
])

const FLAGS = { unspecified: UNSPECIFIED, other: OTHER, negated: NEGATED }

table('unspecified', FLAGS, [
  { asked: 'none', said: 'none', value: 1 },
  { asked: 'none', said: 'unspecified', value: 0.6 },
  { asked: 'unspecified', said: 'unspecified', value: 1 },
  { asked: 'unspecified', said: 'none', value: 0 },
])

table('residual', FLAGS, [
  { asked: 'none', said: 'none', value: 1 },
  { asked: 'none', said: 'other', value: 0 },
  { asked: 'other', said: 'other', value: 1 },
  { asked: 'other', said: 'none', value: 0 },
])

table('negation', FLAGS, [
  { asked: 'none', said: 'none', value: 1 },
  { asked: 'none', said: 'negated', value: 0 },
  { asked: 'negated', said: 'negated', value: 1 },
  { asked: 'negated', said: 'none', value: 0 },
])

test.each([
  { what: 'a code that can be billed', traits: BILLABLE, value: 1 },
  { what: 'a header', traits: 0, value: 0 },
])('billable: $what is worth $value', ({ traits, value }) => {
  expect(measure('billable', 0, 0, traits)).toBe(value)
})

test.each([
  { length: 3, value: 1 },
  { length: 4, value: 0.75 },
  { length: 5, value: 0.5 },
  { length: 7, value: 0 },
])('general: a code of $length characters is worth $value', ({ length, value }) => {
  expect(measure('general', 0, 0, length << 21)).toBe(value)
})

test('features have names of their own and apply to every mention', () => {
  const names = icd10cmFeatures.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const feature of icd10cmFeatures) expect(feature.applies({ traits: 0 })).toBe(true)
})

test('every value is in [0, 1], whatever is asked and said', () => {
  const traits = fc.nat((1 << 21) - 1)
  fc.assert(
    fc.property(
      traits,
      traits,
      traits,
      fc.integer({ min: 3, max: 7 }),
      (asked, name, own, length) => {
        for (const feature of icd10cmFeatures) {
          const value = measure(feature.name, asked, name, own | (length << 21))
          expect(value, feature.name).toBeGreaterThanOrEqual(0)
          expect(value, feature.name).toBeLessThanOrEqual(1)
        }
      },
    ),
  )
})

test('a side that agrees never scores less than one that is left open or conflicts', () => {
  const side = fc.constantFrom(...Object.values(SIDE))
  fc.assert(
    fc.property(side, side, (asked, said) => {
      const agreeing = measure('side', asked, asked)
      expect(agreeing).toBeGreaterThanOrEqual(measure('side', asked, 0))
      expect(agreeing).toBeGreaterThanOrEqual(measure('side', asked, said))
    }),
  )
})
