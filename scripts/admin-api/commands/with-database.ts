import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { followTimeZone } from '../content/follow-time-zone.ts'
import { tryLockDataDir } from '../../lib/lock-data-dir.ts'
import { openDatabase } from '../db/open.ts'
import { DATABASE_FILE } from '../db/unusable-database.ts'
import type { Database } from '../db/open.ts'
import { CommandError } from './command.ts'

/** Runs something on the database of a data folder, also while the server runs. */
export async function withDatabase<T>(
  dataDir: string,
  run: (db: Database) => T | Promise<T>,
): Promise<T> {
  mkdirSync(dataDir, { recursive: true })
  // Without a running server a command takes its place; beside one it takes turns with it.
  const lock = tryLockDataDir(dataDir)
  try {
    const db = openDatabase(dataDir, { isShared: lock === null })
    try {
      followTimeZone(db)
      return await run(db)
    } finally {
      db.close()
    }
  } finally {
    lock?.release()
  }
}

const isThere = (dataDir: string) => existsSync(join(dataDir, DATABASE_FILE))

/** The same; without a database it runs with null, and makes none. */
export async function withDatabaseIfAny<T>(
  dataDir: string,
  run: (db: Database | null) => T | Promise<T>,
): Promise<T> {
  return isThere(dataDir) ? withDatabase(dataDir, run) : run(null)
}

/** The same, for what makes sense only where there is something already. @throws CommandError */
export function withExistingDatabase<T>(
  dataDir: string,
  run: (db: Database) => T | Promise<T>,
): Promise<T> {
  requireDatabase(dataDir)
  return withDatabase(dataDir, run)
}

/** @throws CommandError where there is no database */
export function requireDatabase(dataDir: string): void {
  if (isThere(dataDir)) return
  const hint = 'is DATA_DIR right? "npm start" makes one'
  throw new CommandError(`There is no database in ${dataDir}: ${hint}`)
}
