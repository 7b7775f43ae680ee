// Operations on databases on a server only: loading the rows of another database.

import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import type { StoredTable } from './engine.ts'

const listTables = (tables: readonly StoredTable[]): RawBuilder<unknown> =>
  sql.join(tables.map(({ name }) => sql.table(name)))

/** Application names of the sessions that every process of an installation keeps open. */
const SESSIONS = ['site lock', 'site tasks']

/** Whether a process of an installation is connected to a database. */
export async function isServing(db: QueryExecutorProvider): Promise<boolean> {
  const sessions = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and application_name in (${sql.join(SESSIONS)})
    limit 1`.execute(db)
  return sessions.rows.length > 0
}

/**
 * Empties tables and disables their guards until `finishLoading`: rows are copied in their final state,
 * which the guards would reject.
 */
export async function startLoading(
  trx: QueryExecutorProvider,
  tables: readonly StoredTable[],
): Promise<void> {
  await sql`truncate ${listTables(tables)}`.execute(trx)
  for (const { name } of tables) {
    await sql`alter table ${sql.table(name)} disable trigger user`.execute(trx)
  }
}

/** Inserts rows as one JSON parameter: thousands of rows take one statement. */
export async function loadRows(
  trx: QueryExecutorProvider,
  { name, columns }: StoredTable,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column.name)))
  await sql`
    insert into ${sql.table(name)} (${names})
    select ${names} from json_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(rows)}::json)
    `.execute(trx)
}

/** Enables the guards again and sets the sequences to the last ids. */
export async function finishLoading(
  trx: QueryExecutorProvider,
  tables: readonly StoredTable[],
): Promise<void> {
  for (const { name, lastNumber } of tables) {
    await sql`alter table ${sql.table(name)} enable trigger user`.execute(trx)
    if (lastNumber === null) continue
    const sequence = sql`pg_get_serial_sequence(${`"${name}"`}, 'id')`
    await sql`select setval(${sequence}, ${Math.max(1, lastNumber)}, ${lastNumber > 0})`.execute(
      trx,
    )
  }
}
