/**
 * Proves of linking lab tests against LOINC's starter vocabulary:
 * 1. mentions of test/golden/loinc.tsv find their codes, and what a code needs and nobody said keeps it from being linked
 * 2. another unit, specimen or value is another code
 * 3. official names are linked to their codes, and to no others
 */

import { describe, expect, test } from 'vitest'
import { madeOnce } from '../../src/language/remember.ts'
import { readStarter } from '../../src/ontologies/loinc/release/starter.ts'
import { readGolden, shareThatKeeps } from '../support/golden.ts'
import { openStarter } from '../support/linker.ts'

/** What holds on the day of the last change of the golden file; never to be lowered to get green. */
const FLOOR = { right: 0.99, linked: 0.99 }

interface Golden {
  readonly query: string
  /** By the contract's keys. */
  readonly hints: Readonly<Record<string, string>>
  /** Codes any of which is right as the first; none where it does not matter or nothing is right. */
  readonly codes: readonly string[]
  readonly linked: 'yes' | 'no' | 'any'
  /** The first result's link_reason; undefined where it is left open. */
  readonly reason: string | undefined
  readonly why: string
}

const { columns, rows } = readGolden('loinc')
const golden = rows.map((cells): Golden => {
  const said = cells.map((cell) => (cell === '-' ? undefined : cell))
  const [query, unit, specimen, value, panel, code, linked, reason, why] = said
  const hints = {
    ...(unit && { unit }),
    ...(specimen && { specimen }),
    ...(value && { value }),
    ...(panel && { panel_name: panel }),
  }
  return {
    query: query!,
    hints,
    codes: code?.split('|') ?? [],
    linked: linked as Golden['linked'],
    reason,
    why: why!,
  }
})

const medlink = openStarter('loinc')
type Asked = Pick<Golden, 'query' | 'hints'>
const ask = ({ query, hints }: Asked) =>
  medlink.link({ query, ontology: 'loinc', metadata: hints }).results[0]
const known = new Map<Asked, ReturnType<typeof ask>>()
/** The first answer to a row, which is asked once however many tests look at it. */
const first = (row: Asked) => madeOnce(known, row, ask)

function shareOf(what: string, some: readonly Golden[], keeps: (row: Golden) => boolean): number {
  return shareThatKeeps(some, keeps, (row) => {
    const { query, hints, codes, why } = row
    const found = first(row)
    const got = found
      ? `${found.term_id} ${found.metadata.preferred_name} ${found.score} ${found.metadata.link_reason}`
      : 'nothing'
    return `${what}: "${query}" ${JSON.stringify(hints)} (${why}): ${got}, not ${codes.join(' or ')}`
  })
}

describe('the golden file', () => {
  test('has columns, vocabulary and no line twice', () => {
    expect(columns).toEqual('query unit specimen value panel code linked reason why'.split(' '))
    expect(golden.length).toBeGreaterThanOrEqual(80)
    expect(rows.filter((cells) => cells.length !== columns.length || cells.includes(''))).toEqual(
      [],
    )
    const asked = golden.map(({ query, hints }) => JSON.stringify([query, hints]))
    expect(asked.filter((each, i) => asked.indexOf(each) < i)).toEqual([])
    for (const { query, codes, linked, reason, why } of golden) {
      expect(['yes', 'no', 'any'], query).toContain(linked)
      expect(why, query).toBeTruthy()
      expect(reason === 'linked', query).toBe(linked === 'yes')
      if (linked !== 'no') expect(codes, query).not.toEqual([])
    }
  })

  test('names codes that the starter vocabulary has', () => {
    for (const code of new Set(golden.flatMap(({ codes }) => codes)))
      expect(medlink.concept('loinc', code).code).toBe(code)
  })

  test('has its codes found first', () => {
    const some = golden.filter(({ codes }) => codes.length > 0)
    const share = shareOf('not first', some, (row) => row.codes.includes(first(row)?.term_id ?? ''))
    expect(share).toBeGreaterThanOrEqual(FLOOR.right)
  })

  test('has what should be linked linked', () => {
    const some = golden.filter(({ linked }) => linked === 'yes')
    const share = shareOf('not linked', some, (row) => first(row)?.is_linked === true)
    expect(share).toBeGreaterThanOrEqual(FLOOR.linked)
  })

  test('has nothing linked wrongly', () => {
    const share = shareOf(
      'linked',
      golden,
      (row) =>
        first(row)?.is_linked !== true ||
        (row.linked !== 'no' && row.codes.includes(first(row)!.term_id)),
    )
    expect(share).toBe(1)
  })

  test.each(golden.filter(({ linked, reason }) => linked === 'no' && reason !== undefined))(
    '$query with $hints is not linked: $reason',
    (row) => {
      expect(first(row)!.metadata.link_reason).toBe(row.reason)
    },
  )
})

test.each([
  { query: 'hemoglobin', one: { unit: 'g/dL', specimen: 'blood' }, other: { unit: 'mmol/L' } },
  { query: 'hemoglobin', one: { unit: 'mg/dL', specimen: 'blood' }, other: { specimen: 'urine' } },
  { query: 'neutrophils', one: { unit: '%', specimen: 'blood' }, other: { unit: '10*3/uL' } },
  { query: 'glucose', one: { unit: 'mg/dL', specimen: 'serum' }, other: { specimen: 'CSF' } },
  { query: 'HbA1c', one: { unit: '%', specimen: 'blood' }, other: { unit: 'mmol/mol' } },
])('$query with $other is another code than with $one', ({ query, one, other }) => {
  const code = first({ query, hints: one })!.term_id
  expect(first({ query, hints: { ...one, ...other } })!.term_id).not.toBe(code)
})

test.each([
  { query: '718-7', code: '718-7' },
  { query: ' 718-7\n', code: '718-7' },
])('the code $query answers with itself alone', ({ query, code }) => {
  const { results, query_breakdown } = medlink.link({ query, ontology: 'loinc', top_k: 10 })
  expect(results).toMatchObject([{ term_id: code, score: 1, is_linked: true }])
  expect(query_breakdown).toBeNull()
})

describe('the official name of a code', () => {
  const concepts = readStarter().concepts.filter(({ attributes }) => attributes.is_result === true)
  const answered = concepts.map(({ code, name }) => ({
    code,
    ...first({ query: name, hints: {} }),
  }))

  test('is linked to it, but for a few', () => {
    const linked = answered.filter(({ code, term_id, is_linked }) => is_linked && term_id === code)
    expect(concepts.length).toBeGreaterThan(1000)
    expect(linked.length).toBeGreaterThan(0.99 * concepts.length)
  })

  test('is never linked to another one', () => {
    const wrong = answered.filter(({ code, term_id, is_linked }) => is_linked && term_id !== code)
    expect(wrong.map(({ code, term_id }) => [code, term_id])).toEqual([])
  })
})
