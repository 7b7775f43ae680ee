import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { SqliteDialect } from 'kysely'

export type PrepareStatement = (sql: string) => StatementSync

/** Statements are kept by their text: Kysely builds the same text for the same query each time. */
export function createStatementCache(sqlite: DatabaseSync, limit = 500): PrepareStatement {
  const statements = new Map<string, StatementSync>()
  return (sql) => {
    const known = statements.get(sql)
    if (known) return known
    if (statements.size >= limit) statements.clear()
    const statement = sqlite.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
}

const isInput = (value: unknown): value is SQLInputValue =>
  value === null ||
  ['string', 'number', 'bigint'].includes(typeof value) ||
  ArrayBuffer.isView(value)

/** What a query binds, checked: SQLite knows no booleans, dates or objects. */
export function readParameters(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (isInput(value)) return value
    throw new TypeError(`SQLite cannot hold a value of type ${typeof value}`)
  })
}

/** Kysely on node:sqlite, which lacks only `reader` and takes its parameters one by one. */
export function createDialect(sqlite: DatabaseSync, prepare: PrepareStatement): SqliteDialect {
  const readers = new WeakMap<StatementSync, boolean>()
  /** Whether a statement gives rows. To ask that each time takes as long as many a query. */
  const isReader = (statement: StatementSync): boolean => {
    const known = readers.get(statement) ?? statement.columns().length > 0
    readers.set(statement, known)
    return known
  }
  return new SqliteDialect({
    database: {
      close: () => sqlite.close(),
      prepare: (sql) => {
        const statement = prepare(sql)
        return {
          reader: isReader(statement),
          all: (parameters) => statement.all(...readParameters(parameters)),
          run: (parameters) => statement.run(...readParameters(parameters)),
          iterate: (parameters) => statement.iterate(...readParameters(parameters)),
        }
      },
    },
  })
}
