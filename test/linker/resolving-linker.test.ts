/**
 * Proves of linking where the ontology itself resolves mentions:
 * 1. a code is answered by look-up, without a score and a breakdown; one that is not there is text
 * 2. an explanation has the parts of the text with their offsets, and the reasons of every row
 * 3. the request's id, the model's version and the hints that were ignored are in the answer
 * 4. no more rows than are asked for
 */

import { expect, test } from 'vitest'
import { linkResultSchema } from '../../src/contract.ts'
import { MEDLINK_VERSION } from '../../src/version.ts'
import { openDrugsOfFile, PHARMACY } from '../support/drugs.ts'

const { link, explain } = openDrugsOfFile(PHARMACY)

test.each([
  { query: '10500', code: '10500' },
  { query: ' rxcui 6809 ', code: '6809' },
  { query: 'RXCUI: 104416', code: '104416' },
])('$query is the code $code', ({ query, code }) => {
  const { results, query_breakdown } = link(query)
  expect(query_breakdown).toBeNull()
  expect(results).toHaveLength(1)
  expect(results[0]).toMatchObject({ term_id: code, score: null, is_linked: true })
  expect(results[0]!.metadata).toMatchObject({ link_reason: 'linked', link_basis: 'code' })
  const { explanations, parse } = explain(query)
  expect(explanations).toEqual([
    {
      term_id: code,
      ranking_score: 1,
      parts: [{ feature: 'code', value: 1, share: 1 }],
      readings: [],
    },
  ])
  expect(parse).toBeUndefined()
})

test.each(['99999', 'rxcui 99999', '500'])('%s is none', (query) => {
  const { results, query_breakdown } = link(query)
  expect(results.filter(({ is_linked }) => is_linked)).toEqual([])
  expect(query_breakdown).not.toBeNull()
})

test('an explanation says what each part of the text was taken for', () => {
  const query = 'Tab Zorvexia 500 mg 1-0-1 x 5 days'
  const { results, explanations, parse } = explain(query)
  expect(parse!.map(({ kind, begin, end }) => [kind, query.slice(begin, end)])).toEqual([
    ['form', 'Tab'],
    ['name', 'Zorvexia'],
    ['strength', '500 mg'],
    ['frequency', '1-0-1'],
    ['duration', 'x 5 days'],
  ])
  expect(explanations.map(({ term_id }) => term_id)).toEqual(results.map(({ term_id }) => term_id))
  for (const { ranking_score, parts } of explanations) {
    const sum = parts.reduce((total, { value, share }) => total + value * share, 0)
    expect(sum).toBeCloseTo(ranking_score)
    expect(parts.reduce((total, { share }) => total + share, 0)).toBeCloseTo(1)
  }
})

test('the answer has the id, the version and what was ignored', () => {
  const metadata = { form: 'tablet', unit: 'mg' } as { form: string }
  const result = link('Zorvexia', { metadata })
  expect(linkResultSchema.parse(result)).toEqual(result)
  expect(result).toMatchObject({
    request_id: 'r',
    query: 'Zorvexia',
    ontology: 'medication',
    version: '2026',
    model_version: `${MEDLINK_VERSION}+medication-2`,
    ignored_hints: ['unit'],
  })
  expect('ignored_hints' in link('Zorvexia')).toBe(false)
})

test.each([1, 3, 5])('there are no more rows than %s', (top_k) => {
  expect(link('metformin', { top_k }).results).toHaveLength(top_k)
})
