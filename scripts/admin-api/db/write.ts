import type { SQLInputValue } from 'node:sqlite'
import type { Compilable, Insertable } from 'kysely'
import { readParameters } from './node-sqlite-dialect.ts'
import type { Database } from './open.ts'
import type { Tables } from './tables.ts'

/** Writes a row, or replaces the columns of the row with the same key. */
export type WriteRow = <T extends keyof Tables>(
  table: T,
  key: readonly (keyof Tables[T] & string)[],
  row: Insertable<Tables[T]>,
  /** SQL for columns that are not simply replaced. */
  updates?: Record<string, string>,
) => void

export interface Statement {
  sql: string
  parameters: SQLInputValue[]
}

function buildUpsert(
  table: string,
  key: readonly string[],
  row: object,
  updates: Record<string, string> = {},
): Statement {
  const columns = Object.keys(row)
  const quote = (name: string) => `"${name}"`
  const sets = columns
    .filter((name) => !key.some((part) => part === name))
    .map((name) => `${quote(name)} = ${updates[name] ?? `excluded.${quote(name)}`}`)
  const sql =
    `INSERT INTO ${quote(table)} (${columns.map(quote).join(', ')})` +
    ` VALUES (${columns.map(() => '?').join(', ')})` +
    ` ON CONFLICT (${key.map(quote).join(', ')}) DO ` +
    (sets.length > 0 ? `UPDATE SET ${sets.join(', ')}` : 'NOTHING')
  return { sql, parameters: readParameters(Object.values(row)) }
}

/** Writes a row, or replaces the columns of the row with the same key. Synchronous. */
export function upsert<T extends keyof Tables>(
  db: Database,
  table: T,
  key: readonly (keyof Tables[T] & string)[],
  row: Insertable<Tables[T]>,
  updates: Record<string, string> = {},
): void {
  const { sql, parameters } = buildUpsert(table, key, row, updates)
  db.prepare(sql).run(...parameters)
}

/** Keeps the writes instead of making them, so that they can be compared first. */
export function createWriteRecorder(): { write: WriteRow; statements: Statement[] } {
  const statements: Statement[] = []
  return {
    statements,
    write: (table, key, row, updates) => {
      statements.push(buildUpsert(table, key, row, updates))
    },
  }
}

/** Runs a statement outside the query builder. Synchronous. */
export function execute(db: Database, sql: string, ...parameters: SQLInputValue[]): void {
  db.prepare(sql).run(...parameters)
}

/** Reads the rows of a query at once, for writers inside a transaction. */
export function all<Row>(db: Database, query: Compilable<Row>): Row[] {
  const { sql, parameters } = query.compile()
  // Kysely typed the rows from the tables; SQLite's own rows carry no types.
  return db.prepare(sql).all(...readParameters(parameters)) as Row[]
}
