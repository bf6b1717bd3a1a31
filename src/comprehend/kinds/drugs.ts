import { ResolvingLinker } from '../../linker/resolving-linker.ts'
import type { Found, Stage } from '../task.ts'
import { drugsOf, medicationOf } from './medication.ts'

/** Steps that finding takes, for each character. */
const STEPS_A_CHARACTER = 300

/**
 * Stage 4. Finds drugs with their parts and their status, by the names of the index and by what a prescription looks like.
 *
 * Adds drugs, and drafts of medications if these are asked for. Costs {@link STEPS_A_CHARACTER}; linear.
 */
export const findDrugs: Stage<Found, Found> = (found, { tools, work }) => {
  const open = tools.others.get('medication') ?? tools.others.get('allergy')
  if (open === undefined) return found
  if (!(open.linker instanceof ResolvingLinker))
    throw new TypeError('drugs are found by a resolver')
  const { note } = found
  work.add(STEPS_A_CHARACTER * note.text.length)
  const drugs = drugsOf(note, open.linker.finder)
  const medications = tools.others.has('medication')
    ? drugs.flatMap((drug) => (drug.isMedication ? [medicationOf(note.text, drug)] : []))
    : []
  return { ...found, drugs, drafts: [...found.drafts, ...medications] }
}
