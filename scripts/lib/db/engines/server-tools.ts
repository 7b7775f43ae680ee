// Operations on databases on a server only: reading its state, loading the rows of another database.

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

/** Reads the clock of the database server, in epoch ms. */
export async function readServerClock(db: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select round(extract(epoch from clock_timestamp()) * 1000) as ms`.execute(db)
  return rows[0]?.ms ?? NaN
}

/** Changes when the foreign keys of the schema are checked. */
async function alterForeignKeys(
  trx: QueryExecutorProvider,
  timing: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<{ table: string; name: string }>`
    select relname as "table", conname as name
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(trx)
  for (const { table, name } of rows) {
    await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)} ${timing}`.execute(
      trx,
    )
  }
}

/**
 * Empties tables and disables their guards until `finishLoading`: rows are copied in their final state,
 * which the guards would reject. Foreign keys are checked at the end, because members and uploads refer to
 * each other.
 */
export async function startLoading(
  trx: QueryExecutorProvider,
  tables: readonly StoredTable[],
): Promise<void> {
  await alterForeignKeys(trx, sql`deferrable initially deferred`)
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

/** Checks the foreign keys, enables the guards again and sets the sequences to the last ids. */
export async function finishLoading(
  trx: QueryExecutorProvider,
  tables: readonly StoredTable[],
): Promise<void> {
  await sql`set constraints all immediate`.execute(trx)
  await alterForeignKeys(trx, sql`not deferrable`)
  for (const { name, lastNumber } of tables) {
    await sql`alter table ${sql.table(name)} enable trigger user`.execute(trx)
    if (lastNumber === null) continue
    const sequence = sql`pg_get_serial_sequence(${`"${name}"`}, 'id')`
    await sql`select setval(${sequence}, ${Math.max(1, lastNumber)}, ${lastNumber > 0})`.execute(
      trx,
    )
  }
}
