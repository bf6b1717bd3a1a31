/**
 * Proves of hostile texts, over the starters:
 * 1. a link takes no more steps than it may, but for those that end it, however long and of whatever kind text and hints
 *    are
 * 2. a text that is twice as long takes at most about twice the steps
 * 3. what was not read to its end says so, and is not linked
 * 4. nothing but what the contract says comes of any of them
 * 5. of a text however hostile, what drugs are looked up is counted too, and ends
 */

import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { HOSTILE_NAMES, type HostileSource, hostileText } from '../../bench/hostile.ts'
import { seededRandom } from '../../scripts/support/random.ts'
import {
  type Hints,
  type LinkedOntology,
  type LinkResult,
  type LinkResultItem,
  linkRequestSchema,
  linkResultSchema,
  parseRequest,
} from '../../src/contract.ts'
import { MedlinkIndex } from '../../src/index/reader.ts'
import { indexPath, STARTER_VERSION } from '../../src/index/registry.ts'
import { Work } from '../../src/index/work.ts'
import { openLinker } from '../../src/linker/open.ts'
import { MAX_STEPS } from '../../src/linker/pipeline.ts'
import { requireNamedOntology, requireOntology } from '../../src/ontologies/all.ts'
import { MAX_WORDS } from '../../src/ontologies/ontology.ts'
import { analyzer, openStarter } from '../support/linker.ts'
import { starterRoot } from '../support/shared-index.ts'

const LONGEST = 10_000
/** The last search and the last reading are ended when they are looked at the next time. */
const OVERSHOT = 1.5
/** Steps of a text however short: readings, corrections, names. */
const BASE = 400_000

const HINTS = [
  ...['unit', 'value', 'range', 'specimen', 'specimen_text', 'panel_name', 'method'],
  'extended_test_name',
] as const

/** A mention of which each ontology has candidates. */
const KNOWN = {
  snomed: 'chronic asthma',
  loinc: 'glucose fasting',
  'icd-10-cm': 'asthma attack',
} as const

function subject(ontology: Exclude<LinkedOntology, 'medication'>) {
  const file = indexPath(starterRoot(ontology), ontology, STARTER_VERSION)
  const { index, linker } = openLinker(file, requireNamedOntology(ontology), analyzer)
  afterAll(() => index.close())
  const link = (query: string, metadata?: Record<string, string>, limit = MAX_STEPS) => {
    const work = new Work(limit)
    const request = parseRequest(linkRequestSchema, { query, ontology, metadata })
    return { result: linker.link(request, 'r', work) as LinkResult, work }
  }
  return { link, source: sourceOf(index) }
}

/** What hostile texts are drawn from, the same each time. */
function sourceOf(index: MedlinkIndex): () => HostileSource {
  const { offsets } = index.arrays.postings
  const names = (key: number) => offsets[key + 1]! - offsets[key]!
  const common = Array.from({ length: index.keys.size }, (_, key) => key)
    .sort((a, b) => names(b) - names(a))
    .slice(0, 100)
    .map((key) => index.keys.wordOf(key))
  const words = index.words.words().filter((word) => /^[a-z]{7,14}$/.test(word))
  return () => ({ random: seededRandom(7), common, words })
}

describe.each(['snomed', 'loinc', 'icd-10-cm'] as const)('%s', (ontology) => {
  const { link, source } = subject(ontology)

  test.each(HOSTILE_NAMES)('%s', (kind) => {
    const query = hostileText(kind, source(), LONGEST)
    const { result, work } = link(query)
    expect(linkResultSchema.parse(result)).toEqual(result)
    expect(work.done).toBeLessThan(MAX_STEPS * OVERSHOT)
    for (const { metadata, is_linked } of result.results)
      expect(is_linked && metadata.truncated).not.toBe(true)
    const half = link(hostileText(kind, source(), LONGEST / 2)).work.done
    expect(work.done).toBeLessThan(2.5 * half + BASE)
  })

  test('a text of more words than are read says so, and is not linked', () => {
    const [first] = link(`${KNOWN[ontology]} ${'the '.repeat(255)}`).result.results
    expect(first).toMatchObject({ is_linked: false, metadata: { truncated: true } })
    const [whole] = link(`${KNOWN[ontology]} ${'the '.repeat(254)}`).result.results
    expect(whole!.metadata.truncated).toBeUndefined()
  })

  test('so does one of more content words', () => {
    const ask = (count: number) =>
      link(`${ontology === 'loinc' ? 'glucose' : 'asthma'} `.repeat(count)).result.results[0]!
    expect(ask(48).metadata.truncated).toBeUndefined()
    expect(ask(49)).toMatchObject({ is_linked: false, metadata: { truncated: true } })
  })

  test('and one that takes more steps than it may', () => {
    const whole = link(KNOWN[ontology])
    expect(whole.result.results[0]!.metadata.truncated).toBeUndefined()
    const ended = [0.9, 0.7, 0.5, 0.3, 0.1].flatMap((share): LinkResultItem[] => {
      const { work, result } = link(KNOWN[ontology], undefined, whole.work.done * share)
      return work.isTruncated ? result.results.slice(0, 1) : []
    })
    expect(ended.length).toBeGreaterThan(0)
    for (const first of ended)
      expect(first).toMatchObject({ is_linked: false, metadata: { truncated: true } })
  })
})

