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

/** Stores an entry within the transaction of a connection. */
export type Append = (
  connection: DatabaseConnection,
  engine: Pick<Engine, 'locksRows'>,
  draft: AuditDraft,
) => Promise<void>

/** Tables whose rows are about persons, or give access to them. */
const AUDITED_TABLES = new Set([
  ...['profile', 'document', 'document_file', 'reminder', 'subscription', 'delivery', 'client'],
])

/**
 * A dialect whose transactions store the entry of the running work if they change a row of an audited table. A statement
 * without a transaction gets one. Nothing is committed without its entry.
 */
export function auditedDialect(engine: Engine, context: AuditContext, append: Append): Dialect {
  const { dialect } = engine
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () =>
      new AuditedDriver(dialect.createDriver(), context, (connection, draft) =>
        append(connection, engine, draft),
      ),
  }
}

type AppendHere = (connection: DatabaseConnection, draft: AuditDraft) => Promise<void>

class AuditedDriver implements Driver {
  readonly #driver: Driver
  readonly #context: AuditContext
  readonly #append: AppendHere

  constructor(driver: Driver, context: AuditContext, append: AppendHere) {
    this.#driver = driver
    this.#context = context
    this.#append = append
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
    if (draft !== undefined) await this.#append(connection.inner, draft)
    await this.#driver.commitTransaction(connection.inner)
    connection.end()
    if (draft !== undefined) draft.stored = (draft.stored ?? 0) + 1
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
    await this.#driver.beginTransaction(inner, {})
    try {
      const result = await inner.executeQuery<Row>(query)
      const isChange = hasChanged(result)
      if (isChange) await this.#append(inner, draft)
      await this.#driver.commitTransaction(inner)
      if (isChange) draft.stored = (draft.stored ?? 0) + 1
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
