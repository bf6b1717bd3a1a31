import type { ConditionsResult, Entity, Problem } from '../contract.ts'
import type { AskLinker, Draft, OtherKind } from './kinds/draft.ts'
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

/** A stretch of the text that an entity takes. */
interface Taken {
  readonly from: number
  readonly to: number
}

/** Kinds in the order in which they win over names that are as long. */
const ORDER: readonly Draft['type'][] = ['allergy', 'medication', 'test', 'procedure']

/**
 * Entities that stay where two of them overlap. The longer one wins, with the words that make it what it is: "HIV test" is a
 * test and "HIV" no problem, "vitamin B12 deficiency" is a problem and "vitamin B12" no test, "iron tablets" is a medication.
 * Between two of one length an allergy wins over a medication, then a test, a procedure and a problem.
 *
 * @param problems places of the problems
 * @returns which drafts and which problems stay
 */
export function withoutOverlaps(
  drafts: readonly Draft[],
  problems: readonly Taken[],
): { readonly drafts: readonly Draft[]; readonly isKept: readonly boolean[] } {
  const all = [
    ...drafts.map((draft, i) => ({ ...draft, rank: ORDER.indexOf(draft.type), i })),
    ...problems.map(({ from, to }, i) => {
      return { from, to, begin: from, end: to, type: 'problem', rank: ORDER.length, i }
    }),
  ].sort((a, b) => b.to - b.from - (a.to - a.from) || a.rank - b.rank || a.from - b.from)
  const taken: (typeof all)[number][] = []
  const kept = new Set<number>()
  const isKept = problems.map(() => false)
  for (const entity of all) {
    const { type, i } = entity
    const isFree = taken.every((other) => !collide(entity, other))
    if (!isFree) continue
    taken.push(entity)
    if (type === 'problem') isKept[i] = true
    else kept.add(i)
  }
  return { drafts: drafts.filter((_, i) => kept.has(i)), isKept }
}

interface Placed extends Taken {
  readonly type: string
  readonly begin: number
  readonly end: number
}

/**
 * True if two entities cannot both stay. Names of one kind may share a value or a dose, but no word; problems may share words,
 * too.
 */
function collide(one: Placed, other: Placed): boolean {
  if (one.type !== other.type) return one.from < other.to && one.to > other.from
  return one.type !== 'problem' && one.begin < other.end && one.end > other.begin
}
