/**
 * Proves of the curve of a review:
 * 1. a point has the precision that its decisions measure, with an interval around it; where nothing is decided there is none
 * 2. what Medlink links of itself is the last point of those that it links
 * 3. of many points some are kept, the first and the last among them
 */

import { expect, test } from 'vitest'
import { measuredCurve } from '../../../src/http/review/curve.ts'

const point = (score: number, decided: number, right: number, is_linked = false) => {
  return { is_linked, score, share: 1 - score, decided, right }
}

test('precision and interval of each point, and of what is linked', () => {
  const { points, linked } = measuredCurve([
    point(0.9, 0, 0, true),
    point(0.8, 4, 4, true),
    point(0.7, 6, 5, true),
    point(0.5, 10, 5),
  ])
  expect(points.map(({ score, precision, decided }) => [score, precision, decided])).toEqual([
    [0.8, 1, 4],
    [0.7, 5 / 6, 6],
    [0.5, 0.5, 10],
  ])
  // Clopper and Pearson's tables.
  expect(points[0]).toMatchObject({ low: expect.closeTo(0.3976, 4), high: 1 })
  expect(points[2]).toMatchObject({
    low: expect.closeTo(0.1871, 4),
    high: expect.closeTo(0.8129, 4),
  })
  expect(linked).toEqual(points[1])
})

test('nothing is measured of what nobody has decided', () => {
  expect(measuredCurve([])).toEqual({ points: [], linked: undefined })
  expect(measuredCurve([point(0.9, 0, 0, true)])).toEqual({ points: [], linked: undefined })
})

test('of many points the first and the last are among those that are kept', () => {
  const many = Array.from({ length: 200 }, (_, i) => point(1 - i / 200, i + 1, i))
  const { points } = measuredCurve(many)
  expect(points).toHaveLength(60)
  expect([points[0]!.decided, points.at(-1)!.decided]).toEqual([1, 200])
  expect(new Set(points.map(({ score }) => score)).size).toBe(60)
})
