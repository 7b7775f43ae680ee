import { sql, type RawBuilder } from 'kysely'
import { databaseFileOf } from '#scripts/admin-api/db/database-file.ts'
import type { Database } from '#scripts/admin-api/db/open.ts'
import type { DatabaseAddress, Guard } from '#scripts/lib/db/engines/engine.ts'
import { schemaToolsOf } from '#scripts/lib/db/engines/engines.ts'

type Row = Record<string, unknown>

/** The address of the database in a data folder. */
export const databaseIn = (dataDir: string): DatabaseAddress => ({
  kind: 'file',
  file: databaseFileOf(dataDir),
})

/** The address of a database of a test’s own; `dataDir` is the folder of its installation. */
// Until tests run on servers, it is in that folder.
export const createDatabase = async (dataDir: string): Promise<DatabaseAddress> =>
  databaseIn(dataDir)

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

/** Reads a number: the first column of the first row. */
export async function readNumber(db: Database, statement: RawBuilder<unknown>): Promise<number> {
  return Number(Object.values((await readRow(db, statement)) ?? {})[0])
}

/** Lets a table forget each row at once: what its keys guard is guarded no more. */
export async function forgetInserted(
  { db, address }: { db: Database; address: DatabaseAddress },
  table: string,
): Promise<void> {
  const from = sql.table(table)
  if (address.kind === 'file') {
    const trigger = sql`CREATE TRIGGER forget AFTER INSERT ON ${from} BEGIN DELETE FROM ${from}; END`
    await runSql(db, trigger)
    return
  }
  await runSql(
    db,
    sql`CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN DELETE FROM ${from}; RETURN NULL; END $$`,
  )
  await runSql(
    db,
    sql`CREATE TRIGGER forget AFTER INSERT ON ${from} FOR EACH ROW EXECUTE FUNCTION forget()`,
  )
}

/** Makes the database refuse to write a table, as if it had broken; its name tells tests apart. */
export async function breakTable(
  { db, address }: { db: Database; address: DatabaseAddress },
  table: string,
  event: Guard['event'],
): Promise<void> {
  const guard = {
    name: `broken_${table}`,
    table,
    event,
    refusedWhen: sql`1 = 1`,
    message: 'Broken',
  }
  await db.transaction((trx) => schemaToolsOf(address).createGuard(trx, guard))
}
