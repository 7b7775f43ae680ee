import { sql, type RawBuilder } from 'kysely'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { getDatabaseFile } from '#scripts/admin-api/db/database-file.ts'
import { HISTORY } from '#scripts/admin-api/db/migrations/history.ts'
import type { Database } from '#scripts/admin-api/db/open.ts'
import { openDatabase } from '#scripts/lib/db/database.ts'
import type { DatabaseAddress, Guard } from '#scripts/lib/db/engines/engine.ts'
import { getSchemaTools } from '#scripts/lib/db/engines/engines.ts'

type Row = Record<string, unknown>

/** The address of the database in a data folder. */
export const getDatabaseAddress = (dataDir: string): DatabaseAddress => ({
  kind: 'file',
  file: getDatabaseFile(dataDir),
})

/** Creates a database file with the schema of an earlier version. @param lastStep its last migration */
export async function createOldDatabase(file: string, lastStep: string): Promise<void> {
  const all = Object.entries(HISTORY.steps)
  const steps = Object.fromEntries(all.filter(([name]) => name <= lastStep))
  const db = await openDatabase({ kind: 'file', file }, { history: { ...HISTORY, steps } })
  await db.close()
}

/** The server on which tests create databases; undefined for SQLite files. */
let server: string | undefined
/** Database URLs on the server by data folder. */
const onServer = new Map<string, string>()

/** Creates databases on a server from now on. */
export function useServer(url: string): void {
  server = url
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const getName = (url: string): string => new URL(url).pathname.slice(1)

/** Environment variables with the database of an installation. */
export function databaseSettings(dataDir: string): Record<string, string> {
  const url = onServer.get(dataDir)
  return url === undefined ? {} : { DATABASE_URL: url }
}

/** The address of the database of an installation. */
function findDatabase(dataDir: string): DatabaseAddress {
  const url = onServer.get(dataDir)
  return url === undefined
    ? getDatabaseAddress(dataDir)
    : { kind: 'server', url, maxConnections: 10 }
}

/**
 * Creates a database for a test.
 * @param dataDir the data folder of its installation, which contains it if it is a file
 * @param like the data folder of an installation whose database is copied (server only; a file is copied
 *   with its folder)
 */
export async function createDatabase(dataDir: string, like?: string): Promise<DatabaseAddress> {
  if (server === undefined) return getDatabaseAddress(dataDir)
  const url = new URL(server)
  url.pathname = `test_${randomUUID().replaceAll('-', '')}`
  // `FILE_COPY` bypasses the write-ahead log: these tests take a quarter less time.
  const template =
    like === undefined ? '' : ` TEMPLATE ${getName(onServer.get(like) ?? '')} STRATEGY FILE_COPY`
  await runOnServer(server, `CREATE DATABASE ${getName(url.href)}${template}`)
  onServer.set(dataDir, url.href)
  return findDatabase(dataDir)
}

/** Drops the database of an installation on a server; a file is deleted with its folder. */
export async function dropDatabase(dataDir: string): Promise<void> {
  const url = onServer.get(dataDir)
  if (url === undefined || server === undefined) return
  onServer.delete(dataDir)
  await runOnServer(server, `DROP DATABASE ${getName(url)} WITH (FORCE)`)
}

/** Runs SQL in its own transaction to set up a test. @returns the rows */
export async function runSql(db: Database, statement: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await db.transaction((trx) => statement.execute(trx))
  // The column types of raw SQL are unknown.
  return rows as Row[]
}

/** Reads rows by SQL. */
export async function readSql(db: Database, statement: RawBuilder<unknown>): Promise<Row[]> {
  return (await statement.execute(db.query)).rows as Row[]
}

/** Reads the first row, or undefined. */
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

/** Deletes each row of a table on insert, which disables the protection by its unique keys. */
export async function deleteOnInsert(
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

/** Makes writes to a table fail, all or those that meet a condition on `OLD` and `NEW`. */
export async function breakTable(
  { db, address }: { db: Database; address: DatabaseAddress },
  table: string,
  event: Guard['event'],
  refusedWhen: Guard['refusedWhen'] = sql`1 = 1`,
): Promise<void> {
  const guard = { name: `broken_${table}`, table, event, refusedWhen, message: 'Broken' }
  await db.transaction((trx) => getSchemaTools(address).createGuard(trx, guard))
}
