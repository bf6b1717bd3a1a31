import { setImmediate } from 'node:timers/promises'
import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  OperationNode,
  QueryResult,
  TransactionSettings,
} from 'kysely'
import type { AuditContext } from './context.ts'
import type { AuditDraft } from './entry.ts'

/** As much of a kind of database as is needed here. */
interface Engine {
  readonly dialect: Dialect
  readonly locksRows: boolean
  violationOf(error: unknown): unknown
}

/** Stores entries of running work. */
export interface EntryWriter {
  /** Within the transaction of a connection. */
  append(
    connection: DatabaseConnection,
    engine: Pick<Engine, 'locksRows'>,
    drafts: readonly AuditDraft[],
  ): Promise<void>
  /** With a change, in one statement: of a database that locks rows. */
  executeWith<Row>(
    connection: DatabaseConnection,
    draft: AuditDraft,
    change: CompiledQuery,
  ): Promise<QueryResult<Row>>
}

/** Maximum of changes that share a transaction. */
const TOGETHER = 32

/** Tables whose rows are about persons, or give access to them. */
const AUDITED_TABLES = new Set([
  ...['profile', 'document', 'document_file', 'reminder', 'subscription', 'delivery', 'client'],
])

/**
 * A dialect whose transactions store the entry of the running work if they change a row of an audited table. A statement
 * without a transaction gets one, which it may share with others. Nothing is committed without its entry.
 */
export function auditedDialect(
  engine: Engine,
  context: AuditContext,
  writer: EntryWriter,
): Dialect {
  const { dialect } = engine
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => new AuditedDriver(engine, context, writer),
  }
}

class AuditedDriver implements Driver {
  readonly #engine: Engine
  readonly #driver: Driver
  readonly #context: AuditContext
  readonly #writer: EntryWriter
  readonly #shared: SharedTransactions

  constructor(engine: Engine, context: AuditContext, writer: EntryWriter) {
    this.#engine = engine
    this.#driver = engine.dialect.createDriver()
    this.#context = context
    this.#writer = writer
    this.#shared = new SharedTransactions(engine, this.#driver, writer)
  }

  init(): Promise<void> {
    return this.#driver.init()
  }

  async acquireConnection(): Promise<AuditedConnection> {
    return new AuditedConnection(this.#driver, this.#context, (connection, query) =>
      this.#executeAlone(connection, query),
    )
  }

  async beginTransaction(
    connection: AuditedConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await this.#driver.beginTransaction(await connection.inner(), settings)
    connection.begin()
  }

  async commitTransaction(connection: AuditedConnection): Promise<void> {
    const draft = connection.changed
    const inner = await connection.inner()
    if (draft !== undefined) await this.#writer.append(inner, this.#engine, [draft])
    await this.#driver.commitTransaction(inner)
    connection.end()
    if (draft !== undefined) noteStored(draft)
  }

  async rollbackTransaction(connection: AuditedConnection): Promise<void> {
    connection.end()
    await this.#driver.rollbackTransaction(await connection.inner())
  }

  releaseConnection(connection: AuditedConnection): Promise<void> {
    return connection.release()
  }

  destroy(): Promise<void> {
    return this.#driver.destroy()
  }

  /** A change without a transaction. */
  async #executeAlone<Row>(
    connection: AuditedConnection,
    query: CompiledQuery,
  ): Promise<QueryResult<Row>> {
    const draft = this.#context.draft!
    if (!this.#engine.locksRows) return this.#shared.execute<Row>(query, draft)
    const inner = await connection.inner()
    const result = await this.#writer.executeWith<Row>(inner, draft, query)
    if (hasChanged(result)) noteStored(draft)
    return result
  }
}

/** A change that waits for its transaction. */
interface Waiting {
  readonly query: CompiledQuery
  readonly draft: AuditDraft
  done(result: QueryResult<never>): void
  failed(error: unknown): void
}

/**
 * Changes of one statement, of a database that one transaction has to itself. Those that come at the same time share a
 * transaction, and so the wait for the disk; each has an entry of its own.
 */
class SharedTransactions {
  readonly #engine: Engine
  readonly #driver: Driver
  readonly #writer: EntryWriter
  #waiting: Waiting[] = []
  #isRunning = false

  constructor(engine: Engine, driver: Driver, writer: EntryWriter) {
    this.#engine = engine
    this.#driver = driver
    this.#writer = writer
  }

