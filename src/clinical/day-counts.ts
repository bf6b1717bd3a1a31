import type { Word } from '../language/analyze.ts'
import { lazily } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'

/** Days of an illness or a stay, and numbers of a series, that charts count next to a condition: "fever D3", "UTI #2". */

/** Below data/: what is counted, what comes before that, and what may follow the number. */
const TABLE = 'clinical/day-words.tsv'

interface DayWords {
  /** Words for what is counted: "day", "pod". */
  readonly counted: ReadonlySet<string>
  /** Letters that are one with their number alone: "d3". */
  readonly glued: ReadonlySet<string>
  /** Words before these: "hospital day 2". */
  readonly before: ReadonlySet<string>
  /** Words after the number: "day 2 of admission". */
  readonly after: ReadonlySet<string>
}

const dayWords = lazily((): DayWords => {
  const rows = readTable(TABLE, ['word', 'place'])
  const placed = (wanted: string) =>
    new Set(rows.flatMap(([word, place]) => (place === wanted ? [word!] : [])))
  return {
    ...{ counted: placed('counted'), glued: placed('glued') },
    ...{ before: placed('before'), after: placed('after') },
  }
})

const GLUED = /^([a-z]+)(\d{1,2})$/
const ORDINAL = /^\d{1,2}(?:st|nd|rd|th)$/
/** Parts of a week, a month's days and a year: "2/7", "3/52", "6/12". */
const SHARE_OF_TIME = /^\d{1,2}\/(?:7|52|12)$/
const SERIES = '#'

/**
 * The words [from, to) at either end of a mention that count days, or number the condition in a series. Undefined if there are
 * no such words, or nothing else.
 *
 * @throws MedlinkError `data_invalid`
 */
export function dayCountIn(
  text: string,
  words: readonly Word[],
): { readonly from: number; readonly to: number } | undefined {
  for (let at = 0; at < words.length; at++) {
    const count = countAt(text, words, at)
    if (count === undefined) continue
    const { before, after } = dayWords()
    let { from, to } = count
    while (from > 0 && before.has(words[from - 1]!.form)) from--
    while (to < words.length && after.has(words[to]!.form)) to++
    const isAtEnd = from === 0 || to === words.length
    if (isAtEnd && to - from < words.length) return { from, to }
  }
  return undefined
}

/** The count that begins at a word. */
function countAt(
  text: string,
  words: readonly Word[],
  at: number,
): { readonly from: number; readonly to: number } | undefined {
  const { counted, glued } = dayWords()
  const { form, kind, start } = words[at]!
  const next = words[at + 1]
  if (counted.has(form) && next?.kind === 'number') return { from: at, to: at + 2 }
  if (ORDINAL.test(form) && counted.has(next?.form ?? '')) return { from: at, to: at + 2 }
  const letters = GLUED.exec(form)?.[1]
  const isGlued = letters !== undefined && (counted.has(letters) || glued.has(letters))
  const isShare = SHARE_OF_TIME.test(form)
  const isOfSeries = kind === 'number' && text[start - 1] === SERIES
  return isGlued || isShare || isOfSeries ? { from: at, to: at + 1 } : undefined
}
