import type { Demands } from '../../../contract.ts'
import type { Substitute } from '../../ontology.ts'
import type { Icd10cmColumns } from '../columns.ts'
import { ENCOUNTER } from '../qualifiers.ts'
import type { Icd10cmQuery } from './query.ts'

/** Parts of a mention that decide between the codes of one header. */
type Said = Pick<Icd10cmQuery, 'encounter' | 'isUnusualFracture'>

const NOTHING: Said = { encounter: 0, isUnusualFracture: false }

/**
 * The code to give instead of a code that was found: for a header that must be billable the code that says the same and
 * is not specified further, and for a code that lacks only the encounter the code of that encounter.
 *
 * @param said the encounter that the mention says counts instead of the one demanded; of two of them none is the one
 */
export function substituteFor(
  found: number,
  { concept: columns }: Icd10cmColumns,
  { billable, encounter }: Demands,
  { encounter: saidEncounter, isUnusualFracture }: Said = NOTHING,
): Substitute {
  const form = billable ? found + columns.unspecified_offset[found]! : found
  if (columns.billable[form] === 1) return { concept: form }
  const offsets: Readonly<Record<number, number>> = {
    [ENCOUNTER.initial]: columns.initial_offset[form]!,
    [ENCOUNTER.subsequent]: columns.subsequent_offset[form]!,
    [ENCOUNTER.sequela]: columns.sequela_offset[form]!,
  }
  const isOpen = saidEncounter === 0 && encounter !== undefined
  const asked = isOpen ? ENCOUNTER[encounter] : saidEncounter
  const offset = offsets[asked] ?? 0
  // An encounter of a fracture has more codes than one, the usual one first.
  const hasOthers = columns.encounter[form + offset + 1] === asked
  if (offset > 0 && !(hasOthers && isUnusualFracture)) return { concept: form + offset }
  if (!billable) return { concept: found }
  const lacksEncounter = Object.values(offsets).some((each) => each > 0)
  const question = lacksEncounter ? 'which encounter?' : 'which kind, site or stage?'
  return { concept: found, rejection: 'not_billable', question }
}
