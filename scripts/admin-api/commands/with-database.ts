import { existsSync, mkdirSync } from 'node:fs'
import { tryLockDataDir } from '../../lib/lock-data-dir.ts'
import type { Config } from '../config.ts'
import { followTimeZone } from '../content/follow-time-zone.ts'
import { openDatabase, type Database } from '../db/open.ts'
import { CommandError } from './command.ts'

/** Where an installation has its data. */
export type Installation = Pick<Config, 'dataDir' | 'database'>

type Run<T, Given = Database> = (db: Given) => T | Promise<T>

async function runOn<T>(
  { database }: Installation,
  isShared: boolean,
  run: Run<T>,
): Promise<Awaited<T>> {
  const db = await openDatabase(database, { isShared })
  try {
    await followTimeZone(db.query)
    return await run(db)
  } finally {
    await db.close()
  }
}

/** Runs something on the database of an installation, also while its servers run. */
export async function withDatabase<T>(
  installation: Installation,
  run: Run<T>,
): Promise<Awaited<T>> {
  const { dataDir, database } = installation
  if (database.kind === 'server') return runOn(installation, true, run)
  mkdirSync(dataDir, { recursive: true })
  // Without a running server a command takes its place; beside one it takes turns with it.
  const lock = tryLockDataDir(dataDir)
  try {
    return await runOn(installation, lock === null, run)
  } finally {
    lock?.release()
  }
}

/** A server has its databases made by others; one without tables gets them when it is opened. */
export const hasDatabase = ({ database }: Installation): boolean =>
  database.kind === 'server' || existsSync(database.file)

/** The same; without a database it runs with null, and makes none. */
export async function withDatabaseIfAny<T>(
  installation: Installation,
  run: Run<T, Database | null>,
): Promise<Awaited<T>> {
  return hasDatabase(installation) ? withDatabase(installation, run) : await run(null)
}

/** The same, for what makes sense only where there is something already. @throws CommandError */
export function withExistingDatabase<T>(
  installation: Installation,
  run: Run<T>,
): Promise<Awaited<T>> {
  requireDatabase(installation)
  return withDatabase(installation, run)
}

/** @throws CommandError where there is no database */
export function requireDatabase(installation: Installation): void {
  if (hasDatabase(installation)) return
  const hint = 'is DATA_DIR right? "npm start" makes one'
  throw new CommandError(`There is no database in ${installation.dataDir}: ${hint}`)
}
