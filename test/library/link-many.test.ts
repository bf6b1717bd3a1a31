/**
 * Proves of `linkMany`, over the starter vocabularies and real workers:
 * 1. outcomes are what `link` answers to the requests one by one, errors included
 * 2. a request that fails leaves the others alone, and its error does not repeat the query
 * 3. an index whose file is replaced, before a batch or while it runs, answers each request from the old file or the new
 *    one, never from both, and none fails for it
 * 4. idle workers do not keep the process alive
 * 5. a program that is given to Node.js as text has workers, too
 *
 * Order, abort, early ends and the death of workers: pool/batch.test.ts.
 */

import { execFile } from 'node:child_process'
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { indexPath, STARTER_VERSION } from '../../src/index/registry.ts'
import { type LinkOutcome, type LinkRequest, type Medlink, openMedlink } from '../../src/medlink.ts'
import { anyString, clinicalText } from '../support/arbitraries.ts'
import { compiledSources } from '../support/compiled.ts'
import { fileFolder } from '../support/linker.ts'
import { copyStarter, MINI, miniRoot, starterRoot } from '../support/shared-index.ts'
import { tempFolder } from '../support/tiny-index.ts'
import { answeredAlone, collect, withoutId } from './outcomes.ts'

/** Workers take seconds to start on a busy machine. */
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
    { weight: 1, arbitrary: fc.jsonValue() as unknown as fc.Arbitrary<Anything> },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { maxLength: 120, size: 'max' }), async (requests) => {
      const outcomes = await collect(medlink.linkMany(requests, { workers: 2 }))
      const alone = requests.map((each) => answeredAlone((one) => medlink.link(one), each))
      expect(outcomes.map((outcome, i) => withoutId(outcome, requests[i]!))).toEqual(alone)
    }),
    { numRuns: 12 },
  )
})

test('fields that are ignored are named in the outcome', async () => {
  const gout: LinkRequest = { query: 'gout', ontology: 'icd-10-cm' }
  const misspelt = { ...gout, topk: 3 } as LinkRequest
  const outcomes = await collect(medlink.linkMany([gout, misspelt], { workers: 1 }))
  expect(outcomes.map((each) => 'results' in each && each.ignored_fields)).toEqual([
    undefined,
    ['topk'],
  ])
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
  { what: 'one not installed', request: { ontology: 'medication' }, code: 'index_missing' },
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

describe('a file that is replaced', () => {
  const gout: LinkRequest = { query: 'gout', ontology: 'icd-10-cm' }

  /** Medlink over a folder of its own, two indexes that can stand there as 2026, and the place. */
  async function replaceable() {
    const folder = tempFolder()
    const file = indexPath(folder, 'icd-10-cm', '2026')
    copyStarter('icd-10-cm', folder)
    renameSync(indexPath(folder, 'icd-10-cm', STARTER_VERSION), file)
    const own = openMedlink({ dir: folder })
    onTestFinished(() => own.close())
    const other = indexPath(await miniRoot('icd-10-cm'), 'icd-10-cm', MINI['icd-10-cm'].version)
    const byRename = () => {
      cpSync(other, `${file}.new`)
      renameSync(`${file}.new`, file)
    }
    const byCopy = () => writeFileSync(file, readFileSync(other))
    return { own, file, byRename, byCopy }
  }

  test.each(['byRename', 'byCopy'] as const)('%s before a batch', async (how) => {
    const { own, [how]: replace } = await replaceable()
    const [before] = await collect(own.linkMany([gout], { workers: 1 }))
    expect(before).toMatchObject({ version: 'starter' })
    replace()
    const [after] = await collect(own.linkMany([gout], { workers: 1 }))
    expect(after).toMatchObject({ version: MINI['icd-10-cm'].version })
    expect(withoutId(after!, gout)).toEqual(withoutId(own.link(gout), gout))
  })

  test.each(['byRename', 'byCopy'] as const)('%s while a batch runs', async (how) => {
    const { own, [how]: replace } = await replaceable()
    const old = withoutId(own.link(gout), gout)
    const outcomes: LinkOutcome[] = []
    for await (const outcome of own.linkMany(Array(1000).fill(gout), { workers: 2 }))
      if (outcomes.push(withoutId(outcome, gout)) === 100) replace()
    const fresh = withoutId(own.link(gout), gout)
    expect(fresh).not.toEqual(old)
    for (const outcome of outcomes) expect([old, fresh]).toContainEqual(outcome)
    expect(outcomes.slice(0, 100)).toEqual(Array(100).fill(old))
    expect(outcomes.slice(-500)).toEqual(Array(500).fill(fresh))
  })

  test.each([
    { how: 'byRename', warm: 0, first: 'fresh', second: 'fresh' },
    { how: 'byCopy', warm: 0, first: 'fresh', second: 'fresh' },
    { how: 'byRename', warm: 1, first: 'old', second: 'fresh' },
    { how: 'byRename', warm: 2, first: 'old', second: 'old' },
  ] as const)(
    '$how when two workers, $warm of which had it open, had a chunk each: $first, $second',
    async ({ how, warm, ...expected }) => {
      const { own, [how]: replace } = await replaceable()
      const old = withoutId(own.link(gout), gout)
      const chunk = Array(8).fill(gout)
      if (warm > 0) await collect(own.linkMany([...chunk, ...chunk], { workers: warm }))
      const thenReplaced = async function* () {
        yield* [...chunk, ...chunk]
        replace()
      }
      const outcomes = await collect(own.linkMany(thenReplaced(), { workers: 2 }))
      const answers = { old, fresh: withoutId(own.link(gout), gout) }
      expect(answers.fresh).not.toEqual(old)
      expect(outcomes.map((outcome) => withoutId(outcome, gout))).toEqual([
        ...Array(8).fill(answers[expected.first]),
        ...Array(8).fill(answers[expected.second]),
      ])
    },
  )

  test('by nothing', async () => {
    const { own, file } = await replaceable()
    own.link(gout)
    rmSync(file)
    const asked = [gout, { ...gout, version: '2026' }]
    expect(await collect(own.linkMany(asked))).toMatchObject([
      { error: { code: 'index_missing' } },
      { error: { code: 'unknown_version' } },
    ])
  })
})

test('a process ends while workers are idle, and a batch is left lying', async () => {
  const script = `
    const { openMedlink } = await import(${JSON.stringify(join(compiledSources(), 'src/medlink.js'))})
    const medlink = openMedlink({ dir: ${JSON.stringify(starterRoot('icd-10-cm'))} })
    const requests = Array.from({ length: 500 }, () => ({ query: 'gout', ontology: 'icd-10-cm' }))
    let done = 0
    for await (const _ of medlink.linkMany(requests, { workers: 2 })) done++
    const { value } = await medlink.linkMany(requests, { workers: 2 }).next()
    console.log(done, value.results[0].term_id.slice(0, 3))`
  const program = join(tempFolder(), 'program.mjs')
  writeFileSync(program, script)
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program])
  expect({ stdout, stderr }).toEqual({ stdout: '500 M10\n', stderr: '' })
})

test('workers start in a program that is given as text', async () => {
  const script = `
    const { openMedlink } = await import(${JSON.stringify(join(compiledSources(), 'src/medlink.js'))})
    const medlink = openMedlink({ dir: ${JSON.stringify(starterRoot('icd-10-cm'))} })
    const batch = medlink.linkMany([{ query: 'gout', ontology: 'icd-10-cm' }], { workers: 1 })
    for await (const { results } of batch) console.log(results[0].term_id.slice(0, 3))`
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--input-type=module', '--eval', script],
  ])
  expect(stdout).toBe('M10\n')
})
