/**
 * Proves of ICD-10-CM's features, one table each:
 * 1. agreement gives 1, conflict 0, what is left open lies between
 * 2. every value is in [0, 1] and every feature applies to every mention
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { icd10cmColumns } from '../../../../src/ontologies/icd10cm/columns.ts'
import { icd10cmFeatures } from '../../../../src/ontologies/icd10cm/linking/features.ts'
import {
  ENCOUNTER,
  INTENT,
  LATERALITY,
  QUALIFIER_KINDS,
  type QualifierKind,
  type Qualifiers,
  qualifiersOf,
  TRIMESTER,
} from '../../../../src/ontologies/icd10cm/qualifiers.ts'
import { matchIn } from '../../../support/linker.ts'

const featureNamed = (name: string) => icd10cmFeatures.find((feature) => feature.name === name)!

type Values = Parameters<typeof matchIn<ConceptColumn, TermColumn>>[1]
type TermColumn = keyof typeof icd10cmColumns.term
type ConceptColumn = keyof typeof icd10cmColumns.concept

/** A category that tells sides apart. */
const ANY_SIDE = LATERALITY.right | LATERALITY.left | LATERALITY.bilateral

/** What a feature makes of what was asked for, and of what name and concept say. */
function measure(name: string, asked: Partial<Qualifiers>, said: Values): number {
  const query = { ...qualifiersOf([]), ...asked }
  const sided = { ...said, concept: { sided: ANY_SIDE, ...said.concept } }
  return featureNamed(name).measure(query, matchIn(icd10cmColumns, sided))
}

interface Row {
  asked: string
  said: string
  value: number
}

function table(
  feature: string,
  kind: QualifierKind,
  bits: Readonly<Record<string, number>>,
  rows: Row[],
): void {
  describe(feature, () => {
    test.each(rows)('asked $asked, said $said: $value', ({ asked, said, value }) => {
      const of = (names: string) => ({
        [kind]: names.split(' ').reduce((sum, each) => sum | (bits[each] ?? 0), 0),
      })
      expect(measure(feature, of(asked), { term: of(said) })).toBe(value)
      expect(measure(feature, of(asked), { concept: of(said) })).toBe(value)
    })
  })
}

test.each([
  { asked: LATERALITY.left, sided: 0, value: 1 },
  { asked: LATERALITY.bilateral, sided: 0, value: 1 },
  { asked: LATERALITY.left, sided: LATERALITY.bilateral, value: 1 },
  { asked: LATERALITY.bilateral, sided: LATERALITY.bilateral, value: 0.5 },
])('side $asked, of a code that says none where codes tell $sided apart: $value', (row) => {
  const asked = { laterality: row.asked }
  expect(measure('laterality', asked, { concept: { sided: row.sided } })).toBe(row.value)
})