describe('hints', () => {
  const { link, source } = subject('loinc')
  test.each(HOSTILE_NAMES)('%s', (kind) => {
    const text = hostileText(kind, source(), 1000)
    const { result, work } = link('glucose', Object.fromEntries(HINTS.map((key) => [key, text])))
    expect(linkResultSchema.parse(result)).toEqual(result)
    expect(work.done).toBeLessThan(MAX_STEPS * OVERSHOT)
  })
})

describe('medication', () => {
  /** Of runs of up to six words, in each place that a name may begin and for each reading of it. */
  const MAX_NAMES_READ = 30 * MAX_WORDS
  /** A row is read once, and again for the answer. */
  const MAX_DRUGS_READ = 2000

  const medlink = openStarter('medication')
  const file = indexPath(starterRoot('medication'), 'medication', STARTER_VERSION)
  const own = openLinker(file, requireOntology('medication'), analyzer)
  afterAll(() => own.index.close())
  const source = sourceOf(own.index)
  const names = vi.spyOn(MedlinkIndex.prototype, 'termsVerbatim')
  const drugs = vi.spyOn(MedlinkIndex.prototype, 'concept')
  afterEach(() => void vi.clearAllMocks())
  afterAll(() => void vi.restoreAllMocks())

  function check(query: string, metadata: Hints<'medication'> = {}): LinkResult<'medication'> {
    const result = medlink.link({ query, ontology: 'medication', metadata })
    expect(linkResultSchema.parse(result)).toEqual(result)
    expect(names.mock.calls.length).toBeLessThan(MAX_NAMES_READ)
    expect(drugs.mock.calls.length).toBeLessThan(MAX_DRUGS_READ)
    return result
  }

  test.each(HOSTILE_NAMES)('%s', (kind) => {
    const { results } = check(hostileText(kind, source(), LONGEST))
    for (const { is_linked } of results) expect(is_linked).toBe(false)
  })

  test.each(HOSTILE_NAMES)('%s as hints', (kind) => {
    const text = hostileText(kind, source(), 1000)
    check('dolo 650', { form: text, generic_name: text, dose_unit: text, dose_custom: text })
  })

  test('a prescription of more words than are read says so, and is not linked', () => {
    const [first, second] = check(`dolo 650 ${'od '.repeat(255)}`).results
    expect(first).toMatchObject({
      is_linked: false,
      metadata: { truncated: true, link_reason: 'truncated' },
    })
    expect(second).toMatchObject({ metadata: { truncated: true, link_reason: 'not_first' } })
    const [whole] = check(`dolo 650 ${'od '.repeat(254)}`).results
    expect(whole).toMatchObject({ is_linked: true })
    expect(whole!.metadata.truncated).toBeUndefined()
  })

  test('so does one whose glued words are more than are read', () => {
    const [first] = check(`dolo 650 ${'1a1a1a1a '.repeat(40)}`).results
    expect(first).toMatchObject({ is_linked: false, metadata: { truncated: true } })
  })

  test('so does one of more names than are looked up, or with more in its hint', () => {
    // Backwards, so that no two of them are the name of a combination.
    const ingredients = [
      'voglibose',
      'telmisartan',
      'sitagliptin',
      'rosuvastatin',
      'pioglitazone',
      'pantoprazole',
      'omeprazole',
      'metoprolol',
      'metformin',
      'losartan',
      'glimepiride',
      'domperidone',
      'clopidogrel',
      'atorvastatin',
      'atenolol',
      'aspirin',
      'amlodipine',
    ]
    const most = ingredients.slice(0, -1).join(' + ')
    expect(check(ingredients.join(' + ')).results[0]!.metadata.truncated).toBe(true)
    expect(check(most).results[0]!.metadata.truncated).toBeUndefined()
    const hinted = (generic_name: string) => check('dolo 650', { generic_name }).results[0]!
    expect(hinted(ingredients.join(' + ')).metadata.truncated).toBe(true)
    expect(hinted(most).metadata.truncated).toBeUndefined()
  })
})
