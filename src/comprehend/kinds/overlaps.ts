import type { Draft } from './draft.ts'

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
 * Of two that are as long an allergy wins over a medication, then a test, a procedure and a problem.
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
    ...problems.map(({ from, to }, i) => ({ from, to, type: 'problem', rank: ORDER.length, i })),
  ].sort((a, b) => b.to - b.from - (a.to - a.from) || a.rank - b.rank || a.from - b.from)
  const taken: (Taken & { readonly type: string })[] = []
  const kept = new Set<number>()
  const isKept = problems.map(() => false)
  for (const { from, to, type, i } of all) {
    // Problems may overlap each other: one word of two conditions.
    const isFree = taken.every(
      (other) =>
        other.to <= from || other.from >= to || (type === 'problem' && other.type === 'problem'),
    )
    if (!isFree) continue
    taken.push({ from, to, type })
    if (type === 'problem') isKept[i] = true
    else kept.add(i)
  }
  return { drafts: drafts.filter((_, i) => kept.has(i)), isKept }
}
