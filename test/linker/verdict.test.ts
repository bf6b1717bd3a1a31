/**
 * Proves of the rows of an answer:
 * 1. they are the best candidates of each concept, or all names, as many as asked for
 * 2. the first is measured against the best other concept, every other one against the first
 * 3. a rival counts as a relative when it is of the same family, as a twin when the ontology says so
 * 4. probabilities do not rise from row to row
 * 5. only the first row is decided on; it comes with a question when it is not linked
 */

import { expect, test } from 'vitest'
import type { Rejection } from '../../src/contract.ts'
import type { Candidate } from '../../src/linker/candidates.ts'
import { REGIMES } from '../../src/linker/decide.ts'
import type { Logistic, Model } from '../../src/linker/model.ts'
import { Ranker } from '../../src/linker/rank.ts'
import { judge } from '../../src/linker/verdict.ts'
import type { LinkPolicy } from '../../src/ontologies/ontology.ts'
import { matchOf } from '../support/linker.ts'

type Query = null
interface Sketch {
  readonly concept: number
  readonly score: number
  readonly family?: number
}

const scorer = new Ranker<Query>([], {}).scorer(null)
const reading = { slots: [], replaced: [], words: [], certainty: 1, isCut: false }

function candidatesOf(sketches: readonly Sketch[]): Candidate<Query>[] {
  return sketches.map(({ concept, score, family = 0 }, term) => ({
    ...{ score, reading, query: null, scorer },
    match: matchOf({ term, concept, family }),
  }))
}

/** Each regime is calibrated alike; what is probable is linked, however small its lead. */
function modelOf(coefficients: Logistic['coefficients'], intercept = 0): Model {
  const each = <T>(value: T) =>
    Object.fromEntries(REGIMES.map((regime) => [regime, value])) as Record<
      (typeof REGIMES)[number],
      T
    >
  return {
    ...{ id: 'test', date: '2026-11-21', fitted_on: 'nothing', weights: {}, margin: 0 },
    calibration: each({ intercept, coefficients }),
    thresholds: each(0.6),
  }
}

interface Asked {
  readonly top_k?: number
  readonly collapse?: 'concept' | 'term'
  readonly model?: Model
  readonly policy?: LinkPolicy<Query>
}

function judged(
  sketches: readonly Sketch[],
  { top_k = 10, collapse = 'concept', model = modelOf({}), policy }: Asked = {},
) {
  const prove = () => ({ basis: 'partial', left: [], added: [] }) as const
  const options = { model, policy, hasOfficialSynonyms: true, prove }
  return judge(candidatesOf(sketches), { top_k, collapse }, options)
}

/** What a probability was calibrated from, where it is the only input. */
const inputOf = ({ probability }: { readonly probability: number }) =>
  Math.log(probability / (1 - probability))

const FOUR = [
  { concept: 7, score: 0.9 },
  { concept: 7, score: 0.88 },
  { concept: 3, score: 0.86 },
  { concept: 5, score: 0.8 },
]

test.each([
  { collapse: 'concept', top_k: 10, terms: [0, 2, 3] },
  { collapse: 'concept', top_k: 2, terms: [0, 2] },
  { collapse: 'term', top_k: 10, terms: [0, 1, 2, 3] },
  { collapse: 'term', top_k: 2, terms: [0, 1] },
] as const)('by $collapse, $top_k asked for, the rows are $terms', ({ terms, ...asked }) => {
  expect(judged(FOUR, asked).map(({ candidate }) => candidate.match.term)).toEqual(terms)
})

test('nothing found is no row', () => {
  expect(judged([])).toEqual([])
})

