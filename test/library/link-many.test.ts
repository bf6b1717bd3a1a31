/**
 * Proves of `linkMany`, over the starter vocabularies and real workers:
 * 1. outcomes are what `link` answers to the requests one by one, errors included
 * 2. a request that fails leaves the others alone, and its error does not repeat the query
 * 3. after `close` it opens anew; an index that was built again in between answers with its new content
 * 4. idle workers do not keep the process alive
 *
 * Order, abort, early ends and the death of workers: pool/batch.test.ts.
 */

import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { indexPath, STARTER_VERSION } from '../../src/index/registry.ts'
import { type LinkOutcome, type LinkRequest, type Medlink, openMedlink } from '../../src/medlink.ts'
import { anyString, clinicalText } from '../support/arbitraries.ts'
import { fileFolder } from '../support/linker.ts'
import { copyStarter, starterRoot } from '../support/shared-index.ts'
import { tempFolder } from '../support/tiny-index.ts'

/** Every worker compiles the sources anew, which takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000 })

const dir = fileFolder()
let medlink: Medlink

beforeAll(() => {
  copyStarter('icd-10-cm', dir)
  copyStarter('loinc', dir)
  medlink = openMedlink({ dir })
})
afterAll(() => medlink.close())

/** What callers without types may send. */
type Anything = LinkRequest

async function collect(outcomes: AsyncIterable<LinkOutcome>): Promise<LinkOutcome[]> {
  const all: LinkOutcome[] = []
  for await (const outcome of outcomes) all.push(outcome)
  return all
}

/** What `link` answers, an error in the form of a failed outcome. */
function linkAlone(request: Anything): unknown {
  try {
    return withoutId(medlink.link(request), request)
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return withoutId({ request_id: '', error: { code, message } }, request)
  }
}

/** An outcome without the id that it was given where the request has none. */
function withoutId<T extends { request_id: string }>(outcome: T, request: Anything): T {
  const given = (request as { request_id?: unknown } | null)?.request_id
  return { ...outcome, request_id: typeof given === 'string' && given !== '' ? given : '-' }
}

const query = fc.oneof(clinicalText, anyString, fc.constantFrom('E11.9', 'hemoglobin', 'gout', ''))
const request = fc.record(
  {
    query,
    ontology: fc.constantFrom('icd-10-cm', 'loinc', 'icd-10-cm', 'medication', 'icd-9'),
    version: fc.constantFrom('starter', 'starter', '1999', '', '../starter'),
    top_k: fc.constantFrom(1, 3, 0, 11),
    metadata: fc.dictionary(fc.constantFrom('unit', 'specimen', 'x'), fc.jsonValue()),
    request_id: fc.constantFrom('a', 'b', ''),
    collapse: fc.constantFrom('concept', 'term', 'none'),
  },
  { requiredKeys: ['query', 'ontology'] },
) as fc.Arbitrary<Anything>

test('is link, request by request', async () => {
  const anything = fc.oneof(
    { weight: 30, arbitrary: request },
    { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<Anything> },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { maxLength: 120, size: 'max' }), async (requests) => {
      const outcomes = await collect(medlink.linkMany(requests, { workers: 2 }))
      const alone = requests.map(linkAlone)
      expect(outcomes.map((outcome, i) => withoutId(outcome, requests[i]!))).toEqual(alone)
    }),
    { numRuns: 12 },
  )
})

test('requests without an id are given one each', async () => {
  const gout: LinkRequest = { query: 'gout', ontology: 'icd-10-cm' }
  const outcomes = await collect(medlink.linkMany([gout, { ...gout, query: '' }, gout]))
  const ids = outcomes.map(({ request_id }) => request_id)
  expect(ids).toEqual(ids.map(() => expect.stringMatching(/^[0-9a-f-]{36}$/)))
  expect(new Set(ids).size).toBe(3)
})

test.each([
  { what: 'an empty query', request: { query: ' ' }, code: 'invalid_request' },
  { what: 'no request', request: undefined, code: 'invalid_request' },
  { what: 'a function for a query', request: { query: () => 'x' }, code: 'invalid_request' },
  { what: 'another ontology', request: { ontology: 'icd-9' }, code: 'unknown_ontology' },
  { what: 'one not installed', request: { ontology: 'medication' }, code: 'unknown_ontology' },
  { what: 'another version', request: { version: '1999' }, code: 'unknown_version' },
  { what: 'a path for a version', request: { version: '../x' }, code: 'unknown_version' },
])('$what fails alone, as $code', async ({ request, code }) => {
  const good: LinkRequest = { query: 'secret gout', ontology: 'icd-10-cm', request_id: 'good' }
  const bad = (request && { ...good, request_id: 'bad', ...request }) as LinkRequest
  const [before, failed, after] = await collect(medlink.linkMany([good, bad, good]))
  expect(failed).toEqual({
    request_id: request === undefined ? expect.any(String) : 'bad',
    error: { code, message: expect.not.stringContaining('secret') },
  })
  expect(after).toEqual(before)
  expect(before).toEqual(medlink.link(good))
})

test('what cannot be sent to a thread is passed over where link passes over it', async () => {
  class Row {
    query = 'hemoglobin'
    ontology = 'loinc' as const
    request_id = 'r'
    metadata = { unit: 'g/dL', callback: () => {}, symbol: Symbol('s'), row: this }
    other = () => {}
  }
  const row = new Row()
  expect(await collect(medlink.linkMany([row]))).toEqual([medlink.link(row)])
})

test('an index built again while it was open is used after close', async () => {
  const folder = tempFolder()
  copyStarter('icd-10-cm', folder)
  const own = openMedlink({ dir: folder })
  onTestFinished(() => own.close())
  const request: LinkRequest = { query: 'gout', ontology: 'icd-10-cm', version: 'starter' }
  own.link(request)
  rmSync(indexPath(folder, 'icd-10-cm', STARTER_VERSION))
  const [missing] = await collect(own.linkMany([request]))
  expect(missing).toMatchObject({ error: { code: 'index_missing' } })
  copyStarter('icd-10-cm', folder)
  own.close()
  const [found] = await collect(own.linkMany([request]))
  expect(found).toMatchObject({ results: expect.arrayContaining([expect.anything()]) })
})

test('a process ends while workers are idle, and a batch is left lying', async () => {
  const script = `
    const { openMedlink } = await import(${JSON.stringify(new URL('../../src/medlink.ts', import.meta.url).href)})
    const medlink = openMedlink({ dir: ${JSON.stringify(starterRoot('icd-10-cm'))} })
    const requests = Array.from({ length: 500 }, () => ({ query: 'gout', ontology: 'icd-10-cm' }))
    let done = 0
    for await (const _ of medlink.linkMany(requests, { workers: 2 })) done++
    const { value } = await medlink.linkMany(requests, { workers: 2 }).next()
    console.log(done, value.results[0].term_id.slice(0, 3))`
  const argv = ['--import', 'tsx', '--input-type=module', '-e', script]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, argv)
  expect({ stdout, stderr }).toEqual({ stdout: '500 M10\n', stderr: '' })
})
