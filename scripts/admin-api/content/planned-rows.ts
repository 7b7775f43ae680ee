import { sql, type Insertable } from 'kysely'
import type { Transaction } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

/** How to update a column of an existing row; other columns are replaced. */
type ColumnUpdate =
  | { kind: 'keep' }
  /** Adds the growth of another column, which keeps what was sold here since the last import. */
  | { kind: 'add_growth'; of: string }

type Updates = Readonly<Record<string, ColumnUpdate>>

/** A row to be written to the database. */
export interface PlannedRow {
  table: string
  key: readonly string[]
  values: Readonly<Record<string, unknown>>
  updates: Updates
}

/** Plans to write a row, or to replace the columns of the row with the same key. */
export type WriteRow = <T extends keyof Tables>(
  table: T,
  key: readonly (keyof Tables[T] & string)[],
  row: Insertable<Tables[T]>,
  updates?: Updates,
) => void

/** The new value of a column in an existing row. */
function buildUpdate(table: string, column: string, update: ColumnUpdate | undefined) {
  const current = (name: string) => sql.ref(`${table}.${name}`)
  const next = (name: string) => sql.ref(`excluded.${name}`)
  if (update === undefined) return next(column)
  return update.kind === 'keep'
    ? current(column)
    : sql`${current(column)} + ${next(update.of)} - ${current(update.of)}`
}

/** Upserts a planned row. Raw SQL, because the table is not known at compile time. */
export async function writeRow(
  trx: Transaction,
  { table, key, values, updates }: PlannedRow,
): Promise<void> {
  const columns = Object.keys(values)
  const names = (list: readonly string[]) => sql.join(list.map((name) => sql.id(name)))
  const sets = columns
    .filter((name) => !key.includes(name))
    .map((name) => sql`${sql.id(name)} = ${buildUpdate(table, name, updates[name])}`)
  const change = sets.length > 0 ? sql`update set ${sql.join(sets)}` : sql`nothing`
  await sql`
    insert into ${sql.table(table)} (${names(columns)}) values (${sql.join(Object.values(values))})
    on conflict (${names(key)}) do ${change}`.execute(trx)
}
