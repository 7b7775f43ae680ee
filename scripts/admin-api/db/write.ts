import type { SQLInputValue } from 'node:sqlite'
import type { Compilable, Insertable } from 'kysely'
import { readParameters } from './node-sqlite-dialect.ts'
import type { Database } from './open.ts'
import type { Tables } from './tables.ts'

/** Writes a row, or replaces the columns of the row with the same key. Synchronous. */
export function upsert<T extends keyof Tables>(
  db: Database,
  table: T,
  key: readonly (keyof Tables[T] & string)[],
  row: Insertable<Tables[T]>,
  updates: Record<string, string> = {},
): void {
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
  db.prepare(sql).run(...readParameters(Object.values(row)))
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
