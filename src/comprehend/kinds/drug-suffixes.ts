/** Letters behind a brand that make it another one: "Clopitab A 75". */

import { lazily } from '../../language/remember.ts'
import { readTable } from '../../language/tables.ts'
import { SUFFIX_TABLE } from '../../ontologies/medication/linking/phrases.ts'

const suffixes = lazily(
  (): ReadonlyMap<string, string> =>
    new Map(
      readTable(SUFFIX_TABLE, ['suffix', 'place']).map(([suffix, place]) => [suffix!, place!]),
    ),
)

/** Letters behind a name, and a number that follows. */
const SUFFIX = /^(?:-|\s)(\p{Lu}{1,3})(?![\p{L}\p{N}])(?=(\s?-?\d)?)/u

/**
 * Length of a suffix behind the name of a drug, which the name does not have: 0 for none. A letter that may be a form or a
 * flag is one before a number alone.
 *
 * @throws MedlinkError `data_invalid`
 */
export function suffixLength(rest: string): number {
  const found = SUFFIX.exec(rest)
  if (found === null) return 0
  const place = suffixes().get(found[1]!.toLowerCase())
  if (place === undefined || (place === 'numbered' && found[2] === undefined)) return 0
  return found[0].length
}
