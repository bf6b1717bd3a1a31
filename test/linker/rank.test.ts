/**
 * Proves of the ranking score:
 * 1. its parts sum to it, and their shares to 1
 * 2. it lies in [0, 1]
 * 3. features that do not apply are left out, and the others share the whole weight
 * 4. the rank of candidates does not depend on the order they come in
 * 5. a hint that agrees never lowers the term that it agrees with
 * 6. what applied to the query before does not count for the next one
 * 7. a code's part of the score is exact from the wanted least on, and below it otherwise; then no more is measured
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameFeatures, Ranker } from '../../src/linker/rank.ts'
import type { Feature, Match } from '../../src/ontologies/ontology.ts'
import { matchOf } from '../support/linker.ts'

/** What these features understand of a mention: which of them apply, by name. */
type Query = ReadonlySet<string>

/** A feature that measures one of the numbers of a match as it is. */
const feature = (name: string, field: 'exactness' | 'order' | 'numbersAgree'): Feature<Query> => ({
  name,
  of: name === 'first' ? 'name' : 'code',
  applies: (query) => query.has(name),
  measure: (_, match) => match[field],
})
const always: Feature<Query> = {
  name: 'always',
  of: 'name',
  applies: () => true,
  measure: (_, match) => match.matchedQueryMass / match.queryMass,
}
const FEATURES = [
  always,
  feature('first', 'exactness'),
  feature('second', 'order'),
  feature('hint', 'numbersAgree'),
]

const unit = fc.double({ min: 0, max: 1, noNaN: true })
const weight = fc.double({ min: 0.001, max: 10, noNaN: true })
const weights = fc.record({ always: weight, first: weight, second: weight, hint: weight })
const query = fc.subarray(['first', 'second', 'hint']).map((names): Query => new Set(names))
const match: fc.Arbitrary<Match> = fc
  .record({ exactness: unit, order: unit, numbersAgree: unit, matchedQueryMass: unit })
  .map((given) => matchOf({ ...given, matchedQueryMass: given.matchedQueryMass * 10 }))

test('parts sum to the score, shares to 1', () => {
  fc.assert(
    fc.property(weights, query, match, (weights, query, match) => {
      const ranker = new Ranker(FEATURES, weights)
      const parts = ranker.scorer(query).parts(match)
      const sum = parts.reduce((sum, { value, share }) => sum + value * share, 0)
      expect(sum).toBeCloseTo(ranker.scorer(query).score(match), 9)
      expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
    }),
  )
})

test('what applied to the query before does not count for the next one', () => {
  fc.assert(
    fc.property(weights, fc.array(query, { maxLength: 5 }), match, (weights, queries, match) => {
      const ranker = new Ranker(FEATURES, weights)
      for (const query of queries) {
        const alone = new Ranker(FEATURES, weights).scorer(query)
        expect(ranker.scorer(query).parts(match)).toEqual(alone.parts(match))
        expect(ranker.scorer(query).maxCodeScore).toBe(alone.maxCodeScore)
      }
    }),
  )
})

test("a code's part of the score is exact from the wanted least on", () => {
  fc.assert(
    fc.property(weights, query, match, unit, (weights, query, match, least) => {
      const scorer = new Ranker(FEATURES, weights).scorer(query)
      const part = scorer.codeScore(match)
      for (const wanted of [least, part]) {
        if (part >= wanted) expect(scorer.codeScore(match, wanted)).toBe(part)
        else expect(scorer.codeScore(match, wanted)).toBeLessThan(wanted)
      }
    }),
  )
})

test.each([
  { least: 0.5, measured: ['second'] },
  { least: 0.3, measured: ['second', 'hint'] },
])('to a least of $least these are measured: $measured', ({ least, measured }) => {
  const seen: string[] = []
  const noted = FEATURES.map((each) => ({
    ...each,
    measure: (query: Query, match: Match) => {
      seen.push(each.name)
      return each.measure(query, match)
    },
  }))
  const ranker = new Ranker(noted, { always: 1, first: 1, second: 4, hint: 4 })
  ranker
    .scorer(new Set(['first', 'second', 'hint']))
    .codeScore(matchOf({ order: 0, numbersAgree: 1 }), least)
  expect(seen).toEqual(measured)
})

test('the score lies between 0 and 1', () => {
  fc.assert(
    fc.property(weights, query, match, (weights, query, match) => {
      const score = new Ranker(FEATURES, weights).scorer(query).score(match)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(1 + 1e-12)
    }),
  )
})

