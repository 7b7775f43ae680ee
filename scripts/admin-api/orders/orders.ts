import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../db/open.ts'
import type { OrderTables } from '../db/order-tables.ts'
import { all } from '../db/write.ts'
import { readParameters } from '../db/node-sqlite-dialect.ts'
import { notAllowed, notFound } from '../errors.ts'

export type OrderRow = Selectable<OrderTables['order']>
export type NewOrder = Insertable<OrderTables['order']>

/** Inserts a row of the typed tables. @returns its id */
export function insertRow<T extends keyof OrderTables>(
  db: Database,
  table: T,
  row: Insertable<OrderTables[T]>,
): number {
  const names = Object.keys(row)
  const sql =
    `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')})` +
    ` VALUES (${names.map(() => '?').join(', ')})`
  return Number(db.prepare(sql).run(...readParameters(Object.values(row))).lastInsertRowid)
}

export function findOrder(db: Database, id: number): OrderRow {
  const [row] = all(db, db.query.selectFrom('order').selectAll().where('id', '=', id))
  if (!row) throw notFound()
  return row
}

/** An order by its number. Another member's order is refused. */
export function findOwnOrder(db: Database, userId: number, orderNo: string): OrderRow {
  const query = db.query.selectFrom('order').selectAll().where('order_no', '=', orderNo)
  const [row] = all(db, query)
  if (!row) throw notFound()
  if (row.user_id !== userId) throw notAllowed('order of another member')
  return row
}
