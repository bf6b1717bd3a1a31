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
}

/** Stores the entry of the running work. */
export interface EntryWriter {
  /** Within the transaction of a connection. */
  append(
    connection: DatabaseConnection,
    engine: Pick<Engine, 'locksRows'>,
    draft: AuditDraft,
  ): Promise<void>
  /** With a change that needs no transaction of several statements; undefined where the database cannot. */
  executeWith<Row>(
    connection: DatabaseConnection,
    engine: Pick<Engine, 'locksRows'>,
    draft: AuditDraft,
    change: CompiledQuery,
  ): Promise<QueryResult<Row>> | undefined
}

/** Tables whose rows are about persons, or give access to them. */
const AUDITED_TABLES = new Set([
  ...['profile', 'document', 'document_file', 'reminder', 'subscription', 'delivery', 'client'],
])

/**
 * A dialect whose transactions store the entry of the running work if they change a row of an audited table. A statement
 * without a transaction gets one. Nothing is committed without its entry.
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

  constructor(engine: Engine, context: AuditContext, writer: EntryWriter) {
    this.#engine = engine
    this.#driver = engine.dialect.createDriver()
    this.#context = context
    this.#writer = writer
  }

  init(): Promise<void> {
    return this.#driver.init()
  }

  async acquireConnection(): Promise<AuditedConnection> {
    const connection = await this.#driver.acquireConnection()
    return new AuditedConnection(connection, this.#context, (query) =>
      this.#executeAlone(connection, query),
    )
  }

  async beginTransaction(
    connection: AuditedConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await this.#driver.beginTransaction(connection.inner, settings)
    connection.begin()
  }

  async commitTransaction(connection: AuditedConnection): Promise<void> {
    const draft = connection.changed
    if (draft !== undefined) await this.#writer.append(connection.inner, this.#engine, draft)
    await this.#driver.commitTransaction(connection.inner)
    connection.end()
    if (draft !== undefined) noteStored(draft)
  }

  async rollbackTransaction(connection: AuditedConnection): Promise<void> {
    connection.end()
    await this.#driver.rollbackTransaction(connection.inner)
  }

  releaseConnection(connection: AuditedConnection): Promise<void> {
    return this.#driver.releaseConnection(connection.inner)
  }

  destroy(): Promise<void> {
    return this.#driver.destroy()
  }

  /** A change in a transaction of its own. */
  async #executeAlone<Row>(
    inner: DatabaseConnection,
    query: CompiledQuery,
  ): Promise<QueryResult<Row>> {
    const draft = this.#context.draft!
    const result = await (this.#writer.executeWith<Row>(inner, this.#engine, draft, query) ??
      this.#executeInTransaction<Row>(inner, query, draft))
    if (hasChanged(result)) noteStored(draft)
    return result
  }

  async #executeInTransaction<Row>(
    inner: DatabaseConnection,
    query: CompiledQuery,
    draft: AuditDraft,
  ): Promise<QueryResult<Row>> {
    await this.#driver.beginTransaction(inner, {})
    try {
      const result = await inner.executeQuery<Row>(query)
      if (hasChanged(result)) await this.#writer.append(inner, this.#engine, draft)
      await this.#driver.commitTransaction(inner)
      return result
    } catch (error) {
      await this.#driver.rollbackTransaction(inner)
      throw error
    }
  }
}

class AuditedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  readonly #context: AuditContext
  readonly #executeAlone: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>
  #isInTransaction = false
  /** Entry of the running transaction, once the transaction has changed a row. */
  changed: AuditDraft | undefined

  constructor(
    inner: DatabaseConnection,
    context: AuditContext,
    executeAlone: AuditedConnection['executeQuery'],
  ) {
    this.inner = inner
    this.#context = context
    this.#executeAlone = executeAlone
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
    if (draft === undefined || !isAudited(query.query)) return this.inner.executeQuery<Row>(query)
    if (!this.#isInTransaction) return this.#executeAlone<Row>(query)
    const result = await this.inner.executeQuery<Row>(query)
    if (hasChanged(result)) this.changed = draft
    return result
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize?: number) {
    return this.inner.streamQuery<Row>(query, chunkSize)
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
