import type { Draft } from './kinds/draft.ts'
import { placeOf } from './mention.ts'
import type { Found, Stage } from './task.ts'

/**
 * Stage 8. Leaves one of two entities that overlap, see {@link withoutOverlaps}.
 *
 * Takes entities of all kinds. Gives those that stay. Takes no steps.
 */
export const dropOverlaps: Stage<Found, Found> = (found) => {
  const { problems, drafts } = found
  const places = (problems?.problems ?? []).map(({ mention }) => {
    const { begin, end } = placeOf(problems!.note, mention)
    return { from: begin, to: end }
  })
  const { drafts: kept, isKept } = withoutOverlaps(drafts, places)
  return {
    ...found,
    drafts: kept,
    problems: problems && {
      ...problems,
      problems: problems.problems.filter((_, i) => isKept[i]),
    },
  }
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
