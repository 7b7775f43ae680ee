import { sql, type Insertable } from 'kysely'
import type { Transaction } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

/** What becomes of a column when its row is there already; other columns are replaced. */
type ColumnUpdate =
  | { kind: 'keep' }
  /** Adds by how much another column of the row grows: what was counted here since is kept. */
  | { kind: 'add_growth'; of: string }

type Updates = Readonly<Record<string, ColumnUpdate>>

/** A row of the content, as it goes into the database. */
export interface PlannedRow {
  table: string
  key: readonly string[]
  values: Readonly<Record<string, unknown>>
  updates: Updates
}

/** Writes a row, or replaces the columns of the row with the same key. */
export type WriteRow = <T extends keyof Tables>(
  table: T,
  key: readonly (keyof Tables[T] & string)[],
  row: Insertable<Tables[T]>,
  updates?: Updates,
) => void

/** Keeps rows instead of writing them, so that they can be compared first. */
export function createRowRecorder(): { write: WriteRow; rows: PlannedRow[] } {
  const rows: PlannedRow[] = []
  return {
    rows,
    write: (table, key, values, updates = {}) => {
      rows.push({ table, key, values: { ...values }, updates })
    },
  }
}

/** The new value of a column whose row exists. */
function buildUpdate(table: string, column: string, update: ColumnUpdate | undefined) {
  const before = (name: string) => sql.ref(`${table}.${name}`)
  const given = (name: string) => sql.ref(`excluded.${name}`)
  if (update === undefined) return given(column)
  return update.kind === 'keep'
    ? before(column)
    : sql`${before(column)} + ${given(update.of)} - ${before(update.of)}`
}

/** Writes a planned row. Its table is known only here, so that the query builder has no types for it. */
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
