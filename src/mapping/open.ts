import { statSync } from 'node:fs'
import { sql } from 'kysely'
import { asFileError } from '../internal.ts'
import { MedlinkError } from '../medlink.ts'
import { migrate } from '../records/migrations.ts'
import { openPostgres } from '../records/postgres.ts'
import { openSqlite } from '../records/sqlite.ts'
import { type Engine, Store } from '../records/store.ts'
import { readAbout } from './about.ts'
import { decide, undo } from './decisions.ts'
import { compareTo, move } from './move.ts'
import { curveOf, judgedTerms, progressOf } from './progress.ts'
import type { Project } from './project.ts'
import { PROJECT, STEPS, type Tables } from './schema.ts'
import { everyRow, everyTerm, listTerms, readHistory, readTerm } from './terms.ts'

/** The schema of a project in PostgreSQL where its address names none. */
const DEFAULT_SCHEMA = 'medlink_project'
/** The parameter of the address that names it. */
const NAMING = 'schema='
/** Names that need no quotes, as long as PostgreSQL's may be. */
const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/

export interface ProjectOptions {
  /** Clock in epoch milliseconds; the system's when not given. */
  readonly now?: () => number
}

/** See `openProject`. */
export async function open(where: string, { now = Date.now }: ProjectOptions): Promise<Project> {
  const store = await openTables(where, { isNew: false })
  try {
    await requireComplete(store, where)
    return projectOf(store, now)
  } catch (error) {
    await store.close()
    throw error
  }
}

/**
 * The tables of a project.
 *
 * @param isNew whether they are made where there are none
 * @throws MedlinkError what `openProject` throws
 */
export async function openTables(
  where: string,
  { isNew }: { readonly isNew: boolean },
): Promise<Store<Tables>> {
  const store = new Store<Tables>(await openEngine(where, isNew))
  try {
    if (!isNew) await requireTables(store, where)
    await migrate(store, STEPS)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** A project over tables that are there. */
export function projectOf(store: Store<Tables>, now: () => number): Project {
  return {
    about: () => store.run(readAbout),
    terms: (query = {}) => store.run((db) => listTerms(db, query)),
    term: (id) => store.run((db) => readTerm(db, id)),
    history: (id) => store.run((db) => readHistory(db, id)),
    decide: (reviewer, decisions, at = now()) => decide(store, reviewer, decisions, at),
    undo: (reviewer) => undo(store, reviewer, now()),
    progress: () => store.run((db) => progressOf(db)),
    async curve() {
      const { judged, frequency } = await store.run((db) => judgedTerms(db))
      return curveOf(judged, frequency)
    },
    compareTo: (medlink, version, options) => compareTo(store, medlink, version, options),
    move: (medlink, version, options) => move(store, medlink, version, options),
    rows: () => everyRow((work) => store.run(work)),
    everyTerm: () => everyTerm((work) => store.run(work)),
    close: () => store.close(),
  }
}

async function openEngine(where: string, isNew: boolean): Promise<Engine> {
  if (!isAddress(where)) {
    if (!isNew) requireFile(where)
    return openSqlite(where, { purpose: PROJECT })
  }
  const { url, schema } = readAddress(where)
  const engine = await openPostgres(url, { purpose: PROJECT, schema })
  if (isNew) await makeSchema(engine, schema)
  return engine
}

/** True if a place is an address of PostgreSQL; else it is a file. */
function isAddress(where: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(where)
}

/** A place as it may be shown: an address holds a password. */
export function shownPlace(where: string): string {
  return isAddress(where) ? `the schema ${readAddress(where).schema} of the database` : where
}

function readAddress(where: string): { readonly url: string; readonly schema: string } {
  const [address, parameters] = where.split('?', 2)
  const all = parameters?.split('&') ?? []
  const schema = all.find((each) => each.startsWith(NAMING))?.slice(NAMING.length) ?? DEFAULT_SCHEMA
  if (!SCHEMA.test(schema))
    throw new MedlinkError(
      'no_project',
      'schema in the address of a mapping project must be lower-case letters, digits and _, 63 at most',
    )
  const others = all.filter((each) => !each.startsWith(NAMING))
  return { url: [address, ...(others.length > 0 ? [others.join('&')] : [])].join('?'), schema }
}

/** SQLite would make the file. */
function requireFile(file: string): void {
  let size: number
  try {
    size = statSync(file).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw asFileError(file, error)
    size = 0
  }
  if (size === 0) throw noProject(file)
}

async function makeSchema(engine: Engine, schema: string): Promise<void> {
  const store = new Store<Tables>(engine)
  await store.run(async (db) => {
    const { rows } = await sql`select 1 where to_regnamespace(${schema}) is not null`.execute(db)
    if (rows.length === 0) await sql`create schema if not exists ${sql.id(schema)}`.execute(db)
  })
}

/** Fails if the tables do not exist. */
async function requireTables(store: Store<Tables>, where: string): Promise<void> {
  await store.run((db, engine) =>
    db.transaction().execute(async (trx) => {
      if (!(await engine.claim(trx))) throw noProject(where)
    }),
  )
}

async function requireComplete(store: Store<Tables>, where: string): Promise<void> {
  const found = await store.run((db) =>
    db.selectFrom('project').select('is_complete').executeTakeFirst(),
  )
  if (found?.is_complete === 1) return
  throw new MedlinkError(
    'no_project',
    `the mapping project in ${shownPlace(where)} was not finished: create it again with medlink project create`,
  )
}

function noProject(where: string): MedlinkError {
  return new MedlinkError(
    'no_project',
    `there is no mapping project in ${shownPlace(where)}: create one with medlink project create`,
  )
}
