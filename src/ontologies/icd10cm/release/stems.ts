import { remember } from '../../../language/remember.ts'
import { stem } from '../../../language/stem.ts'

/** Words of titles come again and again. */
const knownStem = remember(stem)

const SMALL_WORDS = new Set('a an and in of or the to with'.split(' '))

/** The stems of a title's words, small ones left out. */
export function stemsOf(title: string): Set<string> {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return new Set(words.filter((word) => !SMALL_WORDS.has(word)).map(knownStem))
}

/** The same sorted: equal for titles that differ in number or order only. */
export function sortedStems(title: string): string {
  return [...stemsOf(title)].sort().join(' ')
}

/** True if some words of a title are all among others. */
export function isSubset(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  for (const each of some) if (!all.has(each)) return false
  return true
}
