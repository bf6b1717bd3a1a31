import type { Draft } from './kinds/draft.ts'
import { placeOf } from './mentions.ts'
import type { Found, Stage } from './task.ts'

/**
 * Stage 8. Leaves one of two entities that overlap, see {@link withoutOverlaps}.
 *
 * Takes entities of all kinds. Gives those that stay. Takes no steps.
 */
export const dropOverlaps: Stage<Found, Found> = (found, { tools }) => {
  const { problems } = found
  const isAsked = ({ type }: Draft) => tools.others.has(type)
  // A text that the linker links as a whole is the problem that is asked for: "s/p CABG".
  const drafts = problems?.isMention === true ? found.drafts.filter(isAsked) : found.drafts
  const places = (problems?.problems ?? []).map(({ mention }) => {
    const { begin, end } = placeOf(problems!.note, mention)
    const isAllergy = OF_ALLERGY.test(found.note.text.slice(begin, end))
    return { from: begin, to: end, isAllergy }
  })
  const { drafts: kept, isKept } = withoutOverlaps(drafts, places)
  return {
    ...found,
    drafts: kept.filter(isAsked),
    problems: problems && {
      ...problems,
      problems: problems.problems.filter((_, i) => isKept[i]),
    },
  }
}

/** Words by which a problem says no more than what a person is allergic to. */
const OF_ALLERGY =
  /\b(?:allerg(?:y|ies|ic (?:to|reaction))|intoleran(?:ce|t)|hypersensitiv\w+ to)\b/i

/** A stretch of the text that an entity takes. */
interface Taken {
  readonly from: number
  readonly to: number
}

/** A problem; `isAllergy` for one that is an allergy to a substance. */
interface TakenProblem extends Taken {
  readonly isAllergy?: boolean
}

/** Kinds in the order in which they win over names that are as long. */
const ORDER: readonly Draft['type'][] = ['allergy', 'medication', 'test', 'procedure']

/**
 * Entities that stay where two of them overlap. The longer one wins, with the words that make it what it is: "HIV test" is a
 * test and "HIV" no problem, "vitamin B12 deficiency" is a problem and "vitamin B12" no test, "iron tablets" is a medication.
 * Between two of one length an allergy wins over a medication, then a test, a procedure and a problem. A problem that says
 * no more than an allergy, "allergic to penicillin", gives way to it, however long.
 *
 * @param problems places of the problems
 * @returns which drafts and which problems stay
 */
export function withoutOverlaps(
  drafts: readonly Draft[],
  problems: readonly TakenProblem[],
): { readonly drafts: readonly Draft[]; readonly isKept: readonly boolean[] } {
  if (drafts.length === 0) return { drafts, isKept: problems.map(() => true) }
  const all = [
    ...drafts.map((draft, i) => ({ ...draft, rank: ORDER.indexOf(draft.type), i })),
    ...problems.map(({ from, to }, i) => {
      return { from, to, begin: from, end: to, type: 'problem', rank: ORDER.length, i }
    }),
  ].sort((a, b) => b.to - b.from - (a.to - a.from) || a.rank - b.rank || a.from - b.from)
  const taken = new Taking(Math.max(0, ...all.map(({ to }) => to)))
  const isOfAllergy = placesOf(drafts.filter(({ type }) => type === 'allergy'))
  const kept = new Set<number>()
  const isKept = problems.map(() => false)
  for (const entity of all) {
    const { type, i } = entity
    const isGiven = type === 'problem' && problems[i]!.isAllergy === true
    if (isGiven && isOfAllergy.subarray(entity.from, entity.to).includes(1)) continue
    if (!taken.take(entity)) continue
    if (type === 'problem') isKept[i] = true
    else kept.add(i)
  }
  return { drafts: drafts.filter((_, i) => kept.has(i)), isKept }
}

/** 1 for each character of these entities. */
function placesOf(drafts: readonly Draft[]): Uint8Array {
  const places = new Uint8Array(Math.max(0, ...drafts.map(({ to }) => to)))
  for (const { from, to } of drafts) places.fill(1, from, to)
  return places
}

interface Placed extends Taken {
  readonly type: string
  readonly begin: number
  readonly end: number
  /** Number of its kind. */
  readonly rank: number
}

/**
 * The characters that entities take, a bit for each kind. Entities of two kinds share no character. Names of one kind may
 * share a value or a dose, but no word; problems may share words, too.
 */
class Taking {
  readonly #wholes: Uint8Array
  readonly #names: Uint8Array

  constructor(length: number) {
    this.#wholes = new Uint8Array(length)
    this.#names = new Uint8Array(length)
  }

  /** Takes an entity, if its characters are free; returns true if they were. Linear in its length. */
  take({ type, from, to, begin, end, rank }: Placed): boolean {
    const own = 1 << rank
    for (let at = from; at < to; at++) if ((this.#wholes[at]! & ~own) !== 0) return false
    if (type !== 'problem')
      for (let at = begin; at < end; at++) if ((this.#names[at]! & own) !== 0) return false
    for (let at = from; at < to; at++) this.#wholes[at]! |= own
    for (let at = begin; at < end; at++) this.#names[at]! |= own
    return true
  }
}
