/** The concepts that may answer for a retired one, among its replacements. */

import type { StoredConcept, StoredReplacement } from './reader.ts'

/**
 * The words of publishers for one code that means what the retired one meant: LOINC's MAP_TO, and the two historical
 * associations of SNOMED CT that are one to one. Every other word leaves a choice to the reader.
 */
const EXACT_RELATIONS: ReadonlySet<string> = new Set(['MAP_TO', 'same_as', 'replaced_by'])

/** True if a relation says that the replacement means the same as the retired code. */
export function isExactRelation(relation: string): boolean {
  return EXACT_RELATIONS.has(relation)
}

/** The one concept that answers for a retired one; undefined where there is none, or several to choose from. */
export function exactReplacement(
  replacements: readonly StoredReplacement[],
): StoredConcept | undefined {
  const [first, ...others] = replacements.filter(({ relation }) => isExactRelation(relation))
  return others.every(({ concept }) => concept.id === first?.concept.id)
    ? first?.concept
    : undefined
}
