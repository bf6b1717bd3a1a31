import type { Part, Prescription } from './prescription.ts'

/** Signs between two ingredients; and signs that open the composition of a brand. */
const JOINT = /[+/,;&]/
const OPENING = /[([]/

/**
 * Salts that are joined to the words before them as another ingredient would be, and to no name after them: "+ potassium
 * sulfate"; or that are all that is said to be in a brand. It is not known which drug they are.
 */
export function looseSalts(
  { text, parts }: Prescription,
  isBrand: (part: Part) => boolean,
): ReadonlySet<Part> {
  const loose = new Set<Part>()
  let isLoose = false
  for (const [at, part] of parts.entries()) {
    if (part.kind !== 'salt') continue
    const before = parts[at - 1]
    const gap = text.slice(before?.end ?? 0, part.start)
    const isJoined =
      JOINT.test(gap) || (OPENING.test(gap) && before !== undefined && isBrand(before))
    if (before?.kind !== 'salt' || isJoined) isLoose = before !== undefined && isJoined
    const next = parts.slice(at + 1).find(({ kind }) => kind !== 'salt')
    const isOfNext = next?.kind === 'name' && !JOINT.test(text.slice(part.end, next.start))
    if (isLoose && !isOfNext) loose.add(part)
  }
  return loose
}
