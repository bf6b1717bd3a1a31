import { proportionOf } from '../../internal.ts'
import type { CurvePoint } from '../../mapping/mapping.ts'
import type { CurveView, MeasuredPoint } from './shapes.ts'

/** More points than these cannot be distinguished on a screen. */
const MAX_POINTS = 60

/** Fewer decisions measure nothing: of 30 that are all right, up to 11.6 % of the others may be wrong. */
const MIN_DECIDED = 30

/** A project's curve with the precision that its decisions measure, where there are {@link MIN_DECIDED} of them. */
export function measuredCurve(points: readonly CurvePoint[]): CurveView {
  const linked = points.findLast(({ is_linked }) => is_linked)
  return {
    points: thinned(points.flatMap((point) => measureOf(point) ?? [])),
    linked: linked && measureOf(linked),
    decided: points.at(-1)?.decided ?? 0,
    decided_linked: linked?.decided ?? 0,
    needed: MIN_DECIDED,
  }
}

function measureOf({ is_linked, score, share, decided, right }: CurvePoint) {
  const precision = proportionOf(right, decided)
  if (precision === null || decided < MIN_DECIDED) return undefined
  const { share: middle, low, high } = precision
  return { is_linked, score, share, decided, precision: middle, low, high } satisfies MeasuredPoint
}

/** Some of them, at about equal steps, the first and the last among them. */
function thinned<Point>(points: readonly Point[]): Point[] {
  const step = Math.max(1, (points.length - 1) / (MAX_POINTS - 1))
  const count = Math.min(points.length, MAX_POINTS)
  return Array.from({ length: count }, (_, place) => points[Math.round(place * step)]!)
}
