import fc from 'fast-check'
import {
  buildPostings,
  inverseFrequency,
  type PostingsData,
} from '../../src/index/search/postings.ts'
import type { Slot } from '../../src/index/search/postings-searcher.ts'

/** Posting lists over these sets of keys, one set a term, numbered by mass as an index does it. */
export function postingsOf(terms: readonly (readonly number[])[], keyCount: number): PostingsData {
  const counts = new Uint32Array(keyCount)
  const sets = terms.map((keys) => Uint32Array.from(new Set(keys)).sort())
  for (const keys of sets) for (const key of keys) counts[key]!++
  const idf = Float32Array.from(counts, (count) =>
    count === 0 ? 0 : inverseFrequency(count, terms.length),
  )
  const massOf = (keys: Uint32Array) => Math.fround(keys.reduce((sum, key) => sum + idf[key]!, 0))
  const sorted = sets.toSorted((a, b) => massOf(a) - massOf(b))
  return buildPostings(sorted, idf, Float32Array.from(sorted, massOf))
}

export interface Search {
  readonly data: PostingsData
  readonly slots: readonly Slot[]
  readonly k: number
  readonly minScore: number
}

/**
 * A corpus of names over a few keys, some of them in nearly every name, and a query on it: known and unknown words,
 * alternatives of less weight, words that weigh less than their rarity says. No key stands in two slots.
 */
export const search: fc.Arbitrary<Search> = fc
  .integer({ min: 1, max: 40 })
  .chain((keyCount) => {
    // Squared, so that low keys are as common as function words and high ones rare.
    const key = fc
      .double({ min: 0, max: 0.999, noNaN: true })
      .map((x) => Math.floor(x * x * keyCount))
    const anyKey = fc.nat(keyCount - 1)
    return fc.record({
      keyCount: fc.constant(keyCount),
      terms: fc.array(fc.array(key, { minLength: 0, maxLength: 8 }), {
        minLength: 1,
        maxLength: 150,
      }),
      words: fc.array(
        fc.record({
          key: fc.oneof(key, anyKey),
          lightness: fc.constantFrom(1, 1, 1, 0.6, 0.1, 0),
          others: fc.array(
            fc.record({ key: anyKey, weight: fc.constantFrom(1, 0.96, 0.82, 0.5, 0.01) }),
            { maxLength: 3 },
          ),
          unknown: fc.constantFrom(0, 0, 0, 6),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      k: fc.integer({ min: 1, max: 50 }),
      minScore: fc.constantFrom(0, 0, 0.05, 0.2, 0.4, 0.6),
    })
  })
  .map(({ keyCount, terms, words, k, minScore }) => {
    const data = postingsOf(terms, keyCount)
    const taken = new Set<number>()
    const slots = words.map(({ key, lightness, others, unknown }) => {
      const known = unknown > 0 ? [] : [{ key, weight: 1 }]
      const alternatives = [...known, ...others].filter((each) => !taken.has(each.key))
      for (const each of alternatives) taken.add(each.key)
      return { mass: unknown > 0 ? unknown : data.idf[key]! * lightness, alternatives }
    })
    return { data, slots, k, minScore }
  })
