import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'

/** Size of the cache of prepared statements, by SQL; the API has fewer than 500 different ones. */
const MAX_STATEMENTS = 500
const isInput = (value: unknown): value is SQLInputValue =>
  value === null ||
  ['string', 'number', 'bigint'].includes(typeof value) ||
  ArrayBuffer.isView(value)

/** Checks the parameters of a query: SQLite does not support booleans, dates or objects. */
function checkParameters(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (isInput(value)) return value
    throw new TypeError(`SQLite does not support values of type ${typeof value}`)
  })
}

interface Prepared {
  statement: StatementSync
  /** Whether the statement returns rows; cached, because the check takes as long as a short query. */
  isReader: boolean
}

export type OnQuery = (sql: string, ms: number) => void

/** Kysely's `DatabaseConnection` for `node:sqlite`. */
export class SqliteConnection implements DatabaseConnection {
  readonly #sqlite: DatabaseSync
  readonly #onQuery: OnQuery | undefined
  readonly #statements = new Map<string, Prepared>()

  constructor(sqlite: DatabaseSync, onQuery: OnQuery | undefined) {
    this.#sqlite = sqlite
    this.#onQuery = onQuery
  }

  #prepare(sql: string): Prepared {
    const cached = this.#statements.get(sql)
    if (cached) return cached
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear()
    const statement = this.#sqlite.prepare(sql)
    const prepared = { statement, isReader: statement.columns().length > 0 }
    this.#statements.set(sql, prepared)
    return prepared
  }

  #run<Result>({ sql, parameters }: CompiledQuery): QueryResult<Result> {
    const { statement, isReader } = this.#prepare(sql)
    const values = checkParameters(parameters)
    // Kysely derives the type of rows from the query; `node:sqlite` returns untyped rows.
    if (isReader) return { rows: statement.all(...values) as Result[] }
    const { changes } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  async executeQuery<Result>(query: CompiledQuery): Promise<QueryResult<Result>> {
    if (!this.#onQuery) return this.#run(query)
    const startedAt = performance.now()
    const result = this.#run<Result>(query)
    this.#onQuery(query.sql, performance.now() - startedAt)
    return result
  }

  /** Executes SQL directly, bypassing Kysely. */
  execute(sql: string): void {
    this.#sqlite.exec(sql)
  }

  // oxlint-disable-next-line require-yield -- results fit into memory and are never streamed
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('Streaming is not supported')
  }

  get isTransaction(): boolean {
    return this.#sqlite.isTransaction
  }
}
