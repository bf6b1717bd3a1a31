/**
 * Proves of hostile texts, over the starters:
 * 1. a link takes no more steps than it may, but for those that end it, however long and of whatever kind text and hints
 *    are
 * 2. a text that is twice as long takes at most about twice the steps
 * 3. what was not read to its end says so, and is not linked
 * 4. nothing but what the contract says comes of any of them
 */

import { afterAll, describe, expect, test } from 'vitest'
import { HOSTILE_NAMES, type HostileSource, hostileText } from '../../bench/hostile.ts'
import { seededRandom } from '../../bench/random.ts'
import {
  type LinkedOntology,
  type LinkResult,
  type LinkResultItem,
  linkResultSchema,
  parseLinkRequest,
} from '../../src/contract.ts'
import { indexPath, STARTER_VERSION } from '../../src/index/registry.ts'
import { Work } from '../../src/index/work.ts'
import { MAX_STEPS } from '../../src/linker/link.ts'
import { openLinker } from '../../src/linker/open.ts'
import { requireOntology } from '../../src/ontologies/all.ts'
import { analyzer } from '../support/linker.ts'
import { starterRoot } from '../support/shared-index.ts'

const LONGEST = 10_000
/** The last search and the last reading are ended when they are looked at the next time. */
const OVERSHOT = 1.5
/** Steps of a text however short: readings, corrections, names. */
const BASE = 400_000

const HINTS = [
  ...['unit', 'value', 'range', 'specimen', 'specimen_text', 'panel_name', 'extended_test_name'],
] as const

/** A mention of which each ontology has candidates. */
const KNOWN = {
  snomed: 'chronic asthma',
  loinc: 'glucose fasting',
  'icd-10-cm': 'asthma attack',
} as const

function subject(ontology: LinkedOntology) {
  const file = indexPath(starterRoot(ontology), ontology, STARTER_VERSION)
  const { index, linker } = openLinker(file, requireOntology(ontology), analyzer)
  afterAll(() => index.close())
  const { offsets } = index.arrays.postings
  const names = (key: number) => offsets[key + 1]! - offsets[key]!
  const common = Array.from({ length: index.keys.size }, (_, key) => key)
    .sort((a, b) => names(b) - names(a))
    .slice(0, 100)
    .map((key) => index.keys.wordOf(key))
  const words = index.words.words().filter((word) => /^[a-z]{7,14}$/.test(word))
  const link = (query: string, metadata?: Record<string, string>, limit = MAX_STEPS) => {
    const work = new Work(limit)
    const request = parseLinkRequest({ query, ontology, metadata })
    return { result: linker.link(request, 'r', work) as LinkResult, work }
  }
  const source = (): HostileSource => ({ random: seededRandom(7), common, words })
  return { link, source }
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
