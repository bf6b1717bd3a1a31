import type { SectionKind } from '../clinical/sections.ts'
import type { Condition, TraitName } from '../contract.ts'

/** Traits of what is no present condition of the patient's own. */
export const NOT_OWN: ReadonlySet<TraitName> = new Set([
  'NEGATION',
  'PERTAINS_TO_FAMILY',
  'HYPOTHETICAL',
  'LOW_CONFIDENCE',
  'PAST_HISTORY',
])

/** Where a chart says what the patient has, and what the patient came for. */
const CONCLUDES: ReadonlySet<SectionKind> = new Set(['diagnosis', 'assessment'])

/**
 * Which entity a text is about; null where there is none. A present condition of the patient's own comes before others, what
 * the chart concludes before what it tells, a diagnosis before a sign or symptom, what is linked before what is not; then
 * the first.
 *
 * @param sections of each entity
 */
export function mainOf(
  entities: readonly Condition[],
  sections: readonly (SectionKind | undefined)[],
): number | null {
  let main: number | null = null
  let best = -1
  for (const [i, { traits, results }] of entities.entries()) {
    const section = sections[i]
    const isOwn = !traits.some(({ name }) => NOT_OWN.has(name))
    const isConcluded = section !== undefined && CONCLUDES.has(section)
    const isDiagnosis = traits.some(({ name }) => name === 'DIAGNOSIS')
    const isLinked = results.some(({ is_linked }) => is_linked)
    const rank = [isOwn, isConcluded, isDiagnosis, isLinked].reduce(
      (sum, each) => 2 * sum + Number(each),
      0,
    )
    if (rank <= best) continue
    best = rank
    main = i
  }
  return main
}
