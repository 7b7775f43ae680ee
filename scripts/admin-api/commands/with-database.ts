import { existsSync, mkdirSync } from 'node:fs'
import { checkReadable } from '../../lib/folder-access.ts'
import { confirmPlan, type Consent, type Plan } from '../../lib/command-line/confirm.ts'
import type { DatabaseAddress } from '../../lib/db/engines/engine.ts'
import { isDatabaseError } from '../../lib/db/errors.ts'
import { tryLockDataDir } from '../../lib/lock-data-dir.ts'
import { readStorageFault } from '../../lib/storage-fault.ts'
import type { Config } from '../config.ts'
import { followTimeZone } from '../content/follow-time-zone.ts'
import { openDatabase, type Database, type Reader } from '../db/open.ts'
import { UnusableDatabaseError } from '../db/unusable-database.ts'
import { CommandError, type StaffContext } from './command.ts'

/** Location of an installation's data. */
export type Installation = Pick<Config, 'dataDir' | 'database'>

/** Explains a fault of the database and how to recover; returns other errors unchanged. */
function explainError(database: DatabaseAddress, error: unknown): unknown {
  const fault = isDatabaseError(error) ? readStorageFault(error) : undefined
  if (fault === undefined || !(error instanceof Error)) return error
  return new UnusableDatabaseError(database, fault, error.message, error)
}

type Run<T, Db = Database> = (db: Db) => T | Promise<T>

async function runOn<T>(
  { database }: Installation,
  isShared: boolean,
  run: Run<T>,
): Promise<Awaited<T>> {
  const db = await openDatabase(database, { isShared })
  try {
    await followTimeZone(db.query)
    return await run(db)
  } catch (error) {
    throw explainError(database, error)
  } finally {
    await db.close()
  }
}

/** Runs a function with the database of an installation, which may be in use by its servers. */
export async function withDatabase<T>(
  installation: Installation,
  run: Run<T>,
): Promise<Awaited<T>> {
  const { dataDir, database } = installation
  if (database.kind === 'server') return runOn(installation, true, run)
  mkdirSync(dataDir, { recursive: true })
  // Locks the folder if no server is running; otherwise shares the database with the server.
  const lock = tryLockDataDir(dataDir)
  try {
    return await runOn(installation, lock === null, run)
  } finally {
    lock?.release()
  }
}

/** Whether the database exists. On a database server it must; its tables are created on opening. */
export const hasDatabase = ({ database }: Installation): boolean =>
  database.kind === 'server' || existsSync(database.file)

/** Like `withDatabase`, but passes null instead of creating a missing database. */
export async function withDatabaseIfAny<T>(
  installation: Installation,
  run: Run<T, Database | null>,
): Promise<Awaited<T>> {
  return hasDatabase(installation) ? withDatabase(installation, run) : await run(null)
}

/** Like `withDatabase`, but requires an existing database. @throws CommandError if there is none */
export function withExistingDatabase<T>(
  installation: Installation,
  run: Run<T>,
): Promise<Awaited<T>> {
  requireDatabase(installation)
  return withDatabase(installation, run)
}

/** @throws CommandError if there is no database, ExpectedError if this user may not read it */
export function requireDatabase(installation: Installation): void {
  if (hasDatabase(installation)) return
  checkReadable(installation.dataDir)
  const hint = 'check DATA_DIR, or run "npm start" to create one'
  throw new CommandError(`There is no database in ${installation.dataDir}: ${hint}`)
}

interface PlannedCommand<P extends Plan> {
  plan(db: Reader): Promise<P>
  run(db: Database, plan: P): Promise<void>
}

/** Runs a destructive command once its plan is confirmed. The database is closed during the prompt. */
export async function runPlanned<P extends Plan>(
  { config, terminal }: StaffContext,
  consent: Consent,
  { plan, run }: PlannedCommand<P>,
): Promise<void> {
  const installation = config()
  const planned = await withExistingDatabase(installation, (db) => plan(db.query))
  if (!(await confirmPlan(planned, consent, terminal))) return
  await withExistingDatabase(installation, (db) => run(db, planned))
}
