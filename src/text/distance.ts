import { distance } from 'fastest-levenshtein'

/**
 * Levenshtein distance of two strings: the least number of insertions, deletions and substitutions, in UTF-16 units.
 *
 * @example editDistance('diabetis', 'diabetes') // 1
 */
export function editDistance(a: string, b: string): number {
  return distance(a, b)
}

/**
 * Whether one insertion, deletion, substitution or swap of neighbours, or nothing, turns `a` into `b`.
 *
 * @example isWithinOneEdit('dibaetes', 'diabetes') // true
 */
export function isWithinOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let endA = a.length - 1
  let endB = b.length - 1
  while (endA >= start && endB >= start && a[endA] === b[endB]) {
    endA--
    endB--
  }
  const restA = endA - start + 1
  const restB = endB - start + 1
  if (restA <= 1 && restB <= 1) return true
  return restA === 2 && restB === 2 && a[start] === b[start + 1] && a[start + 1] === b[start]
}
