/**
 * Proves of `comprehendMany`, over the starter of ICD-10-CM, a miniature SNOMED CT and real workers:
 * 1. outcomes are what `comprehend` answers to the requests one by one, errors included
 * 2. a request that fails leaves the others alone, and its error does not repeat the text
 * 3. an abort and a closing end it
 *
 * Workers, order, and what else batches have in common with `linkMany`: pool/batch.test.ts and link-many.test.ts.
 */

import { cpSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { indexPath } from '../../src/index/registry.ts'
import { type ComprehendRequest, type Medlink, openMedlink } from '../../src/medlink.ts'
import { clinicalText } from '../support/arbitraries.ts'
import { fileFolder } from '../support/linker.ts'
import { copyStarter, MINI, miniRoot } from '../support/shared-index.ts'
import { answeredAlone, collect, withoutId } from './outcomes.ts'

/** Workers take seconds to start on a busy machine. */
vi.setConfig({ testTimeout: 60_000 })

const NOTE = 'K/C/O T2DM, HTN. c/o fever x 3 days, no cough. Father had gout.'

const dir = fileFolder()
let medlink: Medlink

beforeAll(async () => {
  copyStarter('icd-10-cm', dir)
  const { version } = MINI.snomed
  cpSync(indexPath(await miniRoot('snomed'), 'snomed', version), indexPath(dir, 'snomed', version))
  medlink = openMedlink({ dir })
})
afterAll(() => medlink.close())

const text = fc.oneof(
  clinicalText,
  fc
    .array(fc.constantFrom('gout', 'no fever', 'h/o pneumonia', '?TB', 'asthma', 'rt knee pain'), {
      minLength: 1,
      maxLength: 6,
    })
    .map((parts) => parts.join(', ')),
  fc.constantFrom('', ' ', 'x'.repeat(10_001)),
)
/** What callers without types may send, among it. */
const request = fc.record(
  {
    text,
    ontology: fc.constantFrom('icd-10-cm', 'snomed', 'snomed', 'loinc', 'icd-9', 7),
    version: fc.constantFrom('starter', 'starter', 'comprehend', MINI.snomed.version, '1999', ''),
    top_k: fc.constantFrom(1, 3, 0, 11),
    encounter: fc.constantFrom('initial', 'sequela', 'x'),
    billable: fc.constantFrom(true, false, 'yes'),
    strictness: fc.constantFrom('high', 'balanced', 'low'),
    request_id: fc.constantFrom('a', 'b', ''),
    query: fc.constant('gout'),
  },
  { requiredKeys: ['text'] },
) as unknown as fc.Arbitrary<ComprehendRequest>
const anything = fc.oneof(
  { weight: 30, arbitrary: request },
  { weight: 20, arbitrary: fc.record({ text }) },
  { weight: 1, arbitrary: fc.jsonValue() as unknown as typeof request },
)

test('is comprehend, request by request', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { maxLength: 40, size: 'max' }), async (requests) => {
      const outcomes = await collect(medlink.comprehendMany(requests, { workers: 2 }))
      const alone = requests.map((each) => answeredAlone((one) => medlink.comprehend(one), each))
      expect(outcomes.map((outcome, i) => withoutId(outcome, requests[i]))).toEqual(alone)
    }),
    { numRuns: 10 },
  )
})

test.each([
  { what: 'no text', request: { text: ' ' }, code: 'invalid_request' },
  { what: 'no request', request: undefined, code: 'invalid_request' },
  { what: 'a mention', request: { text: undefined, query: 'gout' }, code: 'invalid_request' },
  { what: 'a function for a text', request: { text: () => 'x' }, code: 'invalid_request' },
  { what: 'an unknown ontology', request: { ontology: 'icd-9' }, code: 'unknown_ontology' },
  { what: 'one without conditions', request: { ontology: 'loinc' }, code: 'invalid_request' },
  { what: 'another version', request: { version: '1999' }, code: 'unknown_version' },
])('$what fails alone, as $code', async ({ request, code }) => {
  const icd10cm: ComprehendRequest = { text: `secret ${NOTE}`, request_id: 'icd-10-cm' }
  const snomed: ComprehendRequest = { ...icd10cm, ontology: 'snomed', request_id: 'snomed' }
  const bad = (request && { ...icd10cm, request_id: 'bad', ...request }) as ComprehendRequest
  const outcomes = await collect(medlink.comprehendMany([icd10cm, bad, snomed], { workers: 2 }))
  expect(outcomes).toEqual([
    medlink.comprehend(icd10cm),
    {
      request_id: request === undefined ? expect.any(String) : 'bad',
      error: { code, message: expect.not.stringContaining('secret') },
    },
    medlink.comprehend(snomed),
  ])
  expect(medlink.comprehend(icd10cm).entities.length).toBeGreaterThan(3)
})

test('an abort ends it, and the next batch is answered', async () => {
  const controller = new AbortController()
  const reason = new Error('enough')
  const taken: string[] = []
  const run = async () => {
    const requests = Array.from({ length: 100 }, (_, i) => ({ text: NOTE, request_id: String(i) }))
    const { signal } = controller
    for await (const { request_id } of medlink.comprehendMany(requests, { signal, workers: 2 })) {
      taken.push(request_id)
      if (taken.length === 3) controller.abort(reason)
    }
  }
  await expect(run()).rejects.toBe(reason)
  expect(taken).toEqual(['0', '1', '2'])
  const [outcome] = await collect(medlink.comprehendMany([{ text: NOTE, request_id: 'r' }]))
  expect(outcome).toEqual(medlink.comprehend({ text: NOTE, request_id: 'r' }))
})

test('is closed with Medlink', async () => {
  const own = openMedlink({ dir })
  const notBegun = own.comprehendMany([{ text: NOTE }])
  own.close()
  await expect(notBegun.next()).rejects.toMatchObject({ code: 'closed' })
  expect(() => own.comprehendMany([])).toThrow(expect.objectContaining({ code: 'closed' }))
})
