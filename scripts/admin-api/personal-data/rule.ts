import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** Whose rows are read or removed. */
export interface Person {
  id: number
  /** The phone number and the e-mail address: codes and messages are kept by them. */
  targets: readonly string[]
}

/** A table with data of persons: every column is in one of the lists. */
export interface PersonalTable<Column extends string> {
  kind: 'personal'
  /** SQL: which rows are the person's. */
  rows: (person: Person) => RawBuilder<SqlBool>
  /** When a person is removed, the rows are deleted, or kept for a reason. */
  removal: 'delete' | { keptFor: string }
  /** Columns of the export, which stay as long as their row. */
  shown: readonly Column[]
  /** The same, but no part of the export: of use to this program alone, or data of somebody else. */
  hidden?: readonly Column[]
  /** Columns of the export that are overwritten in rows that are kept. */
  cleared?: Readonly<Partial<Record<Column, string | number | null | ((person: Person) => string)>>>
  /** JSON of the audit log: the name of the staff is hidden, the network address is erased. */
  log?: readonly Column[]
}

/** A table without a column that says who somebody is or that leads to a person. */
interface ImpersonalTable {
  kind: 'impersonal'
  holds: string
}

export type TableRule<Column extends string = string> = PersonalTable<Column> | ImpersonalTable

export const impersonal = (holds: string): ImpersonalTable => ({ kind: 'impersonal', holds })

/** Rows that name the account in a column. */
export const byAccount =
  (column = 'user_id') =>
  ({ id }: Person): RawBuilder<SqlBool> =>
    sql`${sql.ref(column)} = ${id}`

/** Rows that name an order, or an application, of the account. */
export const byOwned =
  (table: 'order' | 'application', column = `${table}_id`) =>
  ({ id }: Person): RawBuilder<SqlBool> =>
    sql`${sql.ref(column)} in (select id from ${sql.table(table)} where user_id = ${id})`

/** Rows that name the phone number or the e-mail address. */
export const byTarget = ({ targets }: Person): RawBuilder<SqlBool> =>
  sql`target in (${sql.join(targets)})`
