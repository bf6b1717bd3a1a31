/**
 * Proves of the comparison of answers with the cases of the FHIR terminology ecosystem:
 * 1. values must be equal, in any order, and no more of them than are expected
 * 2. each marker allows what it says, and nothing else
 * 3. the table of declined cases names each once
 */
import { describe, expect, test } from 'vitest'
import { differenceOf } from '../../bench/fhir-tx/compare.ts'
import { DECLINED } from '../../bench/fhir-tx/declined.ts'

const compare = (expected: unknown, actual: unknown, mayHaveMore = false) =>
  differenceOf(expected as never, actual as never, mayHaveMore)

describe('equal:', () => {
  test.each([
    { expected: { a: [1, 'x', true, null] }, actual: { a: [null, true, 'x', 1] } },
    { expected: { a: [{ b: 1 }, { b: 2 }] }, actual: { a: [{ b: 2 }, { b: 1 }] } },
    { expected: { fhir_comments: 'x', a: 1 }, actual: { a: 1 } },
    { expected: { a: 1 }, actual: { a: 1, location: ['code'] }, mayHaveMore: true },
    { expected: { a: '$$' }, actual: { a: { any: 'thing' } } },
    { expected: '$instant$', actual: '2026-11-24T10:00:00.000Z' },
    { expected: '$uuid$', actual: 'urn:uuid:01234567-89ab-cdef-0123-456789abcdef' },
    { expected: '$url$', actual: 'http://example.org' },
    { expected: '$choice:a|b$', actual: 'b' },
    { expected: '$fragments:liver|heart$', actual: 'heart and liver' },
    { expected: '$external:1:text$', actual: 'whatever' },
    { expected: { '$optional-properties$': ['b'], a: 1, b: 2 }, actual: { a: 1 } },
    { expected: { '$optional-properties$': ['b'], a: 1 }, actual: { a: 1, b: 3 } },
    { expected: [{ $optional$: true, a: 1 }, { a: 2 }], actual: [{ a: 2 }] },
    { expected: [{ $optional$: '!tx.fhir.org', a: 1 }], actual: [] },
    { expected: { a: [{ $optional$: true }] }, actual: {} },
    {
      expected: { '$count-arrays$': ['a'], a: [1, 2] },
      actual: { a: [3, 4] },
    },
  ])('$expected and $actual', ({ expected, actual, mayHaveMore }) => {
    expect(compare(expected, actual, mayHaveMore)).toBe(undefined)
  })
})

describe('different:', () => {
  test.each([
    { expected: { a: 1 }, actual: { a: 2 }, says: '.a is 2, not 1' },
    { expected: { a: 1 }, actual: {}, says: '.a is missing' },
    { expected: { a: 1 }, actual: { a: 1, b: 2 }, says: '.b is not expected' },
    {
      expected: { a: 1, $only$: true },
      actual: { a: 1, b: 2 },
      mayHaveMore: true,
      says: '.b is not expected',
    },
    { expected: [1], actual: [1, 2], says: 'has 1 more' },
    { expected: [1, 2], actual: [1], says: 'is missing' },
    {
      expected: [{ name: 'x', v: 1 }],
      actual: [{ name: 'x', v: 2 }],
      says: '["x"] .v is 2, not 1',
    },
    { expected: [{ $optional$: '!general', a: 1 }], actual: [], says: 'is missing' },
    { expected: '$instant$', actual: '2026', says: 'is "2026"' },
    { expected: '$choice:a|b$', actual: 'c', says: 'is "c"' },
    { expected: '$fragments:liver|heart$', actual: 'liver', says: 'is "liver"' },
    {
      expected: { '$count-arrays$': ['a'], a: [1, 2] },
      actual: { a: [1] },
      says: '.a has 1 items, not 2',
    },
    { expected: [], actual: {}, says: 'is no list' },
    { expected: {}, actual: [], says: 'is no object' },
  ])('$expected and $actual', ({ expected, actual, mayHaveMore, says }) => {
    expect(compare(expected, actual, mayHaveMore)).toContain(says)
  })
})

test('every declined case has its suite, its name and a reason', () => {
  for (const [name, reason] of DECLINED) {
    expect(name).toMatch(
      /^(?:simple-cases|translate|batch|snomed|sct-ecl|loinc|tx\.fhir\.org) \S+$/,
    )
    expect(reason.length).toBeGreaterThan(20)
  }
  expect(DECLINED.size).toBeGreaterThan(100)
})
