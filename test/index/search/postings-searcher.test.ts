/**
 * Proves of retrieval:
 * 1. the pruned search gives what scoring everything gives: the same scores, and the same names where scores differ
 * 2. a score is the weighted Dice coefficient: 1 for the same words, in [0, 1], no order or repetition of words in it
 * 3. a name matched by alternatives of weight w alone scores w
 * 4. hits come best first, ties by number, at most k of them, none below the least score asked for
 * 5. it takes no more steps than there are, and what it finds when it ends early are hits of the whole search's scores
 * 6. the same search gives the same hits, whatever was searched before
 * 7. where keys are needed, only names with one of them are found
 * 8. two keys are together where a name has both, as far as a few names with the rarer one tell
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  buildPostings,
  inverseFrequency,
  type PostingsData,
} from '../../../src/index/search/postings.ts'
import {
  type Hit,
  PostingsSearcher,
  type Slot,
  searchExhaustively,
} from '../../../src/index/search/postings-searcher.ts'
import { Work } from '../../../src/index/work.ts'
import { postingsOf, type Search, search } from '../../support/corpus.ts'

const TOLERANCE = 1e-4

/** Pruning works with single precision, so hits may differ where scores are as good as equal. */
function expectSameHits(pruned: readonly Hit[], all: readonly Hit[], minScore: number): void {
  const certain = all.filter(({ score }) => score > minScore + TOLERANCE)
  expect(pruned.length).toBeGreaterThanOrEqual(certain.length)
  const last = all.at(-1)?.score ?? minScore
  const scores = new Map(all.map(({ term, score }) => [term, score]))
  for (let i = 0; i < pruned.length; i++) {
    const { term, score } = pruned[i]!
    expect(Math.abs(score - (all[i]?.score ?? minScore))).toBeLessThan(TOLERANCE)
    const known = scores.get(term)
    if (known === undefined) expect(score).toBeLessThan(last + TOLERANCE)
    else expect(Math.abs(score - known)).toBeLessThan(TOLERANCE)
  }
}

describe('keys are together', () => {
  // Key 0 in all names, key 1 in the first hundred, key 2 in the last two, key 3 in one of the first.
  const names = Array.from({ length: 1000 }, (_, i) => [
    0,
    ...(i < 100 ? [1] : []),
    ...(i > 997 ? [2] : []),
    ...(i === 1 ? [3] : []),
  ])
  const searcher = new PostingsSearcher(postingsOf(names, 4))

  test.each([
    { keys: [0, 1], together: true },
    { keys: [2, 0], together: true },
    { keys: [1, 3], together: true },
    { keys: [1, 2], together: false },
    { keys: [2, 3], together: false },
  ])('$keys: $together', ({ keys: [one, other], together }) => {
    expect(searcher.areTogether(one!, other!, new Work())).toBe(together)
    expect(searcher.areTogether(other!, one!, new Work())).toBe(together)
  })

  test('in no more steps than a few names take', () => {
    const apart = Array.from({ length: 1000 }, (_, i) => [i % 2])
    const work = new Work()
    expect(new PostingsSearcher(postingsOf(apart, 2)).areTogether(0, 1, work)).toBe(false)
    expect(work.done).toBe(48 * 12)
  })
})

describe('ended early', () => {
  /** Names of a hundred words in common: what the common ones find is found last. */
  const names = Array.from({ length: 2000 }, (_, i) =>
    [i % 7, 10 + (i % 11), 30 + (i % 13), 50 + (i % 17), 70 + (i % 1000)].sort((a, b) => a - b),
  )
  const data = postingsOf(names, 1100)
  const slots = [0, 10, 30, 50, 70, 71].map((key) => ({
    mass: 3,
    alternatives: [{ key, weight: 1 }],
  }))
  const searcher = new PostingsSearcher(data, undefined, 16)
  const find = (work: Work) => searcher.search(slots, 10, 0, undefined, work)
  const whole = new Work()
  const all = find(whole)

  test('a search that may take as many steps as it needs is whole', () => {
    const work = new Work(whole.done + 1)
    expect(find(work)).toEqual(all)
    expect([work.isTruncated, work.done]).toEqual([false, whole.done])
  })

  test.each([0.3, 0.1, 0.02, 0])('with %d of the steps', (share) => {
    const work = new Work(whole.done * share)
    const found = find(work)
    expect(work.isTruncated).toBe(true)
    expect(work.done).toBeLessThan(whole.done)
    const scores = new Map(
      searchExhaustively(data, slots, 5000, 0).map((hit) => [hit.term, hit.score]),
    )
    for (const { term, score } of found) expect(score).toBeCloseTo(scores.get(term)!, 4)
    expect(find(new Work())).toEqual(all)
  })
})

