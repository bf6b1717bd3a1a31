import { contentOf, type Word } from '../language/analyze.ts'
import { lazily } from '../language/remember.ts'
import { readTable } from '../language/tables.ts'

/** Below data/: meanings of abbreviations. */
const AMBIGUOUS_TABLE = 'abbreviations-ambiguous.tsv'

const NONE: readonly string[] = []

const ambiguous = lazily(() =>
  groupMeanings(readTable(AMBIGUOUS_TABLE, ['abbreviation', 'expansion', 'context'])),
)

/**
 * Meanings of a mention that is one abbreviation of several: "PE". None for other mentions.
 *
 * @param owned abbreviations that one condition owns; they have one meaning
 * @throws MedlinkError `data_invalid`
 */
export function meaningsOfAbbreviation(
  words: readonly Word[],
  owned: ReadonlySet<string>,
): readonly string[] {
  const content = contentOf(words)
  if (content.length !== 1) return NONE
  const { form } = content[0]!
  return owned.has(form) ? NONE : (ambiguous().get(form) ?? NONE)
}

/** The second cells of rows by the first. */
export function groupMeanings(
  rows: readonly (readonly string[])[],
): ReadonlyMap<string, readonly string[]> {
  const meanings = new Map<string, readonly string[]>()
  for (const [phrase = '', meaning = ''] of rows)
    meanings.set(phrase, [...(meanings.get(phrase) ?? []), meaning])
  return meanings
}