table('laterality', 'laterality', LATERALITY, [
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

table('encounter', 'encounter', ENCOUNTER, [
  { asked: 'none', said: 'none', value: 1 },
  { asked: 'none', said: 'initial', value: 0.9 },
  { asked: 'none', said: 'subsequent', value: 0 },
  { asked: 'none', said: 'sequela', value: 0 },
  { asked: 'sequela', said: 'sequela', value: 1 },
  { asked: 'sequela', said: 'none', value: 0.5 },
  { asked: 'sequela', said: 'initial', value: 0.5 },
  { asked: 'initial', said: 'subsequent', value: 0 },
])

table('trimester', 'trimester', TRIMESTER, [
  { asked: 'none', said: 'none', value: 1 },
  { asked: 'none', said: 'unspecified', value: 0.9 },
  { asked: 'none', said: 'first', value: 0 },
  { asked: 'first', said: 'first', value: 1 },
  { asked: 'first', said: 'none', value: 0.5 },
  { asked: 'first', said: 'third', value: 0 },
])

table('intent', 'intent', INTENT, [
  { asked: 'none', said: 'none', value: 1 },
  { asked: 'none', said: 'accidental', value: 0.9 },
  { asked: 'none', said: 'self_harm', value: 0 },
  { asked: 'self_harm', said: 'self_harm', value: 1 },
  { asked: 'self_harm', said: 'accidental', value: 0.5 },
  { asked: 'assault', said: 'self_harm', value: 0 },
])

table('unspecified', 'unspecified', { unspecified: 1 }, [
  { asked: 'none', said: 'none', value: 1 },
  { asked: 'none', said: 'unspecified', value: 0.6 },
  { asked: 'unspecified', said: 'unspecified', value: 1 },
  { asked: 'unspecified', said: 'none', value: 0 },
])

table('residual', 'residual', { other: 1 }, [
  { asked: 'none', said: 'none', value: 1 },
  { asked: 'none', said: 'other', value: 0 },
  { asked: 'other', said: 'other', value: 1 },
  { asked: 'other', said: 'none', value: 0 },
])

table('negation', 'negated', { negated: 1 }, [
  { asked: 'none', said: 'none', value: 1 },
  { asked: 'none', said: 'negated', value: 0 },
  { asked: 'negated', said: 'negated', value: 1 },
  { asked: 'negated', said: 'none', value: 0 },
])

test.each([
  { what: 'a code that can be billed', billable: 1, value: 1 },
  { what: 'a header', billable: 0, value: 0 },
])('billable: $what is worth $value', ({ billable, value }) => {
  expect(measure('billable', {}, { concept: { billable } })).toBe(value)
})

test.each([
  { code_length: 3, value: 1 },
  { code_length: 4, value: 0.75 },
  { code_length: 5, value: 0.5 },
  { code_length: 7, value: 0 },
])('general: a code of $code_length characters is worth $value', ({ code_length, value }) => {
  expect(measure('general', {}, { concept: { code_length } })).toBe(value)
})

test.each([
  { what: 'a code that can be billed', billable: 1, value: 1 },
  { what: 'a header', billable: 0, value: 0.5 },
])('general: where "unspecified" is asked for, $what is worth $value', ({ billable, value }) => {
  const concept = { billable, code_length: 3 }
  expect(measure('general', { unspecified: 1 }, { concept })).toBe(value)
})

test('features have names of their own and apply to every mention', () => {
  const names = icd10cmFeatures.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const feature of icd10cmFeatures) expect(feature.applies(qualifiersOf([]))).toBe(true)
})

test('every value is in [0, 1], whatever is asked and said', () => {
  const flags: readonly QualifierKind[] = ['unspecified', 'residual', 'negated']
  const bits = fc
    .tuple(...QUALIFIER_KINDS.map((kind) => fc.nat(flags.includes(kind) ? 1 : 63)))
    .map((values) => Object.fromEntries(QUALIFIER_KINDS.map((kind, i) => [kind, values[i]!])))
  fc.assert(
    fc.property(
      bits,
      bits,
      bits,
      fc.nat(1),
      fc.integer({ min: 3, max: 7 }),
      (asked, term, own, billable, code_length) => {
        for (const { name } of icd10cmFeatures) {
          const concept = { ...own, billable, code_length }
          const value = measure(name, asked, { term, concept })
          expect(value, name).toBeGreaterThanOrEqual(0)
          expect(value, name).toBeLessThanOrEqual(1)
        }
      },
    ),
  )
})

test('a side that agrees never scores less than one that is left open or conflicts', () => {
  const side = fc.constantFrom(...Object.values(LATERALITY))
  const worth = (asked: number, said: number) =>
    measure('laterality', { laterality: asked }, { term: { laterality: said } })
  fc.assert(
    fc.property(side, side, (asked, said) => {
      expect(worth(asked, asked)).toBeGreaterThanOrEqual(worth(asked, 0))
      expect(worth(asked, asked)).toBeGreaterThanOrEqual(worth(asked, said))
    }),
  )
})
