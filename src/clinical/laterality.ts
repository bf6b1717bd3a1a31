import { lazily } from '../language/remember.ts'
import { readColumn, readTable } from '../language/tables.ts'

/** Below data/: words that say which side, on their own and in whatever is written of a patient. */
export const LATERALITY_TABLE = 'clinical/laterality.tsv'

/** Below data/: parts of the body that come in pairs. */
export const PAIRED_PARTS_TABLE = 'clinical/paired-parts.tsv'

/** A bit for each value, so that a text may have several. */
export const LATERALITY = { right: 1, left: 2, bilateral: 4 } as const
export type Laterality = keyof typeof LATERALITY

/** Word → the side it says. @throws MedlinkError `data_invalid` */
export function readLaterality(): ReadonlyMap<string, Laterality> {
  const rows = readTable(LATERALITY_TABLE, ['word', 'value'])
  return new Map(rows.map(([word, value]) => [word!, value as Laterality]))
}

/** The same, read once a process. */
export const sides = lazily(readLaterality)

/** True for the word of one side: "left". @throws MedlinkError `data_invalid` */
export function isSide(form: string): boolean {
  const side = sides().get(form)
  return side === 'left' || side === 'right'
}

/** Words for parts of the body of which there is a left and a right one. @throws MedlinkError `data_invalid` */
export function readPairedParts(): ReadonlySet<string> {
  return readColumn(PAIRED_PARTS_TABLE, 'word')
}