test.each([
  { applying: [], names: ['always'], shares: [1] },
  { applying: ['hint'], names: ['always', 'hint'], shares: [0.25, 0.75] },
  {
    applying: ['first', 'second', 'hint'],
    names: ['always', 'first', 'second', 'hint'],
    shares: [0.1, 0.2, 0.4, 0.3],
  },
])('with $applying the score is made of $names', ({ applying, names, shares }) => {
  const ranker = new Ranker(FEATURES, { always: 1, first: 2, second: 4, hint: 3 })
  const parts = ranker.scorer(new Set(applying)).parts(matchOf())
  expect(parts.map(({ feature }) => feature)).toEqual(names)
  for (const [i, { share }] of parts.entries()) expect(share).toBeCloseTo(shares[i]!, 9)
})

test('what a feature measures that does not apply changes nothing', () => {
  const ranker = new Ranker(FEATURES, { always: 1, first: 2, second: 4, hint: 3 })
  const scores = [0, 0.5, 1].map((numbersAgree) =>
    ranker.scorer(new Set(['first'])).score(matchOf({ numbersAgree, matchedQueryMass: 4 })),
  )
  expect(new Set(scores).size).toBe(1)
})

test('the rank of candidates does not depend on the order they come in', () => {
  fc.assert(
    fc.property(
      weights,
      query,
      fc
        .uniqueArray(match, { minLength: 1, maxLength: 12 })
        .chain((matches) =>
          fc.tuple(
            fc.constant(matches),
            fc.shuffledSubarray(matches, { minLength: matches.length, maxLength: matches.length }),
          ),
        ),
      (weights, query, [matches, shuffled]) => {
        const ranker = new Ranker(FEATURES, weights)
        const ranked = (list: readonly Match[]) =>
          list
            .map((match) => ({
              score: ranker.scorer(query).score(match),
              id: matches.indexOf(match),
            }))
            .sort((a, b) => b.score - a.score || a.id - b.id)
        expect(ranked(shuffled)).toEqual(ranked(matches))
      },
    ),
  )
})

test('what the name gives and the most that a code can give bound the score', () => {
  fc.assert(
    fc.property(weights, query, match, (weights, query, match) => {
      const scorer = new Ranker(FEATURES, weights).scorer(query)
      expect(scorer.score(match)).toBeLessThanOrEqual(
        scorer.nameScore(match) + scorer.maxCodeScore + 1e-12,
      )
      expect(scorer.nameScore(match) + scorer.codeScore(match)).toBeCloseTo(scorer.score(match), 12)
    }),
  )
})

test('a hint that agrees never lowers the term that it agrees with', () => {
  fc.assert(
    fc.property(weights, query, match, (weights, query, match) => {
      const ranker = new Ranker(FEATURES, weights)
      const agreeing = { ...match, numbersAgree: 1 }
      const without = new Set([...query].filter((name) => name !== 'hint'))
      const withHint = new Set([...query, 'hint'])
      expect(ranker.scorer(withHint).score(agreeing)).toBeGreaterThanOrEqual(
        ranker.scorer(without).score(agreeing) - 1e-12,
      )
    }),
  )
})

test.each([
  { name: 'words', match: {}, value: 1 },
  { name: 'words', match: { matchedQueryMass: 5, matchedNameMass: 0 }, value: 0.25 },
  { name: 'words', match: { queryMass: 0, matchedQueryMass: 0, nameMass: 0 }, value: 0 },
  { name: 'coverage', match: { matchedQueryMass: 5 }, value: 0.5 },
  { name: 'coverage', match: { matchedQueryMass: 11 }, value: 1 },
  { name: 'focus', match: { matchedNameMass: 2.5 }, value: 0.25 },
  { name: 'exact', match: { exactness: 0.9 }, value: 0.9 },
  { name: 'order', match: { order: 0.5 }, value: 0.5 },
  { name: 'numbers', match: { numbersAgree: 0 }, value: 0 },
  { name: 'opposites', match: { opposites: 0 }, value: 1 },
  { name: 'opposites', match: { opposites: 2 }, value: 0 },
  { name: 'kind', match: { kind: 'preferred' }, value: 1 },
  { name: 'kind', match: { kind: 'synonym' }, value: 0.9 },
  { name: 'kind', match: { kind: 'full' }, value: 0.85 },
  { name: 'kind', match: { kind: 'curated' }, value: 0.8 },
  { name: 'kind', match: { kind: 'short' }, value: 0.6 },
  { name: 'kind', match: { kind: 'entry' }, value: 0.5 },
] as const)('$name of a match with $match is $value', ({ name, match, value }) => {
  const feature = nameFeatures.find((each) => each.name === name)!
  expect(feature.applies(undefined)).toBe(true)
  expect(feature.measure(undefined, matchOf(match))).toBeCloseTo(value, 9)
})
