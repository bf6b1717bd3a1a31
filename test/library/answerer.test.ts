/**
 * Proves of an index that is asked about texts, over the starters:
 * 1. ICD-10-CM's version `comprehend` is answered by the newest release with what `comprehend` finds, in a link's shape
 * 2. what is asked of the codes is asked of the text; the id and the name of the index are told
 * 3. an explanation belongs to each candidate, by the words of the main entity; there is none where there is no entity
 * 4. batches answer the same, and the registry lists the version where a release is installed
 * 5. ontologies without conditions, versions that there are not and requests that break the contract are refused
 */

import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  type ComprehendRequest,
  comprehendRequestSchema,
  comprehendResultSchema,
  type LinkRequest,
  linkResultSchema,
  parseRequest,
} from '../../src/contract.ts'
import { indexPath, STARTER_VERSION } from '../../src/index/registry.ts'
import {
  Answerer,
  asksToComprehend,
  comprehendText,
  releaseAskedFor,
} from '../../src/library/answerer.ts'
import { type Medlink, openMedlink } from '../../src/library/medlink.ts'
import { medication } from '../../src/ontologies/medication/medication.ts'
import { analyzer, fileFolder, openStarter } from '../support/linker.ts'
import { copyStarter, starterRoot } from '../support/shared-index.ts'

/** Workers take seconds to start on a busy machine. */
vi.setConfig({ testTimeout: 60_000 })

const medlink = openStarter()
const snomed = openStarter('snomed')
const NOTE = 'No fever. K/C/O asthma, mother has gout.'

