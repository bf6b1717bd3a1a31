/**
 * Proves of SNOMED CT's features, one table each:
 * 1. agreement gives 1, conflict 0, what is said beside the code lies between
 * 2. a title speaks for a name that leaves something out
 * 3. every value is in [0, 1] and every feature applies to every mention
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { snomedFeatures } from '../../../../src/ontologies/snomed/linking/features.ts'
import type { SnomedQuery } from '../../../../src/ontologies/snomed/linking/query.ts'
import {
  CODED_QUALIFIERS,
  type CodedQualifier,
  GROUPS,
  type Group,
  maskOf,
  traitsOfQualifiers,
} from '../../../../src/ontologies/snomed/traits.ts'
import { matchOf } from '../../../support/linker.ts'
import { conceptTraitsOf, snomedQuery } from '../../../support/snomed.ts'

const featureNamed = (name: string) => snomedFeatures.find((feature) => feature.name === name)!

function measure(
  name: string,
  query: Partial<SnomedQuery>,
  nameTraits = 0,
  conceptTraits = 0,
): number {
  return featureNamed(name).measure(snomedQuery(query), matchOf({ nameTraits, conceptTraits }))
}

function table(kind: CodedQualifier, rows: { asked: string; said: string; value: number }[]): void {
  describe(kind, () => {
    test.each(rows)('asked $asked, said $said: $value', ({ asked, said, value }) => {
      const of = (values: string) =>
        traitsOfQualifiers(values.split(' ').map((each) => ({ kind, value: each })))
      const query = { traits: of(asked) }
      expect(measure(kind, query, of(said))).toBe(value)
      expect(measure(kind, query, 0, of(said))).toBe(value)
      expect(measure(kind, query, of(said), of(said))).toBe(value)
    })
  })
}

table('side', [
  { asked: 'none', said: 'none', value: 1 },
  { asked: 'none', said: 'left', value: 0 },
  { asked: 'left', said: 'left', value: 1 },
  { asked: 'left', said: 'none', value: 0.5 },
  { asked: 'left', said: 'right', value: 0 },
  { asked: 'left', said: 'bilateral', value: 0 },
  { asked: 'left right', said: 'left', value: 1 },
])

table('course', [
  { asked: 'none', said: 'none', value: 1 },
  { asked: 'none', said: 'acute', value: 0 },
  { asked: 'acute', said: 'acute', value: 1 },
  { asked: 'acute', said: 'none', value: 0.5 },
  { asked: 'acute', said: 'chronic', value: 0 },
  { asked: 'acute', said: 'acute chronic', value: 1 },
])

table('severity', [
  { asked: 'none', said: 'none', value: 1 },
  { asked: 'none', said: 'severe', value: 0 },
  { asked: 'severe', said: 'severe', value: 1 },
  { asked: 'severe', said: 'none', value: 0.5 },
  { asked: 'mild', said: 'severe', value: 0 },
])

table('context', [
  { asked: 'none', said: 'none', value: 1 },
  { asked: 'none', said: 'family', value: 0 },
  { asked: 'family', said: 'family', value: 1 },
  { asked: 'family', said: 'none', value: 0.5 },
  { asked: 'family', said: 'past', value: 0 },
  { asked: 'absent', said: 'suspected', value: 0 },
])

test.each(CODED_QUALIFIERS)('%s looks at nothing but its own bits', (kind) => {
  const others = ~maskOf(kind)
  expect(measure(kind, { traits: others }, 0, 0)).toBe(1)
  expect(measure(kind, { traits: 0 }, others, others)).toBe(1)
})

describe('group', () => {
  const likelihood = Float64Array.from(GROUPS, (group) => (group === 'body' ? 1 / 16 : 1))
  const asked = (...groups: Group[]) => new Set(groups)

  test.each([
    { of: 'body', asks: asked(), value: 0.5, why: 'as likely as its words, softened' },
    { of: 'disorder', asks: asked(), value: 1, why: 'the likeliest' },
    { of: 'body', asks: asked('body'), value: 1, why: 'asked for' },
    { of: 'body', asks: asked('procedure', 'body'), value: 1, why: 'one of those asked for' },
  ] as const)('$of: $value, $why', ({ of, asks, value }) => {
    const traits = conceptTraitsOf({ group: of })
    expect(measure('group', { likelihood, asked: asks }, 0, traits)).toBeCloseTo(value, 12)
  })
})

test('group: of two kinds the one that is asked for is worth more, however likely the other is', () => {
  for (const likely of [0, 0.01, 0.5, 0.99]) {
    const likelihood = Float64Array.from(GROUPS, () => likely)
    const worthOf = (group: Group) =>
      measure('group', { likelihood, asked: new Set(['body']) }, 0, conceptTraitsOf({ group }))
    expect(worthOf('body')).toBeGreaterThan(worthOf('disorder'))
  }
})

describe('general', () => {
  test.each([
    { breadth: 0, value: 0 },
    { breadth: 3, value: 0.25 },
    { breadth: 6, value: 0.5 },
    { breadth: 12, value: 1 },
    { breadth: 19, value: 1 },
  ])('a breadth of $breadth is worth $value', ({ breadth, value }) => {
    expect(measure('general', {}, 0, conceptTraitsOf({ breadth }))).toBe(value)
  })
})

test.each([
  { leftOut: 0, value: 1 },
  { leftOut: 0.25, value: 0.75 },
  { leftOut: 1, value: 0 },
])('whole: with $leftOut of the words left out $value', ({ leftOut, value }) => {
  expect(measure('whole', { leftOut })).toBe(value)
})

test('features have names of their own and apply to every mention', () => {
  const names = snomedFeatures.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const feature of snomedFeatures) expect(feature.applies(snomedQuery())).toBe(true)
})

test('what belongs to the name does not change with the code', () => {
  const traits = fc.nat((1 << 25) - 1)
  fc.assert(
    fc.property(
      traits,
      traits,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (one, other, leftOut) => {
        for (const { name, of } of snomedFeatures)
          if (of === 'name')
            expect(measure(name, { leftOut }, 0, one)).toBe(measure(name, { leftOut }, 0, other))
      },
    ),
  )
})

test('every value is in [0, 1], whatever is asked and said', () => {
  const traits = fc.nat((1 << 25) - 1)
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(traits, traits, traits, share, share, (asked, name, concept, likely, leftOut) => {
      const likelihood = Float64Array.from(GROUPS, () => likely)
      for (const feature of snomedFeatures) {
        const group = ((concept >>> 16) & 15) % GROUPS.length
        const own = (concept & ~(15 << 16)) | (group << 16)
        const value = measure(feature.name, { traits: asked, likelihood, leftOut }, name, own)
        expect(value, feature.name).toBeGreaterThanOrEqual(0)
        expect(value, feature.name).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test('a value that agrees never scores less than one that is left open or conflicts', () => {
  const kind = fc.constantFrom(...CODED_QUALIFIERS)
  fc.assert(
    fc.property(kind, fc.nat(0xffff), fc.nat(0xffff), (of, some, said) => {
      const traits = some & maskOf(of)
      const agreeing = measure(of, { traits }, traits)
      expect(agreeing).toBe(1)
      expect(agreeing).toBeGreaterThanOrEqual(measure(of, { traits }, 0))
      expect(agreeing).toBeGreaterThanOrEqual(measure(of, { traits }, said))
    }),
  )
})
