/**
 * Proves of SNOMED CT's features, one table each:
 * 1. agreement gives 1, conflict 0, what is said beside the code lies between
 * 2. a title speaks for a name that leaves something out
 * 3. every value is in [0, 1] and every feature applies to every mention
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { snomedColumns } from '../../../../src/ontologies/snomed/columns.ts'
import { snomedFeatures } from '../../../../src/ontologies/snomed/linking/features.ts'
import type { SnomedQuery } from '../../../../src/ontologies/snomed/linking/query.ts'
import {
  CODED_QUALIFIERS,
  type CodedQualifier,
  saidBy,
} from '../../../../src/ontologies/snomed/qualifiers.ts'
import { GROUPS, type Group } from '../../../../src/ontologies/snomed/semantic-tags.ts'
import { matchIn } from '../../../support/linker.ts'
import { snomedQuery } from '../../../support/snomed.ts'

const featureNamed = (name: string) => snomedFeatures.find((feature) => feature.name === name)!

type Values = Parameters<typeof matchIn<keyof typeof snomedColumns.concept, CodedQualifier>>[1]

/** What a feature makes of a mention, and of what name and concept have in their columns. */
function measure(name: string, query: Partial<SnomedQuery>, values: Values = {}): number {
  return featureNamed(name).measure(snomedQuery(query), matchIn(snomedColumns, values))
}

/** The number of a group. */
const numberOf = (group: Group) => GROUPS.indexOf(group)

function table(kind: CodedQualifier, rows: { asked: string; said: string; value: number }[]): void {
  describe(kind, () => {
    test.each(rows)('asked $asked, said $said: $value', ({ asked, said, value }) => {
      const of = (values: string) =>
        saidBy(values.split(' ').map((each) => ({ kind, value: each })))
      const query = { said: of(asked) }
      expect(measure(kind, query, { term: of(said) })).toBe(value)
      expect(measure(kind, query, { concept: of(said) })).toBe(value)
      expect(measure(kind, query, { term: of(said), concept: of(said) })).toBe(value)
    })
  })
}

table('laterality', [
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
  { asked: 'family', said: 'none', value: 0.93 },
  { asked: 'family', said: 'past', value: 0 },
  { asked: 'absent', said: 'suspected', value: 0 },
])

test.each(CODED_QUALIFIERS)('%s looks at nothing but its own column', (kind) => {
  const others = { laterality: 7, course: 15, severity: 7, context: 15, [kind]: 0 }
  expect(measure(kind, { said: others })).toBe(1)
  expect(measure(kind, {}, { term: others, concept: others })).toBe(1)
})

describe('group', () => {
  const likelihood = GROUPS.map((group) => (group === 'body' ? 1 / 16 : 1))
  const asked = (...groups: Group[]) => new Set(groups)

  test.each([
    { of: 'body', asks: asked(), value: 0.5, why: 'as likely as its words, softened' },
    { of: 'disorder', asks: asked(), value: 1, why: 'the likeliest' },
    { of: 'body', asks: asked('body'), value: 1, why: 'asked for' },
    { of: 'body', asks: asked('procedure', 'body'), value: 1, why: 'one of those asked for' },
  ] as const)('$of: $value, $why', ({ of, asks, value }) => {
    const concept = { group: numberOf(of) }
    expect(measure('group', { likelihood, asked: asks }, { concept })).toBeCloseTo(value, 12)
  })
})

test('group: of two kinds the one that is asked for is worth more, however likely the other is', () => {
  for (const likely of [0, 0.01, 0.5, 0.99]) {
    const likelihood = GROUPS.map(() => likely)
    const worthOf = (group: Group) =>
      measure(
        'group',
        { likelihood, asked: new Set(['body']) },
        { concept: { group: numberOf(group) } },
      )
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
    expect(measure('general', {}, { concept: { breadth } })).toBe(value)
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

const bits = fc.record({
  laterality: fc.nat(7),
  course: fc.nat(15),
  severity: fc.nat(7),
  context: fc.nat(15),
})
const concepts = fc
  .tuple(bits, fc.nat(GROUPS.length - 1), fc.nat(31))
  .map(([said, group, breadth]) => ({ ...said, group, breadth }))
const share = fc.double({ min: 0, max: 1, noNaN: true })

test('what belongs to the name does not change with the code', () => {
  fc.assert(
    fc.property(concepts, concepts, share, (one, other, leftOut) => {
      for (const { name, of } of snomedFeatures)
        if (of === 'name')
          expect(measure(name, { leftOut }, { concept: one })).toBe(
            measure(name, { leftOut }, { concept: other }),
          )
    }),
  )
})

test('every value is in [0, 1], whatever is asked and said', () => {
  fc.assert(
    fc.property(bits, bits, concepts, share, share, (said, term, concept, likely, leftOut) => {
      const likelihood = GROUPS.map(() => likely)
      for (const { name } of snomedFeatures) {
        const value = measure(name, { said, likelihood, leftOut }, { term, concept })
        expect(value, name).toBeGreaterThanOrEqual(0)
        expect(value, name).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test('a value that agrees never scores less than one that is left open or conflicts', () => {
  fc.assert(
    fc.property(fc.constantFrom(...CODED_QUALIFIERS), bits, bits, (kind, said, term) => {
      const agreeing = measure(kind, { said }, { term: said })
      expect(agreeing).toBe(1)
      expect(agreeing).toBeGreaterThanOrEqual(measure(kind, { said }))
      expect(agreeing).toBeGreaterThanOrEqual(measure(kind, { said }, { term }))
    }),
  )
})