type Asked = Omit<LinkRequest<'icd-10-cm'>, 'query' | 'ontology' | 'version'>
const requestOf = (query: string, asked: Asked = {}): LinkRequest<'icd-10-cm'> => {
  return { query, ontology: 'icd-10-cm', version: 'comprehend', request_id: 'r', ...asked }
}
const link = (query: string, asked?: Asked) => medlink.link(requestOf(query, asked))
const refusalOf = (ask: () => unknown): unknown => {
  try {
    return ask()
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('a link of the version comprehend', () => {
  test('has what comprehend finds', () => {
    const result = link(NOTE)
    const found = medlink.comprehend({ text: NOTE, find: ['problem'] })
    const main = found.entities[found.main!]!
    expect(main.text).toBe('asthma')
    expect(linkResultSchema.parse(result)).toEqual(result)
    expect(result).toEqual({
      ...{ request_id: 'r', query: NOTE, ontology: 'icd-10-cm', version: 'comprehend' },
      ...{ index_name: found.index_name, model_version: found.model_version },
      query_breakdown: {
        ...{ entity: 'asthma', entity_score: main.score, traits: main.traits },
        ...{
          attributes: main.attributes,
          entities: found.entities.map(({ type: _, ...each }) => each),
          notes: found.notes,
        },
      },
      results: main.results,
    })
  })

  test.each(['seen today', '?', '12345'])('of "%s" is empty', (query) => {
    const { results, query_breakdown } = link(query)
    expect(results).toEqual([])
    expect(query_breakdown).toEqual({
      ...{ entity: null, entity_score: null, traits: [], attributes: [], entities: [], notes: [] },
    })
  })

  test.each<[asked: Asked, code: string, rows: number]>([
    [{}, 'J45.909', 2],
    [{ top_k: 1 }, 'J45.909', 1],
    [{ billable: true }, 'J45.909', 2],
  ])('asks with %o', (asked, code, rows) => {
    const { results } = link(NOTE, asked)
    expect(results.length).toBeLessThanOrEqual(asked.top_k ?? 5)
    expect(results.length).toBeGreaterThanOrEqual(Math.min(rows, asked.top_k ?? 5))
    expect(results[0]!.term_id).toBe(code)
  })

  test('gives itself an id where the request has none', () => {
    const { request_id: _, ...request } = requestOf(NOTE)
    const [one, other] = [medlink.link(request), medlink.link(request)]
    expect(one.request_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(other.request_id).not.toBe(one.request_id)
    expect({ ...other, request_id: one.request_id }).toEqual(one)
  })

  test('is not what a mention or a release is asked by', () => {
    const plain = medlink.link({ ...requestOf(NOTE), version: 'starter' })
    expect([plain.version, plain.query_breakdown]).toEqual(['starter', null])
    const { version: _, ...request } = requestOf('asthma')
    expect(medlink.link(request)).toMatchObject({ version: 'starter', query_breakdown: null })
  })
})

describe('an explanation', () => {
  test('has the reasons of each candidate', () => {
    const { explanations, ...result } = medlink.explain(requestOf(NOTE))
    expect(result).toEqual(link(NOTE))
    expect(explanations.map(({ term_id }) => term_id)).toEqual(
      result.results.map(({ term_id }) => term_id),
    )
    expect(explanations[0]!.ranking_score).toBeGreaterThan(0)
    expect(explanations[0]!.parts.length).toBeGreaterThan(0)
  })

  test('has nothing to say of a code that the linker does not give to the words', () => {
    const { explanations, results } = medlink.explain(requestOf('Mother has asthma. Seen by all.'))
    expect(results[0]!.term_id).toBe('Z82.5')
    expect(explanations[0]).toEqual({ term_id: 'Z82.5', ranking_score: 0, parts: [], readings: [] })
    expect(explanations[1]!.ranking_score).toBeGreaterThan(0)
  })

  test('of nothing is empty', () => {
    expect(medlink.explain(requestOf('seen today')).explanations).toEqual([])
  })

  test('of a mention is the linker’s own', () => {
    const { version: _, ...request } = requestOf('asthma')
    const { query_breakdown, explanations } = medlink.explain(request)
    expect(query_breakdown).toBeNull()
    expect(explanations[0]!.parts.length).toBeGreaterThan(0)
  })
})

test('a batch answers the same', async () => {
  const requests = [requestOf(NOTE), requestOf('asthma, gout', { request_id: 's' })]
  const outcomes: unknown[] = []
  for await (const outcome of medlink.linkMany(requests, { workers: 1 })) outcomes.push(outcome)
  expect(outcomes).toEqual(requests.map((request) => medlink.link(request)))
})

describe('the registry', () => {
  const versionsIn = (own: Medlink, name: string) =>
    own.registry().ontologies.find((each) => each.name === name)!.versions

  test('lists the version of texts where a release is there', () => {
    expect(versionsIn(medlink, 'icd-10-cm')).toEqual(['starter', 'comprehend'])
    expect(versionsIn(snomed, 'icd-10-cm')).toEqual([])
    expect(versionsIn(snomed, 'snomed')).toEqual(['starter'])
  })
})

describe('is refused:', () => {
  const dir = fileFolder()
  const loinc = openMedlink({ dir })
  afterAll(() => loinc.close())

  test.each(['loinc', 'medication', 'icd-9'])('a text for %s', (ontology) => {
    copyStarter('loinc', dir)
    const request = { text: NOTE, ontology } as unknown as ComprehendRequest
    const code = ontology === 'icd-9' ? 'unknown_ontology' : 'invalid_request'
    expect(refusalOf(() => loinc.comprehend(request))).toBe(code)
  })

  test.each(['snomed', 'loinc'] as const)('the version comprehend of %s', (ontology) => {
    const own = ontology === 'snomed' ? snomed : loinc
    const request = { query: NOTE, ontology, version: 'comprehend' }
    expect(refusalOf(() => own.link(request))).toBe('unknown_version')
  })

  test('a version that there is not, and an index that there is not', () => {
    const ask = (version: string) => () => medlink.comprehend({ text: NOTE, version })
    expect(refusalOf(ask('1999'))).toBe('unknown_version')
    expect(medlink.comprehend({ text: NOTE, version: 'starter' }).version).toBe('starter')
    const problems = () => loinc.comprehend({ text: NOTE, find: ['problem', 'allergy'] })
    expect(refusalOf(problems)).toBe('index_missing')
    expect(refusalOf(() => loinc.link(requestOf(NOTE)))).toBe('index_missing')
  })

  test('no kind whose index is missing: it is named', () => {
    const found = loinc.comprehend({ text: NOTE })
    expect(found.not_installed).toEqual(['problem', 'medication', 'procedure', 'allergy'])
    expect(Object.keys(found.indexes)).toEqual(['test'])
    expect(found).toMatchObject({
      version: null,
      index_name: null,
      model_version: null,
      main: null,
    })
    expect(comprehendResultSchema.parse(found)).toEqual(found)
  })

  test('conditions of drugs by whoever asks their index', () => {
    const file = indexPath(starterRoot('medication'), 'medication', STARTER_VERSION)
    const answerer = new Answerer(file, medication, analyzer)
    onTestFinished(() => answerer.index.close())
    const ask = () =>
      comprehendText(
        parseRequest(comprehendRequestSchema, { text: NOTE }),
        'r',
        new Map([['problem', answerer]]),
      )
    expect(ask).toThrow('medication names no conditions of texts')
    expect(refusalOf(ask)).toBe('invalid_request')
  })

  test('the version comprehend is the newest release in both questions', () => {
    const asked = { text: NOTE, version: 'comprehend', request_id: 'r' }
    expect(medlink.comprehend(asked)).toEqual(medlink.comprehend({ text: NOTE, request_id: 'r' }))
  })
})

test.each([
  { ontology: 'icd-10-cm', version: 'comprehend', comprehends: true, release: undefined },
  { ontology: 'icd-10-cm', version: '2027', comprehends: false, release: '2027' },
  { ontology: 'icd-10-cm', version: undefined, comprehends: false, release: undefined },
  { ontology: 'snomed', version: 'comprehend', comprehends: false, release: 'comprehend' },
  { ontology: 'snomed', version: undefined, comprehends: false, release: undefined },
] as const)('$ontology $version asks about a text: $comprehends', (row) => {
  const { ontology, version, comprehends, release } = row
  expect(asksToComprehend({ ontology, version })).toBe(comprehends)
  expect(releaseAskedFor({ ontology, version })).toBe(release)
})
