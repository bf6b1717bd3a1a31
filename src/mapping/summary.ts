import type { LinkedOntology } from '../medlink.ts'
import type { Answer } from './answers.ts'

/** Summary of a mapped table. Rows are those of the shard, if there is one. */
export interface MapSummary {
  readonly ontology: LinkedOntology
  /** The version that answered. */
  readonly version: string
  readonly rows: number
  readonly linked: number
  /** Different requests among them. */
  readonly requests: number
  /** Rows by why they are linked or not; those with `error` are in none. The commonest first. */
  readonly by_reason: Readonly<Record<string, number>>
  /** Rows without text, rows that are none of their table, and rows whose request was refused. */
  readonly blank: number
  readonly faulty: number
  readonly refused: number
  /** The commonest texts that are not linked, with how many rows each has; at most {@link MOST_UNLINKED}. */
  readonly unlinked: readonly { readonly text: string; readonly rows: number }[]
}

const MOST_UNLINKED = 10

/** One request, the number of its rows, and its outcome. */
interface Answered {
  readonly text: string
  readonly rows: number
  readonly answer: Answer
}

export function summaryOf(
  answered: readonly Answered[],
  { blank, faulty }: Pick<MapSummary, 'blank' | 'faulty'>,
): Omit<MapSummary, 'ontology' | 'version'> {
  const reasons = new Map<string, number>()
  const unlinked = new Map<string, number>()
  let [rows, linked, refused] = [blank + faulty, 0, 0]
  for (const { text, rows: count, answer } of answered) {
    rows += count
    if (answer.is_linked) linked += count
    else unlinked.set(text, (unlinked.get(text) ?? 0) + count)
    if (answer.error !== '') refused += count
    else reasons.set(answer.link_reason, (reasons.get(answer.link_reason) ?? 0) + count)
  }
  return {
    rows,
    linked,
    requests: answered.length,
    by_reason: Object.fromEntries(commonestFirst(reasons)),
    blank,
    faulty,
    refused,
    unlinked: commonestFirst(unlinked)
      .slice(0, MOST_UNLINKED)
      .map(([text, count]) => ({ text, rows: count })),
  }
}

function commonestFirst(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
}
