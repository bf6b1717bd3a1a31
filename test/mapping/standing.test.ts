/**
 * Proves of what follows from decisions and from candidates:
 * 1. each reviewer's last decision that was not withdrawn stands, and the state follows from those that stand
 * 2. what is linked surely needs a person least, what has no candidate most
 * 3. the curve counts, from the surest on, what is taken, what of it was decided and what of that is right
 */

import { describe, expect, test } from 'vitest'
import { doubtOf } from '../../src/mapping/candidates.ts'
import { curveOf, type Judged } from '../../src/mapping/progress.ts'
import type { DecisionKind, Relation } from '../../src/mapping/project.ts'
import { standingOf, stateOf } from '../../src/mapping/standing.ts'

/** "Ann accept J45 wider": a decision of a reviewer; with "-" before it, one that was withdrawn. */
function said(text: string, id: number) {
  const [reviewer, decision, code, relation = 'equivalent'] = text.replace('-', '').split(' ')
  return {
    ...{ id, reviewer: reviewer!, decision: decision as DecisionKind },
    code: code ?? null,
    title: code === undefined ? null : `${code} as ${reviewer} has it`,
    relation: code === undefined ? null : (relation as Relation),
    withdrawn: text.startsWith('-') ? 5 : null,
  }
}

test.each([
  { all: [], state: 'open', code: null },
  { all: ['Ann later'], state: 'later', code: null },
  { all: ['Ann accept J45'], state: 'mapped', code: 'J45' },
  { all: ['Ann none'], state: 'no_code', code: null },
  { all: ['Ann accept J45', 'Ben other J45'], state: 'mapped', code: 'J45' },
  { all: ['Ann none', 'Ben none'], state: 'no_code', code: null },
  { all: ['Ann accept J45', 'Ben accept E11'], state: 'disagreement', code: null },
  { all: ['Ann accept J45', 'Ben none'], state: 'disagreement', code: null },
  { all: ['Ann accept J45 wider', 'Ben accept J45'], state: 'disagreement', code: null },
  { all: ['Ann accept J45 wider', 'Ben accept J45 wider'], state: 'mapped', code: 'J45' },
  { all: ['Ann accept J45', 'Ben later'], state: 'mapped', code: 'J45' },
  { all: ['Ann none', 'Ben later'], state: 'no_code', code: null },
  { all: ['Ann accept J45', 'Ann accept E11'], state: 'mapped', code: 'E11' },
  { all: ['Ann accept J45', 'Ann later'], state: 'later', code: null },
  { all: ['Ann accept J45', 'Ben accept E11', 'Ben accept J45'], state: 'mapped', code: 'J45' },
  { all: ['-Ann accept J45'], state: 'open', code: null },
  { all: ['Ann accept J45', '-Ann accept E11'], state: 'mapped', code: 'J45' },
])('$all is $state', ({ all, state, code }) => {
  const decisions = all.map(said)
  for (const each of [decisions, [...decisions].reverse()])
    expect(stateOf(standingOf(each))).toMatchObject({ state, code })
})

test('of those who agree the newest title counts, and the newest stands first', () => {
  const standing = standingOf([said('Ann accept J45', 1), said('Ben accept J45', 2)])
  expect(standing.map(({ reviewer }) => reviewer)).toEqual(['Ben', 'Ann'])
  expect(stateOf(standing).title).toBe('J45 as Ben has it')
})

test.each([
  { is_linked: true, score: 1, doubt: 0 },
  { is_linked: true, score: 0.8, doubt: 0.1 },
  { is_linked: true, score: null, doubt: 0.25 },
  { is_linked: true, score: 0, doubt: 0.5 },
  { is_linked: false, score: 1, doubt: 0.5 },
  { is_linked: false, score: 0.5, doubt: 0.75 },
  { is_linked: false, score: null, doubt: 0.75 },
  { is_linked: false, score: 0, doubt: 1 },
])('a candidate with is_linked $is_linked and score $score is in doubt by $doubt', (row) => {
  expect(doubtOf(row)).toBeCloseTo(row.doubt, 12)
})

test('what has no candidate is in doubt altogether', () => {
  expect(doubtOf(undefined)).toBe(1)
})

describe('the curve', () => {
  const judged = (
    is_linked: boolean,
    score: number | null,
    frequency: number,
    is_right: boolean | null = null,
  ): Judged => ({ is_linked, score, frequency, is_right })

  test('goes from the surest link to the poorest candidate, a point a score', () => {
    const points = curveOf(
      [
        judged(false, 0.9, 10, true),
        judged(true, 0.4, 20, false),
        judged(true, 0.9, 30, true),
        judged(true, 0.9, 10),
        judged(false, null, 5),
        judged(false, 0.9, 5, false),
      ],
      100,
    )
    expect(points).toEqual([
      { is_linked: true, score: 0.9, share: 0.4, decided: 1, right: 1 },
      { is_linked: true, score: 0.4, share: 0.6, decided: 2, right: 1 },
      { is_linked: false, score: 0.9, share: 0.75, decided: 4, right: 2 },
      { is_linked: false, score: null, share: 0.8, decided: 4, right: 2 },
    ])
  })

  test.each([
    { scores: 200, points: 200 },
    { scores: 201, points: 101 },
    { scores: 1000, points: 200 },
  ])('of $scores scores has $points points, the last among them', ({ scores, points }) => {
    const all = Array.from({ length: scores }, (_, i) => judged(true, (i + 1) / scores, 1))
    const curve = curveOf(all, scores)
    expect(curve).toHaveLength(points)
    expect(curve.at(-1)).toMatchObject({ score: 1 / scores, share: 1 })
  })

  test('of nothing is empty, and of what never occurs has no share', () => {
    expect(curveOf([], 0)).toEqual([])
    expect(curveOf([judged(true, 1, 0)], 0)).toMatchObject([{ share: 0 }])
  })
})
