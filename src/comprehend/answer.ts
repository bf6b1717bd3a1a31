import type { SectionKind } from '../clinical/sections.ts'
import type { Condition, ConditionsResult, Entity, TraitName } from '../contract.ts'
import type { Exclusions } from '../ontologies/ontology.ts'
import type { Linked, Stage } from './task.ts'

/** Traits of what is no present condition of the patient's own. */
export const NOT_OWN: ReadonlySet<TraitName> = new Set([
  'NEGATION',
  'PERTAINS_TO_FAMILY',
  'HYPOTHETICAL',
  'LOW_CONFIDENCE',
  'PAST_HISTORY',
])

/** The entities of a text in order of place, the place of the main problem among them, and the notes on problems. */
export interface EntitiesOfText {
  readonly main: number | null
  readonly entities: readonly Entity[]
  readonly notes: ConditionsResult['notes']
  readonly isTruncated: boolean
}

/**
 * Stage 10. Sums up: orders the entities, says which problem the text is about, and notes codes that exclude each other.
 *
 * Takes linked entities. Gives the answer. Takes no steps.
 */
export const answer: Stage<Linked, EntitiesOfText> = ({ problems, others }, { tools, work }) => {
  const own = problems.map(({ problem }) => problem)
  const entities = [...own, ...others].sort(
    (a, b) => a.begin_offset - b.begin_offset || a.end_offset - b.end_offset,
  )
  const places = new Map(entities.map((entity, i) => [entity, i]))
  const placeOf = (problem: number) => places.get(own[problem]!)!
  const main = mainOf(
    own,
    problems.map(({ section }) => section),
  )
  const exclusions = tools.problem?.exclusions
  const notes = exclusions === undefined ? [] : notesOn(own, exclusions)
  return {
    main: main === null ? null : placeOf(main),
    entities,
    notes: notes.map((note) => {
      const [one, other] = note.entities
      return { ...note, entities: [placeOf(one), placeOf(other)] as [number, number] }
    }),
    isTruncated: work.isTruncated,
  }
}

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
