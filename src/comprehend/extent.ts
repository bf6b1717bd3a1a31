import type { FoundAttribute } from '../clinical/attributes.ts'
import type { Stretch } from './stretches.ts'

/** Attributes next to a condition's name that are part of the mention: "severe … of the left hip". */
const TAKEN_IN: ReadonlySet<string> = new Set([
  'ACUITY',
  'DIRECTION',
  'QUALITY',
  'SYSTEM_ORGAN_SITE',
])

/**
 * A name with the sides, degrees, courses, stages and parts of the body that are next to it.
 *
 * @param free stretch without another name
 * @param attributes those of the words around it, in order
 * @param isSilent true if a word only joins others: "in", "of the"
 * @param touches true if no mark is between a word and the one before: "2) CKD"
 */
export function extended(
  { from, to }: Stretch,
  free: Stretch,
  attributes: readonly FoundAttribute[],
  isSilent: (at: number) => boolean,
  touches: (at: number) => boolean,
): Stretch {
  let start = from
  for (const each of attributes.toReversed())
    if (TAKEN_IN.has(each.type) && each.to <= start && each.from >= free.from)
      if (each.to === start && touches(start)) start = each.from
  let end = to
  for (const each of attributes) {
    if (!TAKEN_IN.has(each.type) || each.from < end || each.to > free.to) continue
    let at = end
    while (at < each.from && isSilent(at) && touches(at)) at++
    if (at < each.from || !touches(at)) break
    end = each.to
  }
  return { from: start, to: end }
}
