import type { ConditionsResult, Entity, Problem } from '../contract.ts'
import type { AskLinker, Draft, OtherKind } from './kinds/draft.ts'
import { withoutOverlaps } from './kinds/overlaps.ts'
import { mainOf } from './main-entity.ts'

/** Drafts of one kind, and what links them. */
export interface FoundKind {
  readonly drafts: readonly Draft[]
  readonly ask: AskLinker
}

/** The entities of a text, the place of the main problem among them, and the notes on problems. */
export type EntitiesOfText = Pick<ConditionsResult, 'main' | 'notes'> & { entities: Entity[] }

/**
 * Entities of all kinds in order of place. Where two overlap, one is left; only what is left is linked.
 *
 * @param conditions the problems; undefined if none were looked for
 */
export function entitiesOf(
  conditions: Pick<ConditionsResult, 'entities' | 'main' | 'notes'> | undefined,
  kinds: ReadonlyMap<OtherKind, FoundKind>,
): EntitiesOfText {
  const problems = (conditions?.entities ?? []).map(
    (condition) => ({ type: 'problem', ...condition }) as Problem,
  )
  const places = problems.map(({ begin_offset: from, end_offset: to }) => ({ from, to }))
  const { drafts, isKept } = withoutOverlaps(
    [...kinds.values()].flatMap((kind) => kind.drafts),
    places,
  )
  const own = problems.filter((_, i) => isKept[i])
  const others = drafts.flatMap((draft) => draft.link(kinds.get(draft.type)!.ask))
  const entities = [...own, ...others].sort(
    (a, b) => a.begin_offset - b.begin_offset || a.end_offset - b.end_offset,
  )
  const placeOf = (problem: number) => entities.indexOf(problems[problem]!)
  const main = conditions?.main ?? null
  return {
    main: main === null ? null : isKept[main] ? placeOf(main) : mainAmong(own, entities),
    entities,
    notes: (conditions?.notes ?? [])
      .filter(({ entities: pair }) => pair.every((i) => isKept[i]))
      .map((note) => {
        const [one, other] = note.entities
        return { ...note, entities: [placeOf(one), placeOf(other)] as [number, number] }
      }),
  }
}

/** Place of the main problem, if the one of the problems alone is an entity of another kind. */
function mainAmong(problems: readonly Problem[], entities: readonly Entity[]): number | null {
  const main = mainOf(
    problems,
    problems.map(() => undefined),
  )
  return main === null ? null : entities.indexOf(problems[main]!)
}
