/** Parquet, read by DuckDB: a package that only those install who have such files. */

import { resolve } from 'node:path'
import type { DuckDBConnection, DuckDBType } from '@duckdb/node-api'
import { MedlinkError } from '../../medlink.ts'
import { MAX_ROW_LENGTH, type TableRow } from './row.ts'

type DuckDb = typeof import('@duckdb/node-api')

/** A file of Parquet, whose rows can be read any number of times. */
export interface ParquetFile {
  /** Names in their order, as the file has them. */
  readonly columns: readonly string[]
  /** As those of a `Table`. */
  rows(onBytes?: (bytes: number) => void): AsyncGenerator<TableRow, void>
}

/** Settings of a database in memory that reads one file: it puts nothing down on disk and fetches nothing. */
const SETTINGS = {
  threads: '1',
  memory_limit: '512MB',
  preserve_insertion_order: 'true',
  temp_directory: '',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
}

/** Folders called `year=2026` add no column. */
const SOURCE = 'read_parquet($file, hive_partitioning = false)'

/**
 * Opens a file of Parquet. Cells are text as DuckDB writes it: of a decimal 1.50, of a date 2026-01-31, of a time with a zone the
 * one in UTC, and '' where there is no value. Bytes are text where they are UTF-8. Lists and structures are JSON. Rows come
 * in the file's order and are read some thousands at a time, by one thread in at most 512 MB.
 *
 * @param bytes of the file
 * @throws MedlinkError `table_invalid` for a file that is damaged, and where DuckDB is not installed
 */
export async function openParquet(
  path: string,
  bytes: number,
  load: () => Promise<DuckDb> = () => import('@duckdb/node-api'),
): Promise<ParquetFile> {
  const duckDb = await requireDuckDb(path, load)
  const database = await openDatabase(duckDb, path)
  try {
    const empty = await database.connection.run(`SELECT * FROM ${SOURCE} LIMIT 0`, database.values)
    const columns = empty.columnNames()
    const types = empty.columnTypes()
    const counted = await database.connection.runAndReadAll(
      `SELECT count(*) FROM ${SOURCE}`,
      database.values,
    )
    const count = Number(counted.getRows()[0]![0])
    const cells = columns.map((name, i) => cellOf(duckDb, name, types[i]!))
    const query = `SELECT ${cells.join(', ')} FROM ${SOURCE}`
    return {
      columns,
      rows: async function* (onBytes = () => {}) {
        let told = 0
        const onRows = (rows: number) => {
          const read = Math.round((bytes * rows) / count)
          onBytes(read - told)
          told = read
        }
        yield* readRows(duckDb, path, query, onRows)
      },
    }
  } catch (error) {
    throw unreadable(path, 0, error)
  } finally {
    database.close()
  }
}

async function requireDuckDb(path: string, load: () => Promise<DuckDb>): Promise<DuckDb> {
  try {
    return await load()
  } catch (error) {
    throw new MedlinkError(
      'table_invalid',
      `${path} is Parquet, which needs the package @duckdb/node-api, which is not installed: run npm install @duckdb/node-api`,
      { cause: error },
    )
  }
}

/** @param onRows called from time to time with the number of rows read so far */
async function* readRows(
  duckDb: DuckDb,
  path: string,
  query: string,
  onRows: (rows: number) => void,
): AsyncGenerator<TableRow, void> {
  const database = await openDatabase(duckDb, path)
  let number = 0
  try {
    const result = await database.connection.stream(query, database.values)
    for await (const chunk of result) {
      for (let row = 0; row < chunk.rowCount; row++) {
        const cells = chunk.getRowValues(row) as string[]
        number++
        requireShort(path, number, cells)
        yield { number, cells }
      }
      onRows(number)
    }
  } catch (error) {
    throw error instanceof MedlinkError ? error : unreadable(path, number, error)
  } finally {
    database.close()
  }
}

/** A database that may open this one file. */
interface Database {
  readonly connection: DuckDBConnection
  /** Parameters of the queries. */
  readonly values: { readonly file: string }
  close(): void
}

async function openDatabase({ DuckDBInstance }: DuckDb, path: string): Promise<Database> {
  const instance = await DuckDBInstance.create(':memory:', SETTINGS)
  const connection = await instance.connect()
  const full = resolve(path)
  // A file is named by a pattern, in which these stand for others.
  const file = full.replace(/[[*?]/g, '[$&]')
  const allowed = [full, file].map((each) => `'${each.replaceAll("'", "''")}'`)
  await connection.run(`SET allowed_paths = [${allowed.join(', ')}]`)
  await connection.run("SET enable_external_access = false; SET TimeZone = 'UTC'")
  const close = () => {
    connection.closeSync()
    instance.closeSync()
  }
  return { connection, values: { file }, close }
}

/** The expression for a column's cells as text. */
function cellOf({ DuckDBTypeId }: DuckDb, name: string, { typeId }: DuckDBType): string {
  const column = `"${name.replaceAll('"', '""')}"`
  const { BLOB, LIST, MAP, STRUCT } = DuckDBTypeId
  const text = `CAST(${column} AS VARCHAR)`
  if (typeId === BLOB) return `coalesce(TRY(decode(${column})), ${text}, '')`
  const isNested = typeId === LIST || typeId === MAP || typeId === STRUCT
  return `coalesce(${isNested ? `CAST(to_json(${column}) AS VARCHAR)` : text}, '')`
}

function requireShort(path: string, number: number, cells: readonly string[]): void {
  let length = 0
  for (const cell of cells) length += cell.length
  if (length <= MAX_ROW_LENGTH) return
  const message = `${path}, row ${number}: more than ${MAX_ROW_LENGTH} characters`
  throw new MedlinkError('table_invalid', message)
}

/** Without what DuckDB says, which may repeat a cell. */
function unreadable(path: string, rows: number, error: unknown): MedlinkError {
  const isTooLarge = String(error).includes('Out of Memory')
  const wrong = isTooLarge
    ? `takes more than ${SETTINGS.memory_limit} to read`
    : 'is damaged, or not a Parquet file that DuckDB can read'
  const place = rows === 0 ? '' : ` after row ${rows}`
  return new MedlinkError('table_invalid', `${path} ${wrong}${place}`)
}
