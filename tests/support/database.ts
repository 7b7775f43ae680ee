import type { RawBuilder } from 'kysely'
import { databaseFileOf } from '#scripts/admin-api/db/database-file.ts'
import type { Database } from '#scripts/admin-api/db/open.ts'
import type { DatabaseAddress } from '#scripts/lib/db/engines/engine.ts'

type Row = Record<string, unknown>

/** The address of the database in a data folder. */
export const databaseIn = (dataDir: string): DatabaseAddress => ({
  kind: 'file',
  file: databaseFileOf(dataDir),
})

/** Runs SQL in a transaction of its own, to arrange what no member could. @returns its rows */
export async function runSql(db: Database, statement: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await db.transaction((trx) => statement.execute(trx))
  // Rows of SQL have the columns that it names, of types that only a reader knows.
  return rows as Row[]
}

/** Reads rows by SQL. */
export async function readSql(db: Database, statement: RawBuilder<unknown>): Promise<Row[]> {
  return (await statement.execute(db.query)).rows as Row[]
}

/** Reads the first row; undefined when there is none. */
export async function readRow(
  db: Database,
  statement: RawBuilder<unknown>,
): Promise<Row | undefined> {
  return (await readSql(db, statement))[0]
}
