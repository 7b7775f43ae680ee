import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'

/** Kysely builds the same text for the same query each time; 500 texts are more than the API has. */
const MAX_STATEMENTS = 500
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

export type OnQuery = (sql: string, ms: number) => void

/** Kysely's connection on a connection of `node:sqlite`. */
export class SqliteConnection implements DatabaseConnection {
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
