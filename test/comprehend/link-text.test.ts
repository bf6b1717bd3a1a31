/**
 * Proves of link requests that are about a text:
 * 1. what they ask of a mention is asked of the text; whether codes can be billed is left open where it was not asked
 * 2. the answer has the candidates of the main entity, with all entities in the breakdown; none where there is none
 * 3. it says where the text was cut and which hints were ignored
 */

import { describe, expect, test } from 'vitest'
import { linkRequestOf, linkResultOf, textRequestOf } from '../../src/comprehend/link-text.ts'
import {
  type Condition,
  type ConditionsResult,
  linkRequestSchema,
  parseRequest,
} from '../../src/contract.ts'
import { rowOf } from '../support/comprehend.ts'

const parsed = (more: object = {}) =>
  parseRequest(linkRequestSchema, {
    query: 'no gout',
    ontology: 'icd-10-cm',
    version: 'comprehend',
    ...more,
  })

describe('a text is asked for', () => {
  const plain = { text: 'no gout', ontology: 'icd-10-cm', top_k: 5, strictness: 'high' }

  test.each([
    { asked: {}, text: plain },
    { asked: { billable: false }, text: plain },
    { asked: { billable: true }, text: { ...plain, billable: true } },
    { asked: { encounter: 'sequela' }, text: { ...plain, encounter: 'sequela' } },
    {
      asked: { top_k: 2, strictness: 'balanced' },
      text: { ...plain, top_k: 2, strictness: 'balanced' },
    },
    { asked: { request_id: 'x', collapse: 'term', assume: 'usual' }, text: plain },
  ])('with $asked', ({ asked, text }) => {
    expect(textRequestOf(parsed(asked))).toStrictEqual(text)
  })
})

test('a mention of it is asked for by itself, code by code', () => {
  const request = parsed({ collapse: 'term', top_k: 3, billable: true })
  expect(linkRequestOf(request, 'gout')).toEqual({ ...request, query: 'gout', collapse: 'concept' })
})

describe('the answer', () => {
  const entityOf = (text: string, code: string) =>
    ({
      ...{ text, begin_offset: 3, end_offset: 7, score: 0.7 },
      traits: [{ name: 'NEGATION', score: 0.9 }],
      attributes: [{ type: 'ACUITY' }],
      results: [rowOf(code)],
    }) as unknown as Condition<'icd-10-cm'>
  const entities = [entityOf('gout', 'A'), entityOf('mumps', 'B')]
  const resultOf = (main: number | null, own = entities) =>
    ({
      ...{ request_id: 'r', text: 'no gout', ontology: 'icd-10-cm', version: '2027' },
      ...{ index_name: 'i', model_version: 'm', main, entities: own },
      notes: [{ type: 'EXCLUDES1', entities: [0, 1], codes: ['A', 'B'] }],
    }) as ConditionsResult<'icd-10-cm'>
  const common = {
    ...{ request_id: 'r', query: 'no gout', ontology: 'icd-10-cm', version: 'comprehend' },
    ...{ index_name: 'i', model_version: 'm' },
  }

  test('is that of the main entity', () => {
    const { traits, attributes, results } = entities[1]!
    const result = resultOf(1)
    expect(linkResultOf(result, parsed())).toStrictEqual({
      ...common,
      query_breakdown: {
        ...{ entity: 'mumps', entity_score: 0.7, traits, attributes, entities },
        notes: result.notes,
      },
      results,
    })
  })

  test('says where the text was cut, and what hints mean nothing', () => {
    const cut = { ...resultOf(1), truncated: true as const }
    const result = linkResultOf(cut, parsed({ metadata: { unit: 'mg', age: null } }))
    expect(result.query_breakdown).toMatchObject({ entity: 'mumps', truncated: true })
    expect(result.ignored_hints).toEqual(['unit'])
    const whole = linkResultOf(resultOf(1), parsed({ metadata: {} }))
    expect(whole).not.toHaveProperty('ignored_hints')
    expect(whole.query_breakdown).not.toHaveProperty('truncated')
  })

  test('is empty where there is none', () => {
    const result = resultOf(null, [])
    const none = { entity: null, entity_score: null, traits: [], attributes: [], entities: [] }
    expect(linkResultOf(result, parsed())).toStrictEqual({
      ...common,
      query_breakdown: { ...none, notes: result.notes },
      results: [],
    })
  })
})
