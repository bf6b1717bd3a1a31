import type { Peer } from './peers.ts'
import type { BenchQuery } from './queries.ts'

/** What one peer answered to a list of queries, in their order. */
export interface Answers {
  readonly ms: number[]
  readonly codes: (readonly string[])[]
}

/** Queries a peer answers before the next one has its turn: few, so that a slow moment of the machine meets them all. */
const TURN = 100
/** Queries that every peer answers before it is timed. */
const WARM_UP = 500

/** Has every peer answer every query, in turns, each round beginning with another peer. */
export async function runInRounds(
  peers: readonly Peer[],
  queries: readonly BenchQuery[],
): Promise<Map<string, Answers>> {
  const answers = new Map<string, Answers>(peers.map(({ name }) => [name, { ms: [], codes: [] }]))
  for (const peer of peers) await peer.time(queries.slice(0, WARM_UP))
  for (let from = 0; from < queries.length; from += TURN)
    for (let i = 0; i < peers.length; i++) {
      const peer = peers[(i + from / TURN) % peers.length]!
      const { ms, results } = await peer.time(queries.slice(from, from + TURN))
      const own = answers.get(peer.name)!
      own.ms.push(...ms)
      own.codes.push(...results)
    }
  return answers
}

/** Share of the queries with gold that have a right code among the first `k`; null when none has gold. */
export function shareWithin(
  k: number,
  queries: readonly BenchQuery[],
  { codes }: Answers,
): number | null {
  let withGold = 0
  let right = 0
  for (const [i, { gold }] of queries.entries()) {
    if (gold.length === 0) continue
    withGold++
    if (codes[i]!.slice(0, k).some((code) => gold.includes(code))) right++
  }
  return withGold === 0 ? null : right / withGold
}
