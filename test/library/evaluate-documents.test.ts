/**
 * Proves of documents:
 * 1. a document's codes are the first ones of what the patient has, and the linked ones of what the patient had
 * 2. codes and their categories are counted over all documents together, each once a document
 * 3. documents are asked in their order, once more for the first, and what stands above them is asked with each
 * 4. a line that is no document is refused with its number and without its text
 */

import { expect, test } from 'vitest'
import type { ComprehendRequest, ComprehendResult, TraitName } from '../../src/contract.ts'
import {
  type AnsweredDocument,
  answerDocuments,
  compareSets,
  evaluateDocuments,
  ownCode,
  parseDocument,
} from '../../src/library/evaluate-documents.ts'
import type { Medlink } from '../../src/library/medlink.ts'

type Entity = ComprehendResult<'icd-10-cm', 'problem'>['entities'][number]

/** An entity with these codes, best first; a linked one is written with an asterisk. */
function entity(codes: string, ...traits: readonly TraitName[]): Entity {
  const rows = codes.split(' ').filter((code) => code !== '')
  return {
    ...{ text: 'x', begin_offset: 0, end_offset: 1, score: 0.9, attributes: [] },
    traits: traits.map((name) => ({ name, score: 0.9 })),
    results: rows.map((code) => ({
      term_id: code.replace('*', ''),
      is_linked: code.endsWith('*'),
    })),
  } as unknown as Entity
}

function answered(codes: readonly string[], entities: readonly Entity[], ms = 1): AnsweredDocument {
  return { id: 'd', codes, result: { entities } as unknown as AnsweredDocument['result'], ms }
}

test.each([
  { codes: 'E11* I10', traits: ['DIAGNOSIS'], own: 'E11' },
  { codes: 'E11 I10*', traits: ['SIGN'], own: 'E11' },
  { codes: 'E11', traits: [], own: 'E11' },
  { codes: '', traits: ['SYMPTOM'], own: undefined },
  { codes: 'E11', traits: ['DIAGNOSIS', 'NEGATION'], own: undefined },
  { codes: 'Z80.0*', traits: ['DIAGNOSIS', 'PERTAINS_TO_FAMILY'], own: undefined },
  { codes: 'E11', traits: ['DIAGNOSIS', 'HYPOTHETICAL'], own: undefined },
  { codes: 'E11', traits: ['LOW_CONFIDENCE', 'DIAGNOSIS'], own: undefined },
  { codes: 'I63 Z86.73*', traits: ['DIAGNOSIS', 'PAST_HISTORY'], own: 'Z86.73' },
  { codes: 'I63', traits: ['DIAGNOSIS', 'PAST_HISTORY'], own: undefined },
  { codes: 'Z86.73*', traits: ['PAST_HISTORY', 'NEGATION'], own: undefined },
] as const)('of "$codes" with $traits the document has $own', ({ codes, traits, own }) => {
  expect(ownCode(entity(codes, ...traits))).toBe(own)
})

test('sets are compared together, and each code counts once', () => {
  const sets = [
    { wanted: ['A', 'B', 'C', 'C'], found: ['A', 'A', 'D'] },
    { wanted: ['B'], found: ['B'] },
    { wanted: [], found: ['A'] },
  ]
  expect(compareSets(sets)).toEqual({ precision: 2 / 4, recall: 2 / 4 })
  expect(compareSets([])).toEqual({ precision: null, recall: null })
})

test('figures are of codes and of their first three characters', () => {
  const figures = evaluateDocuments([
    answered(
      ['E11.9', 'I10'],
      [entity('E11.65 E11.9'), entity('I10'), entity('J45', 'NEGATION')],
      3,
    ),
    answered(['J45.909'], [entity('J45.901'), entity('J45.909'), entity('')], 1),
  ])
  expect(figures).toEqual({
    n: 2,
    category: { precision: 1, recall: 1 },
    code: { precision: 2 / 4, recall: 2 / 3 },
    p50_ms: 1,
    p99_ms: 3,
  })
})

test('documents are asked in their order with what stands above them', () => {
  const asked: ComprehendRequest[] = []
  const medlink = {
    comprehend: (request: ComprehendRequest) => {
      asked.push(request)
      return { entities: [] }
    },
  } as unknown as Medlink
  const documents = [
    { id: 'b', text: 'fever', codes: ['R50.9'] },
    { id: 'a', text: 'cough', codes: [] },
  ]
  const answers = [...answerDocuments(medlink, documents, { version: '2027', billable: true })]
  expect(answers.map(({ id, codes }) => ({ id, codes }))).toEqual([
    { id: 'b', codes: ['R50.9'] },
    { id: 'a', codes: [] },
  ])
  for (const { ms } of answers) expect(ms).toBeGreaterThanOrEqual(0)
  expect(asked.map(({ text }) => text)).toEqual(['fever', 'fever', 'cough'])
  for (const request of asked)
    expect(request).toMatchObject({
      ...{ ontology: 'icd-10-cm', version: '2027', billable: true, top_k: 10 },
    })
  expect([...answerDocuments(medlink, [])]).toEqual([])
})

test('a document is parsed', () => {
  const line = '{"id":"d","text":"fever","codes":["R50.9"],"more":1}'
  expect(parseDocument(line, 1)).toEqual({ id: 'd', text: 'fever', codes: ['R50.9'] })
})

test.each([
  { line: 'secret', says: 'line 4 is not JSON' },
  { line: '{"id":"d","text":"secret"}', says: 'line 4 is not a document: codes must be a list' },
  { line: '{"id":"d","text":" ","codes":[]}', says: 'line 4 is not a document: text must be' },
  { line: '{"id":1,"text":"secret","codes":[]}', says: 'line 4 is not a document: id must be' },
  { line: '{"id":"d","text":"secret","codes":"A"}', says: 'codes must be a list of codes' },
  { line: '["secret"]', says: 'line 4 is not a document: it must be an object' },
])('$line is refused', ({ line, says }) => {
  expect(() => parseDocument(line, 4)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  expect(() => parseDocument(line, 4)).toThrow(says)
  expect(() => parseDocument(line, 4)).not.toThrow(/secret/)
})
