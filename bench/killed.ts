/** The common part of the benchmarks that kill a process in the middle of its work. */

import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '../scripts/support/random.ts'
import { formatTable } from '../scripts/support/table.ts'
import { type PostgresServer, startPostgres } from '../test/support/postgres.ts'
import { temporaryFolder } from './temporary.ts'

/** One of the databases that a benchmark kills over. */
export interface KilledDatabase {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** Undefined for SQLite. */
  readonly postgres: PostgresServer | undefined
  /** Address of an empty database; undefined for SQLite. */
  newUrl(): Promise<string | undefined>
}

/** Options of all these benchmarks. */
export const KILL_OPTIONS = { database: 'both' }

/** Tools of the rounds of a benchmark. */
export interface KillTools {
  readonly random: () => number
  /** Makes a folder that is removed at the end. */
  newFolder(name: string): string
}

/** A line of the table, without the database, and what was found that must not be. */
export interface KillResult {
  readonly cells: readonly (string | number)[]
  readonly faults: readonly string[]
}

interface KillBench {
  /** The option. */
  readonly database: string
  readonly seed: number
  /** Heads of the table between the database and the number of faults. */
  readonly heads: readonly string[]
  rounds(database: KilledDatabase, tools: KillTools): AsyncGenerator<KillResult>
}

/** Runs a benchmark on the databases that `--database` names, and ends the process with 1 if there is a fault. */
export async function runKills({ database, seed, heads, rounds }: KillBench): Promise<void> {
  const kinds = requireDatabases(database)
  const tools = {
    random: seededRandom(seed),
    newFolder: (name: string) => mkdtempSync(join(temporaryFolder(), `${name}-`)),
  }
  const rows: (string | number)[][] = []
  const faults = new Set<string>()
  // A PostgreSQL that stops keeps no process.
  const staying = setInterval(() => {}, 1000)
  try {
    for (const name of kinds) {
      const postgres = name === 'SQLite' ? undefined : await startPostgres()
      const database = { name, postgres, newUrl: async () => postgres?.newDatabase() }
      try {
        for await (const result of rounds(database, tools)) {
          rows.push([name, ...result.cells, result.faults.length])
          for (const fault of result.faults) faults.add(fault)
        }
      } finally {
        await postgres?.stop()
      }
    }
  } finally {
    clearInterval(staying)
  }
  console.log(formatTable(['records in', ...heads, 'faults'], rows))
  for (const fault of faults) console.error(fault)
  if (faults.size > 0) process.exitCode = 1
}

/** @throws RangeError unless it is one of the databases, or both */
function requireDatabases(value: string): KilledDatabase['name'][] {
  if (value === 'both') return ['SQLite', 'PostgreSQL']
  if (value === 'sqlite') return ['SQLite']
  if (value === 'postgres') return ['PostgreSQL']
  throw new RangeError(`--database is ${value}: it must be sqlite, postgres or both`)
}

/** Number of acknowledgements in the middle of all, at which a kill comes. */
export function middleOf(count: number, random: () => number): number {
  return Math.ceil((0.2 + 0.6 * random()) * count)
}

/** Works on some of the items at a time, until all are done. @returns what came of each, in their order */
export async function together<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const left = items.entries()
  const lane = async () => {
    for (const [i, item] of left) results[i] = await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return results
}
