import type { Condition, ConditionsResult } from '../contract.ts'
import type { Exclusions } from '../ontologies/ontology.ts'

/** Codes of one text that are compared with each other: a discharge summary has some thirty. */
const MOST_CODES = 100

/**
 * Notes on the entities as a whole: linked codes that cannot be used together, each pair once, at its first place.
 */
export function notesOn(
  entities: readonly Condition[],
  { excludes }: Exclusions,
): ConditionsResult['notes'] {
  const places = new Map<string, number>()
  for (const [i, { results }] of entities.entries()) {
    const linked = results.find(({ is_linked }) => is_linked)
    if (linked !== undefined && !places.has(linked.term_id)) places.set(linked.term_id, i)
  }
  const coded = [...places].slice(0, MOST_CODES)
  return coded.flatMap(([code, place], i) =>
    coded
      .slice(i + 1)
      .flatMap(([other, at]) =>
        excludes(code, other)
          ? [{ type: 'EXCLUDES1' as const, entities: [place, at], codes: [code, other] }]
          : [],
      ),
  ) as ConditionsResult['notes']
}
