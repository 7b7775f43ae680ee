import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Reader } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import type { IMPERSONAL_TABLES } from './impersonal-tables.ts'

/** The person whose rows are exported or removed. */
export interface Person {
  id: number
  /** Phone number and e-mail address; codes and messages are stored by them. */
  targets: readonly string[]
}

/** Rule for a table with personal data. Every column must be in exactly one of the lists. */
export interface TableRule<Column extends string = string> {
  /** SQL condition that selects the person's rows. */
  rows: (person: Person) => RawBuilder<SqlBool>
  /** On removal of the person the rows are deleted, or kept for a stated reason. */
  removal: 'delete' | { keptFor: string }
  /** Exported columns, unchanged in rows that are kept. */
  exported: readonly Column[]
  /** Columns that are not exported: technical, or data of another person. */
  internal?: readonly Column[]
  /** Exported columns, and the values that overwrite them in rows that are kept. */
  anonymised?: Readonly<Partial<Record<Column, string | number | null | RawBuilder<string>>>>
  /** Audit JSON: exported without the staff member's name; removal erases the network address. */
  log?: readonly Column[]
}

/** Rules for all tables with personal data. */
export type TableRules = {
  [Table in Exclude<keyof Tables, (typeof IMPERSONAL_TABLES)[number]>]: TableRule<
    keyof Tables[Table] & string
  >
}

/** Selects rows by a column with the account id. */
export const byAccount =
  (column = 'user_id') =>
  ({ id }: Person): RawBuilder<SqlBool> =>
    sql`${sql.ref(column)} = ${id}`

/** Selects rows by a column with the id of one of the account's orders or applications. */
export const byOwned =
  (table: 'order' | 'application', column = `${table}_id`) =>
  ({ id }: Person): RawBuilder<SqlBool> =>
    sql`${sql.ref(column)} in (select id from ${sql.table(table)} where user_id = ${id})`

/** Selects rows by a `target` column with the phone number or e-mail address. */
export const byTarget = ({ targets }: Person): RawBuilder<SqlBool> =>
  sql`target in (${sql.join(targets)})`

/** A member's id with the phone number and e-mail address that codes and messages are sent to. */
export async function readPerson(db: Reader, userId: number): Promise<Person> {
  const { mobile, email } = await db
    .selectFrom('user')
    .select(['mobile', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { id: userId, targets: email === null ? [mobile] : [mobile, email] }
}
