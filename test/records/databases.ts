import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import type { RecordsPlace } from '../../src/records/open.ts'
import { sharedPostgres, startPostgres } from '../support/postgres.ts'

/** A kind of database. */
export interface DatabaseKind {
  /** An empty place for records. */
  newPlace(): Promise<RecordsPlace>
  stop(): Promise<void>
}

/** A kind of database with a server of its own, where it needs one. */
export interface CrashingKind extends DatabaseKind {
  /** As if the machine of the database had lost its power, as far as a process can do that; and up again. */
  crash(): Promise<void>
}

type Kinds<Kind> = readonly (readonly [name: string, start: () => Promise<Kind>])[]

/** Both kinds, by name. To be started in `beforeAll`, and stopped in `afterAll`. */
export const DATABASES: Kinds<DatabaseKind> = [
  ['SQLite', async () => startFolders()],
  [
    'PostgreSQL',
    async () => {
      const server = await sharedPostgres()
      return {
        newPlace: async () => ({ databaseUrl: await server.newDatabase() }),
        stop: async () => {},
      }
    },
  ],
]

/** The same for tests that crash a database. */
export const CRASHING: Kinds<CrashingKind> = [
  ['SQLite', async () => ({ ...startFolders(), crash: async () => {} })],
  [
    'PostgreSQL',
    async () => {
      const server = await startPostgres()
      return {
        newPlace: async () => ({ databaseUrl: await server.newDatabase() }),
        crash: () => server.restart(),
        stop: () => server.stop(),
      }
    },
  ],
]

function startFolders(): DatabaseKind {
  const root = mkdtempSync(join(tmpdir(), 'medlink-records-'))
  return {
    newPlace: async () => ({ folder: mkdtempSync(join(root, 'place-')) }),
    stop: async () => rmSync(root, { recursive: true, force: true }),
  }
}

/** What a statement gives, or all of several, past the records. */
export async function query(
  place: RecordsPlace,
  statement: string,
): Promise<Record<string, unknown>[]> {
  if ('folder' in place) {
    const db = new Database(join(place.folder, 'records.sqlite'))
    try {
      if (/^select/i.test(statement)) return db.prepare(statement).all() as never
      db.exec(statement)
      return []
    } finally {
      db.close()
    }
  }
  const client = new pg.Client(place.databaseUrl)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
