import { proportionOf } from '../../internal.ts'
import type { CurvePoint } from '../../mapping/mapping.ts'
import type { CurveView, MeasuredPoint } from './shapes.ts'

/** More points than these cannot be distinguished on a screen. */
const MAX_POINTS = 60

/** A project's curve with the precision that its decisions measure; where nothing is decided there is nothing to show. */
export function measuredCurve(points: readonly CurvePoint[]): CurveView {
  const measured = points.map((point) => ({ point, measure: measureOf(point) }))
  const shown = measured.flatMap(({ measure }) => measure ?? [])
  const linked = measured.findLast(({ point }) => point.is_linked)
  return { points: thinned(shown), linked: linked?.measure }
}

function measureOf({ is_linked, score, share, decided, right }: CurvePoint) {
  const precision = proportionOf(right, decided)
  if (precision === null) return undefined
  const { share: middle, low, high } = precision
  return { is_linked, score, share, decided, precision: middle, low, high } satisfies MeasuredPoint
}

/** Some of them, at about equal steps, the first and the last among them. */
function thinned<Point>(points: readonly Point[]): Point[] {
  const step = Math.max(1, (points.length - 1) / (MAX_POINTS - 1))
  const count = Math.min(points.length, MAX_POINTS)
  return Array.from({ length: count }, (_, place) => points[Math.round(place * step)]!)
}
