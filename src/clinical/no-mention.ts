import type { Word } from '../language/analyze.ts'
import { readTable } from '../language/tables.ts'

/** Below data/: entries of charts and tables that name nothing. */
const TABLE = 'clinical/no-mentions.tsv'

/** Phrases that name nothing, their words joined by spaces. */
interface Phrases {
  /** As the whole text: "as above". */
  readonly whole: ReadonlySet<string>
  /** At its beginning, whatever follows: "refer to". */
  readonly start: readonly string[]
}

let phrases: Phrases | undefined

/**
 * True if a text names nothing that has a code: it is a note to the reader, or says that all is well.
 *
 * @throws MedlinkError `data_invalid`
 */
export function isNoMention(words: readonly Word[]): boolean {
  if (words.length === 0) return true
  phrases ??= readPhrases()
  const text = words.map(({ form }) => form).join(' ')
  return phrases.whole.has(text) || phrases.start.some((start) => text.startsWith(`${start} `))
}

function readPhrases(): Phrases {
  const rows = readTable(TABLE, ['phrase', 'place'])
  const placed = (wanted: string) =>
    rows.flatMap(([phrase, place]) => (place === wanted ? [phrase!] : []))
  return { whole: new Set(placed('whole')), start: placed('start') }
}
