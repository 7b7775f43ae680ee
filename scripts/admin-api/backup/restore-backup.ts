import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hashFile } from '../../lib/hash-file.ts'
import { lockDataDir } from '../../lib/lock-data-dir.ts'
import {
  nameDated,
  mergeJournal,
  moveAside,
  moveJournals,
} from '../../lib/db/engines/file-tools.ts'
import { readStorageFault } from '../../lib/storage-fault.ts'
import { DATABASE_FILE } from '../db/database-file.ts'
import { checkDatabase } from './check-database.ts'
import { readChecksums } from './inventory.ts'

/** @throws Error that names the first missing or changed file */
async function verify(folder: string): Promise<Map<string, string>> {
  const sums = await readChecksums(folder)
  for (const [path, hash] of sums) {
    const exists = existsSync(join(folder, path))
    if (exists && (await hashFile(join(folder, path))).hash === hash) continue
    throw new Error(`${path} ${exists ? 'was changed in' : 'is missing from'} the backup`)
  }
  return sums
}

/** Copies a file atomically: `to` has either its previous or its new content, never a part. */
async function copyFileAtomically(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  const temporary = `${to}.${randomUUID()}.tmp`
  try {
    await copyFile(from, temporary)
    await rename(temporary, to)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Deletes the copies of interrupted restores, which contain personal data. */
async function removeStaged(dataDir: string): Promise<void> {
  const isStaged = (name: string) => name.startsWith(`${DATABASE_FILE}.`) && /\.tmp\b/.test(name)
  const staged = (await readdir(dataDir)).filter(isStaged)
  await Promise.all(staged.map((name) => rm(join(dataDir, name), { force: true })))
}

/**
 * Keeps the previous database under another name. A damaged one is moved together with its journal, because
 * SQLite would apply a leftover journal to the restored database.
 */
async function setAside(database: string, name: string): Promise<void> {
  try {
    mergeJournal(database)
    await copyFile(database, name)
  } catch (error) {
    if (readStorageFault(error) === undefined) throw error
    moveAside(database, name)
  }
}

/**
 * Restores a backup after verifying it. Files are restored before the database, which is renamed atomically:
 * if interrupted, the data folder works with either the previous or the restored database.
 * @param replace whether existing data may be replaced
 * @returns also the path of the previous database; null if there was none
 * @throws LockedError while a server is running
 * @throws Error if the backup is damaged, or data exists and may not be replaced
 */
export async function restoreBackup(
  folder: string,
  dataDir: string,
  { replace, now }: { replace: boolean; now: Date },
) {
  const sums = await verify(folder)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockDataDir(dataDir, 0)
  const database = join(dataDir, DATABASE_FILE)
  const staged = `${database}.${randomUUID()}.tmp`
  try {
    if (existsSync(database) && !replace) {
      throw new Error(`There is data in ${dataDir}: add --replace to replace it with the backup`)
    }
    await removeStaged(dataDir)
    await copyFile(join(folder, DATABASE_FILE), staged)
    await chmod(staged, 0o600)
    const state = await checkDatabase(staged)
    for (const path of sums.keys()) {
      if (path === DATABASE_FILE) continue
      await copyFileAtomically(join(folder, path), join(dataDir, path))
      if (!path.includes('/')) await chmod(join(dataDir, path), 0o600)
    }
    const previous = nameDated(database, 'replaced', now)
    const isReplaced = existsSync(database)
    if (isReplaced) await setAside(database, previous)
    // A lost database may have left its journal.
    moveJournals(database, previous)
    await rename(staged, database)
    return { ...state, files: sums.size, replaced: isReplaced ? previous : null }
  } finally {
    await rm(staged, { force: true })
    lock.release()
  }
}