/** A searcher that takes names in many blocks, however few there are. */
const inBlocks = (data: PostingsData) => new PostingsSearcher(data, undefined, 1)

function compare({ data, slots, k, minScore }: Search): void {
  const all = searchExhaustively(data, slots, k, minScore)
  for (const searcher of [inBlocks(data), new PostingsSearcher(data)])
    expectSameHits(searcher.search(slots, k, minScore), all, minScore)
}

const slotsFor = (data: { idf: Float32Array }, keys: readonly number[], weight = 1): Slot[] =>
  keys.map((key) => ({ mass: data.idf[key]!, alternatives: [{ key, weight }] }))

// Keys: 0 acute, 1 renal, 2 failure, 3 chronic, 4 heart, 5 cough; every name has two or three of them.
const NAMES = [
  [0, 1, 2],
  [3, 1, 2],
  [0, 4, 2],
  [3, 4, 2],
  [4, 2],
  [0, 5],
  [3, 5],
]
const names = postingsOf(NAMES, 6)

describe('1. gives what scoring everything gives', () => {
  test('for any corpus, query, k and least score', () => {
    fc.assert(fc.property(search, compare), { numRuns: 1500 })
  })

  test('for names of many words in common, where bitmaps are probed', () => {
    const terms = Array.from({ length: 400 }, (_, i) => [
      0,
      1 + (i % 2),
      3 + (i % 7),
      10 + (i % 50),
    ])
    const data = postingsOf(terms, 60)
    for (const minScore of [0, 0.3, 0.6])
      for (const k of [1, 3, 20, 50])
        for (let i = 0; i < 40; i++)
          compare({ data, slots: slotsFor(data, [0, 1, 3 + (i % 7), 10 + i]), k, minScore })
  })

  test('where one of some keys is needed', () => {
    fc.assert(
      fc.property(
        search,
        fc.array(fc.nat(39), { minLength: 1, maxLength: 3 }),
        ({ data, slots, k, minScore }, keys) => {
          const needed = keys.filter((key) => key < data.idf.length)
          const pruned = inBlocks(data)
          const all = searchExhaustively(data, slots, k, minScore, undefined, needed)
          const found = pruned.search(slots, k, minScore, undefined, new Work(), needed)
          expectSameHits(found, all, minScore)
          compare({ data, slots, k, minScore })
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('where common keys are needed, and what was needed before is not', () => {
    const terms = Array.from({ length: 400 }, (_, i) => [i % 2, 2 + (i % 3), 5 + (i % 50)])
    const data = postingsOf(terms, 60)
    const searcher = inBlocks(data)
    const slots = slotsFor(data, [0, 2, 7])
    for (const needed of [[1], [3, 4], [7], [1, 8], []])
      expectSameHits(
        searcher.search(slots, 20, 0, undefined, new Work(), needed),
        searchExhaustively(data, slots, 20, 0, undefined, needed),
        0,
      )
  })

  test.each([
    { what: 'a slot without alternatives', slots: [{ mass: 6, alternatives: [] }] },
    { what: 'no slots', slots: [] },
    { what: 'a slot of no mass', slots: [{ mass: 0, alternatives: [{ key: 1, weight: 1 }] }] },
    {
      what: 'an unknown word beside known ones',
      slots: [{ mass: 6, alternatives: [] }, ...slotsFor(names, [1, 2])],
    },
    { what: 'a word said twice', slots: slotsFor(names, [1, 1, 2]) },
    { what: 'a query of one word said twice', slots: slotsFor(names, [5, 5]) },
    {
      what: 'two alternatives in one name',
      slots: [
        {
          mass: 1,
          alternatives: [
            { key: 0, weight: 0.5 },
            { key: 1, weight: 0.9 },
          ],
        },
      ],
    },
  ])('for $what', ({ slots }) => {
    for (const k of [1, 2, 10])
      for (const minScore of [0, 0.3]) compare({ data: names, slots, k, minScore })
  })

  test('for a word said five times', () => {
    const data = postingsOf([[0], [1], [0, 1]], 2)
    compare({ data, slots: slotsFor(data, [0, 0, 0, 0, 0]), k: 2, minScore: 0.4 })
  })

  test('for a key that no name has', () => {
    const data = postingsOf(NAMES, 7)
    const unseen = { mass: 0, alternatives: [{ key: 6, weight: 1 }] }
    for (const minScore of [0, 0.3])
      compare({ data, slots: [unseen, ...slotsFor(data, [1, 2])], k: 3, minScore })
  })

  test('for an index without names', () => {
    const data = buildPostings([], new Float32Array(0), new Float32Array(0))
    expect(new PostingsSearcher(data).search([{ mass: 3, alternatives: [] }], 5, 0)).toEqual([])
  })
})

describe('2. scores the weighted Dice coefficient', () => {
  test('1 for the same words, in any order', () => {
    const searcher = new PostingsSearcher(names)
    for (const keys of [
      [0, 1, 2],
      [2, 1, 0],
    ]) {
      const [best, second] = searcher.search(slotsFor(names, keys), 2, 0)
      expect(best!.score).toBeCloseTo(1, 5)
      expect(second!.score).toBeLessThan(1)
    }
  })

  test('twice the shared mass over the mass of both', () => {
    const data = postingsOf(
      [
        [0, 1],
        [0, 2],
      ],
      3,
    )
    const [both, one] = [0, 1].map((key) => data.idf[key]!)
    const hits = new PostingsSearcher(data).search(slotsFor(data, [0, 1]), 2, 0)
    expect(hits[0]!.score).toBeCloseTo(1, 5)
    expect(hits[1]!.score).toBeCloseTo((2 * both!) / (both! + one! + both! + one!), 5)
  })

  test('never outside [0, 1]', () => {
    fc.assert(
      fc.property(search, ({ data, slots, k, minScore }) => {
        for (const { score } of new PostingsSearcher(data).search(slots, k, minScore)) {
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  test('rarer words weigh more', () => {
    expect(inverseFrequency(1, 1000)).toBeGreaterThan(inverseFrequency(2, 1000))
    expect(inverseFrequency(1000, 1000)).toBeGreaterThan(0)
  })
})

describe('3. scores w for a name that alternatives of weight w match', () => {
  test.each([0.96, 0.82, 0.5])('w = %s', (weight) => {
    fc.assert(
      fc.property(
        fc.nat(NAMES.length - 1),
        fc.double({ min: 0.1, max: 20, noNaN: true }),
        (n, mass) => {
          const slots = NAMES[n]!.map((key) => ({ mass, alternatives: [{ key, weight }] }))
          const hits = new PostingsSearcher(names).search(slots, NAMES.length, 0)
          const best = searchExhaustively(names, slots, 1, 0)
          expect(hits[0]!.score).toBeCloseTo(weight, 4)
          expect(best[0]!.score).toBeCloseTo(weight, 4)
        },
      ),
    )
  })
})

describe('4. orders and limits the hits', () => {
  test('best first, ties by number, at most k, none below the least score', () => {
    fc.assert(
      fc.property(search, ({ data, slots, k, minScore }) => {
        const hits = new PostingsSearcher(data).search(slots, k, minScore)
        expect(hits.length).toBeLessThanOrEqual(k)
        for (let i = 0; i < hits.length; i++) {
          expect(hits[i]!.score).toBeGreaterThan(minScore - TOLERANCE)
          if (i === 0) continue
          const [before, { score, term }] = [hits[i - 1]!, hits[i]!]
          expect(before.score > score || (before.score === score && before.term < term)).toBe(true)
        }
      }),
    )
  })

  test('gives no name that shares no word', () => {
    const hits = new PostingsSearcher(names).search(slotsFor(names, [5]), 50, 0)
    expect(hits).toHaveLength(2)
  })
})

describe('5. is deterministic', () => {
  test('whatever was searched before', () => {
    fc.assert(
      fc.property(
        search,
        fc.array(fc.nat(5), { maxLength: 4 }),
        ({ data, slots, k, minScore }, before) => {
          const searcher = inBlocks(data)
          const first = searcher.search(slots, k, minScore)
          const known = before.filter((key) => key < data.idf.length)
          searcher.search(slotsFor(data, known), 1 + before.length, 0.5)
          expect(searcher.search(slots, k, minScore)).toEqual(first)
          expect(inBlocks(data).search(slots, k, minScore)).toEqual(first)
        },
      ),
    )
  })

  test('with more words than can be counted', () => {
    const slots = Array.from({ length: 300 }, () => slotsFor(names, [1])[0]!)
    const searcher = new PostingsSearcher(names)
    expect(searcher.search(slots, 5, 0)).toEqual(searcher.search(slots, 5, 0))
  })
})
