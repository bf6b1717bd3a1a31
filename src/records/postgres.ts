import {
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type QueryExecutorProvider,
  sql,
} from 'kysely'
import type { Pool, PoolConfig } from 'pg'
import { MedlinkError } from '../errors.ts'
import { type Engine, type Purpose, RECORDS } from './store.ts'

type Pg = typeof import('pg')

/** Connections of a process; each of several processes has as many. */
const MAX_CONNECTIONS = 5
/** PostgreSQL's type of whole numbers of 64 bits. */
const INT8 = 20

/** How long is waited, in milliseconds. */
export interface Patience {
  /** For a connection: a new one, or one that others use. */
  readonly connectMs: number
  /** For a statement, by the server. */
  readonly statementMs: number
  /** For a server that says nothing any more; longer than for a statement. */
  readonly silenceMs: number
}

const PATIENCE: Patience = { connectMs: 5000, statementMs: 5000, silenceMs: 8000 }

/** Refusals of the server, by SQLSTATE, or of the system, and what to do. The longest beginning counts. */
const OBSTACLES: Readonly<Record<string, string>> = {
  '08': 'the connection broke',
  '25006': 'it is read-only: give the address of the primary server',
  '28': 'it refuses the user or the password: check the address and pg_hba.conf',
  '3D000': 'the database does not exist: create it with createdb',
  '3F000': 'there is no schema for the tables: see the search_path of the user',
  '42501': 'the user may not make or use the tables: grant it the rights on the schema',
  '53300': 'it has too many connections: allow it more',
  '57014': 'it did not answer in time: check its load',
  '57P': 'it is starting up or shutting down: try again',
  EAI_AGAIN: 'the name of its host cannot be looked up now: try again',
  ECONNREFUSED: 'nothing listens there: check that it runs, and its port',
  ECONNRESET: 'the connection broke',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  ENOTFOUND: 'no host has that name: check the address',
  ETIMEDOUT: 'it does not answer: check its host, port and firewall',
}

/** How a database is opened. */
export interface PostgresOptions {
  /** Default: records. */
  readonly purpose?: Purpose
  /** The schema of its tables, a name that needs no quotes; default: the user's own search path. */
  readonly schema?: string
  readonly patience?: Patience
  readonly load?: () => Promise<Pg>
}

/**
 * Connects to a PostgreSQL database. Needs the package `pg`, an optional peer dependency.
 *
 * @param url postgres://user:password@host:port/database, with the parameters that `pg` knows
 * @throws MedlinkError with the purpose's code if it cannot be used; the message has nothing of the URL
 */
export async function openPostgres(
  url: string,
  {
    purpose = RECORDS,
    schema,
    patience = PATIENCE,
    load = () => import('pg'),
  }: PostgresOptions = {},
): Promise<Engine> {
  const pg = await requirePg(load, purpose)
  const pool = makePool(pg, url, schema, patience, purpose)
  // An error of an idle connection; the next request gets another connection.
  pool.on('error', () => {})
  // An error of a connection in use: the pending query fails with it.
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await requireUtf8(pool, purpose)
  } catch (error) {
    await pool.end()
    throw asMedlinkError(pg, error, purpose)
  }
  return engineOf(pg, pool, purpose)
}

async function requirePg(load: () => Promise<Pg>, purpose: Purpose): Promise<Pg> {
  try {
    return await load()
  } catch (error) {
    throw new MedlinkError(
      purpose.unusable,
      'a database in PostgreSQL needs the package pg, which is not installed: run npm install pg',
      { cause: error },
    )
  }
}

function makePool(
  pg: Pg,
  url: string,
  schema: string | undefined,
  patience: Patience,
  { of, unusable }: Purpose,
): Pool {
  if (!/^postgres(?:ql)?:\/\//.test(url))
    throw new MedlinkError(
      unusable,
      `the address of the database of ${of} must begin with postgres:// or postgresql://`,
    )
  const config: PoolConfig = {
    connectionString: url,
    application_name: 'medlink',
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: patience.connectMs,
    statement_timeout: patience.statementMs,
    idle_in_transaction_session_timeout: patience.silenceMs,
    query_timeout: patience.silenceMs,
    keepAlive: true,
    ...(schema !== undefined && { options: `-c search_path=${schema}` }),
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === INT8 ? Number : pg.types.getTypeParser(type, format),
    } as NonNullable<PoolConfig['types']>,
  }
  try {
    const pool = new pg.Pool(config)
    // It reads the address when it makes the first connection; here it is read so that what is wrong is said here.
    new pg.Client(config)
    return pool
  } catch {
    // The error holds the address, and that the password.
    throw new MedlinkError(
      unusable,
      `the address of the database of ${of} cannot be read: it has to be postgres://user:password@host:port/database, ` +
        'with %-escapes for special characters in the password',
    )
  }
}

