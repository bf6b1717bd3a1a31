/**
 * Proves of the curve of a review:
 * 1. a point has the precision that its decisions measure, with an interval around it
 * 2. a point of fewer than 30 decisions is too little: there is none
 * 3. what Medlink links of itself is the last point of those that it links
 * 4. of many points some are kept, the first and the last among them
 */

import { expect, test } from 'vitest'
import { measuredCurve } from '../../../src/http/review/curve.ts'

const point = (score: number, decided: number, right: number, is_linked = false) => {
  return { is_linked, score, share: 1 - score, decided, right }
}

test('precision and interval of each point, and of what is linked', () => {
  const { points, linked, decided, decided_linked } = measuredCurve([
    point(0.9, 29, 29, true),
    point(0.8, 30, 30, true),
    point(0.7, 60, 50, true),
    point(0.5, 100, 50),
  ])
  expect(points.map(({ score, precision, decided }) => [score, precision, decided])).toEqual([
    [0.8, 1, 30],
    [0.7, 5 / 6, 60],
    [0.5, 0.5, 100],
  ])
  // Clopper and Pearson's tables.
  expect(points[0]).toMatchObject({ low: expect.closeTo(0.8843, 4), high: 1 })
  expect(points[2]).toMatchObject({
    low: expect.closeTo(0.3983, 4),
    high: expect.closeTo(0.6017, 4),
  })
  expect(linked).toEqual(points[1])
  expect([decided, decided_linked]).toEqual([100, 60])
})

test.each([
  { points: [], decided: 0, decided_linked: 0 },
  { points: [point(0.9, 0, 0, true)], decided: 0, decided_linked: 0 },
  { points: [point(0.9, 9, 9, true), point(0.5, 29, 29)], decided: 29, decided_linked: 9 },
])('$decided decisions measure nothing', ({ points, ...counts }) => {
  expect(measuredCurve(points)).toEqual({ points: [], linked: undefined, needed: 30, ...counts })
})

test('of many points the first and the last among those that are measured are kept', () => {
  const many = Array.from({ length: 200 }, (_, i) => point(1 - i / 200, i + 1, i))
  const { points } = measuredCurve(many)
  expect(points).toHaveLength(60)
  expect([points[0]!.decided, points.at(-1)!.decided]).toEqual([30, 200])
  expect(new Set(points.map(({ score }) => score)).size).toBe(60)
})