  /** Result of a change that is on disk with its entry. Rejects if the change was not made. */
  execute<Row>(query: CompiledQuery, draft: AuditDraft): Promise<QueryResult<Row>> {
    return new Promise((done, failed) => {
      this.#waiting.push({ query, draft, done, failed })
      if (!this.#isRunning) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) {
      // Requests that have arrived meanwhile get as far as their change.
      await setImmediate()
      await this.#executeNext()
    }
    this.#isRunning = false
  }

  async #executeNext(): Promise<void> {
    let group: Waiting[] = []
    try {
      const connection = await this.#driver.acquireConnection()
      try {
        group = this.#waiting.splice(0, TOGETHER)
        await this.#executeTogether(connection, group)
      } finally {
        await this.#driver.releaseConnection(connection)
      }
    } catch (error) {
      const failed = group.length > 0 ? group : this.#waiting.splice(0)
      for (const each of failed) each.failed(error)
    }
  }

  /** A failure that is no refusal of one change, such as a value that cannot be stored, leaves each to itself. */
  async #executeTogether(connection: DatabaseConnection, group: readonly Waiting[]): Promise<void> {
    try {
      const settled = await this.#execute(connection, group)
      for (const settle of settled) settle()
    } catch (error) {
      if (group.length === 1) throw error
      for (const each of group)
        await this.#executeTogether(connection, [each]).catch((error) => each.failed(error))
    }
  }

  /** One transaction. @returns what tells each change its outcome */
  async #execute(
    connection: DatabaseConnection,
    group: readonly Waiting[],
  ): Promise<(() => void)[]> {
    const settled: (() => void)[] = []
    const changed: AuditDraft[] = []
    await this.#driver.beginTransaction(connection, {})
    try {
      for (const { query, draft, done, failed } of group)
        try {
          const result = await connection.executeQuery<never>(query)
          if (hasChanged(result)) changed.push(draft)
          settled.push(() => done(result))
        } catch (error) {
          // SQLite takes back the statement that breaks a promise of the tables, and no other.
          if (this.#engine.violationOf(error) === undefined) throw error
          settled.push(() => failed(error))
        }
      if (changed.length > 0) await this.#writer.append(connection, this.#engine, changed)
      await this.#driver.commitTransaction(connection)
    } catch (error) {
      await this.#driver.rollbackTransaction(connection)
      throw error
    }
    for (const draft of changed) noteStored(draft)
    return settled
  }
}

type ExecuteAlone = <Row>(
  connection: AuditedConnection,
  query: CompiledQuery,
) => Promise<QueryResult<Row>>

/** Takes a connection of the driver when it first needs one: a change that shares a transaction needs none. */
class AuditedConnection implements DatabaseConnection {
  readonly #driver: Driver
  readonly #context: AuditContext
  readonly #executeAlone: ExecuteAlone
  #inner: Promise<DatabaseConnection> | undefined
  #isInTransaction = false
  /** Entry of the running transaction, once the transaction has changed a row. */
  changed: AuditDraft | undefined

  constructor(driver: Driver, context: AuditContext, executeAlone: ExecuteAlone) {
    this.#driver = driver
    this.#context = context
    this.#executeAlone = executeAlone
  }

  inner(): Promise<DatabaseConnection> {
    this.#inner ??= this.#driver.acquireConnection()
    return this.#inner
  }

  async release(): Promise<void> {
    const inner = await this.#inner?.catch(() => undefined)
    if (inner !== undefined) await this.#driver.releaseConnection(inner)
  }

  begin(): void {
    this.#isInTransaction = true
  }

  end(): void {
    this.#isInTransaction = false
    this.changed = undefined
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { draft } = this.#context
    const isChange = draft !== undefined && isAudited(query.query)
    if (isChange && !this.#isInTransaction) return this.#executeAlone<Row>(this, query)
    const result = await (await this.inner()).executeQuery<Row>(query)
    if (isChange && hasChanged(result)) this.changed = draft
    return result
  }

  streamQuery(): never {
    throw new TypeError('no result is streamed')
  }
}

function noteStored(draft: AuditDraft): void {
  draft.stored = (draft.stored ?? 0) + 1
}

function hasChanged({ rows, numAffectedRows }: QueryResult<unknown>): boolean {
  return rows.length > 0 || (numAffectedRows ?? 0n) > 0n
}

/** True for an insertion, a change or a removal of rows of an audited table. */
function isAudited(node: OperationNode): boolean {
  const { kind, into, table, from } = node as Node
  const target =
    kind === 'InsertQueryNode'
      ? into
      : kind === 'UpdateQueryNode'
        ? table
        : kind === 'DeleteQueryNode'
          ? from?.froms[0]
          : undefined
  return AUDITED_TABLES.has(target?.table?.identifier?.name ?? '')
}

/** As much of a statement as names its table. */
interface Node {
  readonly kind: string
  readonly into?: TableName
  readonly table?: TableName
  readonly from?: { readonly froms: readonly TableName[] }
}

interface TableName {
  readonly table?: { readonly identifier?: { readonly name: string } }
}