/** Other encodings cannot hold every name. */
async function requireUtf8(pool: Pool, { of, unusable }: Purpose): Promise<void> {
  const { rows } = await pool.query('show server_encoding')
  const found = String(rows[0]?.server_encoding)
  if (found !== 'UTF8')
    throw new MedlinkError(
      unusable,
      `the database of ${of} has the encoding ${found}, it needs UTF8: make one with createdb --encoding=UTF8 --template=template0`,
    )
}

function engineOf(pg: Pg, pool: Pool, purpose: Purpose): Engine {
  return {
    purpose,
    dialect: new PostgresDialect({ pool: withoutLost(pg, pool) }),
    locksRows: true,

    // A write tells.
    requireWritable: async () => {},
    // Statements of a superuser do so, see docs/encryption.md.
    scrub: async () => {},

    async claim(trx: QueryExecutorProvider) {
      const { applicationId, versionTable } = purpose
      await sql`select pg_advisory_xact_lock(${applicationId}::bigint)`.execute(trx)
      const found = await sql`select 1 where to_regclass(${versionTable}) is not null`.execute(trx)
      return found.rows.length > 0
    },

    violationOf(error) {
      if (!(error instanceof pg.DatabaseError)) return undefined
      if (error.code === '23505') return 'unique'
      return error.code === '23503' ? 'reference' : undefined
    },

    asMedlinkError: (error) => asMedlinkError(pg, error, purpose),
  }
}

/**
 * The pool as Kysely uses it. A connection that failed in any other way than by the server saying so is closed, not used
 * again: its server may have gone without a word.
 */
function withoutLost(pg: Pg, pool: Pool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect()
      let lost: unknown
      const query = async (statement: string, parameters: readonly unknown[]) => {
        if (lost !== undefined) throw lost
        try {
          return await client.query(statement, [...parameters])
        } catch (error) {
          if (!(error instanceof pg.DatabaseError)) lost = error
          throw error
        }
      }
      return {
        query,
        release: () => client.release(lost !== undefined),
      } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
  }
}

/** Without a cause: PostgreSQL's text about a row has the row's values, and the system's text has the address. */
function asMedlinkError(pg: Pg, error: unknown, purpose: Purpose): unknown {
  if (!(error instanceof Error) || error instanceof MedlinkError) return error
  const code = 'code' in error ? String(error.code) : undefined
  if (!(error instanceof pg.DatabaseError))
    // pg's own errors, without a code, are fixed sentences: that a connection ended, that there is no TLS.
    return isFromConnection(error, code) ? unusable(purpose, code ?? error.message, code) : error
  if (code === '53100')
    return new MedlinkError(
      'disk_full',
      `there is no room for the database of ${purpose.of} (53100): free some on the disk of its server`,
    )
  if (code === '42P07')
    return new MedlinkError(
      purpose.incompatible,
      `the database of ${purpose.of} holds tables of another program: give Medlink a database or a schema of its own`,
    )
  if (obstacleOf(code) !== undefined) return unusable(purpose, code!, code)
  return new MedlinkError('internal', `the database of ${purpose.of} failed (SQLSTATE ${code})`)
}

function isFromConnection(error: Error, code: string | undefined): boolean {
  return error.constructor === Error || (code !== undefined && !(error instanceof TypeError))
}

function unusable(purpose: Purpose, said: string, code: string | undefined): MedlinkError {
  const obstacle = obstacleOf(code) ?? 'check that it runs, and the address'
  return new MedlinkError(
    purpose.unusable,
    `the database of ${purpose.of} cannot be used (${said}): ${obstacle}`,
  )
}

function obstacleOf(code: string | undefined): string | undefined {
  for (let length = code?.length ?? 0; length > 1; length--) {
    const obstacle = OBSTACLES[code!.slice(0, length)]
    if (obstacle !== undefined) return obstacle
  }
  return undefined
}