test.each([
  { sketches: FOUR, margins: [0.04, 0.02, -0.04, -0.1], why: 'names of the first have its rival' },
  { sketches: FOUR.slice(0, 2), margins: [0.1, 0.1], why: 'there is no other concept' },
  {
    sketches: [FOUR[0]!, { concept: 3, score: 0.9 }],
    margins: [0, 0],
    why: 'there is another one as good',
  },
])('rows lead by $margins: $why', ({ sketches, margins }) => {
  const rows = judged(sketches, { collapse: 'term', model: modelOf({ margin: 1 }) })
  for (const [i, row] of rows.entries()) expect(inputOf(row)).toBeCloseTo(margins[i]!, 9)
})

test.each([
  { families: [1, 1], related: [1, 1], why: 'both are of one' },
  { families: [1, 2], related: [0, 0], why: 'they are of two' },
  { families: [1, 2, 1], related: [0, 0, 0], why: 'the first is compared with the second' },
  { families: [1], related: [0], why: 'there is no other' },
])('of families $families the rivals are related $related: $why', ({ families, related }) => {
  const sketches = families.map((family, concept) => ({ concept, family, score: 0.9 }))
  const rows = judged(sketches, { model: modelOf({ related_rival: 1 }) })
  expect(rows.map((row) => Math.round(inputOf(row)))).toEqual(related)
})

test.each([
  { twins: [0, 1], input: 1 },
  { twins: [0, 2], input: 0 },
  { twins: [], input: 0 },
])('of the twins $twins the first row has $input next to it', ({ twins, input }) => {
  const sketches = [0, 1, 2].map((concept) => ({ concept, score: 0.9, family: concept }))
  const policy: LinkPolicy<Query> = {
    indistinguishable: (one, other) => twins.includes(one.family) && twins.includes(other.family),
  }
  const [first] = judged(sketches, { policy, model: modelOf({ indistinguishable_rival: 1 }) })
  expect(inputOf(first!)).toBeCloseTo(input, 9)
})

test.each([
  { what: 'the ontology says of no two', policy: {}, sketches: FOUR },
  {
    what: 'there is no other one',
    policy: { indistinguishable: () => true },
    sketches: [FOUR[0]!],
  },
])('that rivals do not differ, $what', ({ policy, sketches }) => {
  const [first] = judged(sketches, { policy, model: modelOf({ indistinguishable_rival: 1 }) })
  expect(inputOf(first!)).toBe(0)
})

test('a row that is likelier than the one before is as likely as that', () => {
  const scores = [0.2, 0.6, 0.1, 0.15]
  const sketches = scores.map((score, concept) => ({ concept, score }))
  const rows = judged(sketches, { model: modelOf({ score: 1 }) })
  expect(rows.map((row) => Number(inputOf(row).toFixed(9)))).toEqual([0.2, 0.2, 0.1, 0.1])
})

test.each([
  { intercept: 1, rejection: undefined, reason: 'linked', question: undefined },
  { intercept: 0, rejection: undefined, reason: 'below_threshold', question: 'which of 2?' },
  { intercept: 1, rejection: 'unit_missing', reason: 'unit_missing', question: 'which of 2?' },
] as const)('the first row is $reason and asks $question', ({ intercept, ...row }) => {
  const policy: LinkPolicy<Query> = {
    rejection: (): Rejection | undefined => row.rejection,
    question: (_, __, others) => `which of ${others.length}?`,
  }
  const rows = judged(FOUR, { policy, model: modelOf({}, intercept) })
  expect(rows.map(({ reason, question }) => ({ reason, question }))).toEqual([
    { reason: row.reason, question: row.question },
    { reason: 'not_first', question: undefined },
    { reason: 'not_first', question: undefined },
  ])
})

test('the others that a question tells the first from are concepts, best first', () => {
  const families: number[][] = []
  const policy: LinkPolicy<Query> = {
    question: (_, first, others) => {
      families.push([first, ...others].map(({ family }) => family))
      return undefined
    },
  }
  judged(
    FOUR.map((each) => ({ ...each, family: each.concept })),
    { policy, top_k: 1 },
  )
  expect(families).toEqual([[7, 3, 5]])
})
