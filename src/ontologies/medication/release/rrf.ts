/**
 * One file in the Rich Release Format of the UMLS: `|` behind each field, the last one too, no header, no quoting.
 */

import type { Faults } from '../../release-faults.ts'
import type { ReleaseFile } from '../../release-files.ts'

/** A file's columns by number, and how many there are. */
export interface RrfLayout {
  readonly fields: number
  /** The rows that are read have this text; the others are counted and passed over, which costs a tenth. */
  readonly holding: string
}

const BAR = 0x7c

/**
 * SHA-256 (hex) of an RRF file, after `onRow` has seen the fields of each row that holds what is looked for.
 * @throws MedlinkError `release_invalid` with file and line for a row with more or fewer fields, unless the `faults` are
 *   lenient
 */
export function readRrf(
  file: ReleaseFile,
  { fields, holding }: RrfLayout,
  faults: Faults,
  onRow: (row: readonly string[], line: number) => void,
): Promise<string> {
  return file.readLines((text, line) => {
    if (text === '') return
    const found = countFields(text)
    if (found !== fields) {
      const expected = `${fields} fields as in an RRF file of this name, not ${found}`
      faults.add('another number of fields', file, line, text, expected)
    } else if (text.includes(holding)) {
      onRow(text.split('|'), line)
    }
  })
}

/** A publisher's row ends with a bar; one that a program wrote may not. */
function countFields(text: string): number {
  let bars = 0
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) === BAR) bars++
  return text.charCodeAt(text.length - 1) === BAR ? bars : bars + 1
}
