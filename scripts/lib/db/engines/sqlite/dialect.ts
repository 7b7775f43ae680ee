import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type SelectModifierNode,
} from 'kysely'
import { classifySqliteError } from './errors.ts'

/** Kysely builds the same text for the same query each time; 500 texts are more than the API has. */
const MAX_STATEMENTS = 500
/** How long a transaction waits for one of another process, and how often it tries. */
const MAX_WAIT_MS = 5000
const RETRY_MS = 5

const isInput = (value: unknown): value is SQLInputValue =>
  value === null ||
  ['string', 'number', 'bigint'].includes(typeof value) ||
  ArrayBuffer.isView(value)

/** What a query binds, checked: SQLite knows no booleans, dates or objects. */
function readParameters(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (isInput(value)) return value
    throw new TypeError(`SQLite cannot hold a value of type ${typeof value}`)
  })
}

interface Prepared {
  statement: StatementSync
  /** Whether it gives rows. To find out each time takes as long as many a query. */
  isReader: boolean
}

type OnQuery = (sql: string, ms: number) => void

class SqliteConnection implements DatabaseConnection {
  readonly #sqlite: DatabaseSync
  readonly #onQuery: OnQuery | undefined
  readonly #statements = new Map<string, Prepared>()

  constructor(sqlite: DatabaseSync, onQuery: OnQuery | undefined) {
    this.#sqlite = sqlite
    this.#onQuery = onQuery
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql)
    if (known) return known
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear()
    const statement = this.#sqlite.prepare(sql)
    const prepared = { statement, isReader: statement.columns().length > 0 }
    this.#statements.set(sql, prepared)
    return prepared
  }

  #run<Result>({ sql, parameters }: CompiledQuery): QueryResult<Result> {
    const { statement, isReader } = this.#prepare(sql)
    const values = readParameters(parameters)
    // Kysely types the rows from the tables; those of SQLite carry no types.
    if (isReader) return { rows: statement.all(...values) as Result[] }
    const { changes } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  async executeQuery<Result>(query: CompiledQuery): Promise<QueryResult<Result>> {
    if (!this.#onQuery) return this.#run(query)
    const started = performance.now()
    const result = this.#run<Result>(query)
    this.#onQuery(query.sql, performance.now() - started)
    return result
  }

  /** Runs a statement outside of Kysely. */
  execute(sql: string): void {
    this.#sqlite.exec(sql)
  }

  // oxlint-disable-next-line require-yield -- results fit into memory, nothing streams them
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('The results of this database are not streamed')
  }

  get isTransaction(): boolean {
    return this.#sqlite.isTransaction
  }
}

interface DialectOptions {
  onQuery: OnQuery | undefined
  /** Called before a connection is used outside of a transaction. */
  beforeUse?: () => void
}

/** One connection, which `Adapter` says is used by one transaction at a time. */
class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection
  readonly #beforeUse: (() => void) | undefined

  constructor(sqlite: DatabaseSync, { onQuery, beforeUse }: DialectOptions) {
    this.#connection = new SqliteConnection(sqlite, onQuery)
    this.#beforeUse = beforeUse
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    this.#beforeUse?.()
    return this.#connection
  }

  /**
   * IMMEDIATE takes the lock of the writer at once: a transaction that read first and then had to wait
   * could not go on. Another process may hold it, or another connection of this one, so that the wait
   * must not block.
   */
  async beginTransaction(): Promise<void> {
    for (const until = performance.now() + MAX_WAIT_MS; ;) {
      try {
        return this.#connection.execute('BEGIN IMMEDIATE')
      } catch (error) {
        const isOver = performance.now() >= until
        if (classifySqliteError(error) !== 'busy' || isOver) throw error
      }
      await new Promise((done) => setTimeout(done, RETRY_MS))
    }
  }

  async commitTransaction(): Promise<void> {
    this.#connection.execute('COMMIT')
  }

  /** A full disk and the like have ended the transaction already. */
  async rollbackTransaction(): Promise<void> {
    if (this.#connection.isTransaction) this.#connection.execute('ROLLBACK')
  }

  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

/** DDL is part of a transaction in SQLite; Kysely's own adapter leaves that out. */
class WriterAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

/** A statement that reads takes no turn: it is over before another one can begin. */
class ReaderAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

/** Leaves out the locks of rows: a transaction holds the lock of the whole database. */
class QueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === undefined || node.modifier === 'Distinct') super.visitSelectModifier(node)
  }
}

const createDialect = (driver: Driver, adapter: SqliteAdapter): Dialect => ({
  createAdapter: () => adapter,
  createDriver: () => driver,
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new QueryCompiler(),
})

/** Kysely on the connection that writes: transactions wait for each other in the order of their calls. */
export const createWriterDialect = (sqlite: DatabaseSync, onQuery: OnQuery | undefined): Dialect =>
  createDialect(new SqliteDriver(sqlite, { onQuery }), new WriterAdapter())

/** Kysely on the connection that reads. */
export const createReaderDialect = (
  sqlite: DatabaseSync,
  options: Required<DialectOptions>,
): Dialect => createDialect(new SqliteDriver(sqlite, options), new ReaderAdapter())
