import { lazily } from '../language/remember.ts'
import { readColumn } from '../language/tables.ts'

/** Raw segments of HL7 messages, which are fields and no sentences: "PRB|DE|20240101|I10^HYPERTENSION^I10". */

const SEGMENTS_TABLE = 'clinical/segments.tsv'
/** A line that may be a segment, with its name. */
const LINE = /^[ \t]*([A-Z][A-Z\d]{2})\|.*$/gm

const segments = lazily(() => readColumn(SEGMENTS_TABLE, 'name'))

/**
 * A text of the same length with spaces in place of segments: the field that says of a problem that it is deleted or resolved
 * is far from its name, and the letters of fields are no words. Linear in the length of the text.
 *
 * @throws MedlinkError `data_invalid`
 */
export function withoutSegments(text: string): string {
  if (!text.includes('|')) return text
  return text.replace(LINE, (line, name: string) =>
    segments().has(name) ? ' '.repeat(line.length) : line,
  )
}
