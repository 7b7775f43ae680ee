import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { followTimeZone } from '../content/follow-time-zone.ts'
import { lockDataDir, LockedError } from '../../lib/lock-data-dir.ts'
import { openDatabase } from '../db/open.ts'
import type { Database } from '../db/open.ts'
import { CommandError } from './command.ts'

/** Without a running server a command takes its place; beside one it takes turns with it. */
function lockUnlessRunning(dataDir: string) {
  try {
    return lockDataDir(dataDir, 0)
  } catch (error) {
    if (error instanceof LockedError) return null
    throw error
  }
}

/** Runs something on the database of a data folder, also while the server runs. */
export async function withDatabase<T>(
  dataDir: string,
  run: (db: Database) => T | Promise<T>,
): Promise<T> {
  mkdirSync(dataDir, { recursive: true })
  const lock = lockUnlessRunning(dataDir)
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

const isThere = (dataDir: string) => existsSync(join(dataDir, 'entracte.db'))

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
  if (isThere(dataDir)) return withDatabase(dataDir, run)
  const hint = 'is DATA_DIR right? "npm start" makes one'
  throw new CommandError(`There is no database in ${dataDir}: ${hint}`)
}
