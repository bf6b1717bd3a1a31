import type { Word } from '../language/analyze.ts'
import { lazily, madeOnce } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'

/** Below data/: words near an abbreviation by which it is no condition. */
const TABLE = 'clinical/other-meanings.tsv'
/** In the table: a number right behind the abbreviation, "BP 120/80". */
const A_NUMBER = '#'
/** In the table: a word that is no condition by itself, "off", whatever is near. */
const ANY = '*'
/** Words on either side that tell it. */
const NEAR = 5

/** Places of words from one up to another. */
interface Span {
  readonly from: number
  readonly to: number
}

/**
 * True if an abbreviation of a condition means another thing by the words near it: "sat 97% RA".
 *
 * @throws MedlinkError `data_invalid`
 */
export function meansOther(words: readonly Word[], { from, to }: Span): boolean {
  const near = to === from + 1 ? otherMeanings().get(words[from]!.form) : undefined
  if (near === undefined) return false
  if (near.has(ANY)) return true
  if (near.has(A_NUMBER) && words[to]?.kind === 'number') return true
  const around = words.slice(Math.max(0, from - NEAR), to + NEAR)
  return around.some(({ form }) => near.has(form))
}

const otherMeanings = lazily(() => {
  const read = new Map<string, Set<string>>()
  for (const [short, near] of readTable(TABLE, ['abbreviation', 'near']))
    madeOnce(read, short!, () => new Set<string>()).add(near!)
  return read
})
