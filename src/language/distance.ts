import { createRequire } from 'node:module'
import { lazily } from './remember.ts'

type Levenshtein = typeof import('fast-levenshtein')

const require = createRequire(import.meta.url)
/** Loaded when it is first needed: it makes the system build a collator that nothing uses, which takes 15 ms. */
const levenshtein = lazily(() => require('fast-levenshtein') as Levenshtein)

/**
 * Levenshtein distance of two strings: the least number of insertions, deletions and substitutions, in UTF-16 units.
 *
 * @example editDistance('diabetis', 'diabetes') // 1
 */
export function editDistance(a: string, b: string): number {
  return levenshtein().get(a, b)
}

/**
 * True if one insertion, deletion, substitution or swap of neighbours, or nothing, turns `a` into `b`.
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

/** The UTF-16 units of a string. */
export function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length)
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i)
  return units
}

/**
 * The least number of insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`, where no unit is
 * edited twice (optimal string alignment); `most + 1` when there are more than `most`. Takes time exponential in `most`:
 * it is for two or three.
 */
export function editsBetween(a: Uint16Array, b: Uint16Array, most: number): number {
  return editsOf(a, 0, a.length, b, 0, b.length, most)
}

/** The same of `a[aFrom … aTo)` and `b[bFrom … bTo)`. What is equal at either end needs no edit. */
function editsOf(
  a: Uint16Array,
  aFrom: number,
  aTo: number,
  b: Uint16Array,
  bFrom: number,
  bTo: number,
  most: number,
): number {
  let i = aFrom
  let j = bFrom
  let aEnd = aTo
  let bEnd = bTo
  while (i < aEnd && j < bEnd && a[i] === b[j]) {
    i++
    j++
  }
  while (i < aEnd && j < bEnd && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd--
    bEnd--
  }
  const longer = Math.max(aEnd - i, bEnd - j)
  const shorter = Math.min(aEnd - i, bEnd - j)
  if (shorter === 0) return Math.min(longer, most + 1)
  if (most === 0 || longer - shorter > most) return most + 1
  let least = 1 + editsOf(a, i + 1, aEnd, b, j + 1, bEnd, most - 1)
  const isSwap = shorter > 1 && a[i] === b[j + 1] && a[i + 1] === b[j]
  if (isSwap && least > 1)
    least = Math.min(least, 1 + editsOf(a, i + 2, aEnd, b, j + 2, bEnd, least - 2))
  if (least > 1) least = Math.min(least, 1 + editsOf(a, i + 1, aEnd, b, j, bEnd, least - 2))
  if (least > 1) least = Math.min(least, 1 + editsOf(a, i, aEnd, b, j + 1, bEnd, least - 2))
  return least
}
