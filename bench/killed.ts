/** The common part of the benchmarks that kill a process in the middle of its work. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOptions } from '../scripts/support/options.ts'
import { seededRandom } from '../scripts/support/random.ts'
import { formatTable } from '../scripts/support/table.ts'
import { type PostgresServer, startPostgres } from '../test/support/postgres.ts'
import { requireBuilt } from './http/server.ts'

/** One of the databases that a benchmark kills over. */
export interface KilledDatabase {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** Undefined for SQLite. */
  readonly postgres: PostgresServer | undefined
  /** Address of an empty database; undefined for SQLite. */
  newUrl(): Promise<string | undefined>
}

/** Tools of the rounds of a benchmark. */
export interface KillTools<Name extends string> {
  readonly counts: Readonly<Record<Name, number>>
  readonly random: () => number
  /** Makes a folder that is removed at the end. */
  newFolder(name: string): string
}

/** A line of the table, and what was found that must not be. */
export interface KillResult {
  readonly cells: readonly (string | number)[]
  readonly faults?: readonly string[]
}

interface KillBench<Name extends string> {
  /** URL of the benchmark's module. */
  readonly url: string
  readonly seed: number
  /** Options that are numbers, with their defaults. */
  readonly counts: Readonly<Record<Name, number>>
  /** Heads of the table; the number of faults comes after them. */
  readonly heads: readonly string[]
  /** Last cells of a line that must be 0. */
  readonly zeros: number
  readonly isOfServer: boolean
  rounds(database: KilledDatabase, tools: KillTools<Name>): AsyncGenerator<KillResult>
}

/** Runs a benchmark on the databases that `--database` names, and ends the process with 1 if anything is lost or a fault. */
export async function runKills<Name extends string>(bench: KillBench<Name>): Promise<void> {
  const given: object = readOptions(bench.url, { database: 'both', ...bench.counts })
  const counts = given as Readonly<Record<Name, number>> & { readonly database: string }
  const kinds = requireDatabases(counts.database)
  if (bench.isOfServer) requireBuilt()
  const root = mkdtempSync(join(tmpdir(), 'medlink-killed-'))
  const tools = {
    ...{ counts, random: seededRandom(bench.seed) },
    newFolder: (name: string) => mkdtempSync(join(root, `${name}-`)),
  }
  const results: KillResult[] = []
  // A PostgreSQL that stops keeps no process.
  const staying = setInterval(() => {}, 1000)
  try {
    for (const name of kinds) {
      const postgres = name === 'SQLite' ? undefined : await startPostgres()
      const database = { name, postgres, newUrl: async () => postgres?.newDatabase() }
      try {
        for await (const result of bench.rounds(database, tools)) results.push(result)
      } finally {
        await postgres?.stop()
      }
    }
  } finally {
    clearInterval(staying)
    rmSync(root, { recursive: true, force: true })
  }
  const rows = results.map(({ cells, faults = [] }) => [...cells, faults.length])
  console.log(formatTable([...bench.heads, 'faults'], rows))
  for (const fault of new Set(results.flatMap(({ faults = [] }) => faults))) console.error(fault)
  if (rows.some((row) => row.slice(-1 - bench.zeros).some((cell) => cell !== 0)))
    process.exitCode = 1
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

/** Some of the items at a time, until all are done. */
export async function together<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values()
  const lane = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}
