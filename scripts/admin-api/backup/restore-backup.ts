import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lockDataDir } from '../../lib/lock-data-dir.ts'
import { datedName, mergeJournal, moveAside } from '../../lib/db/engines/file-tools.ts'
import { readStorageFault } from '../../lib/storage-fault.ts'
import { DATABASE_FILE } from '../db/database-file.ts'
import { checkDatabase } from './check-database.ts'
import type { BackupReport } from './make-backup.ts'
import { hashFile, readChecksums } from './inventory.ts'

/** @throws Error naming the first file that is not as it was */
async function verify(folder: string): Promise<Map<string, string>> {
  const sums = await readChecksums(folder)
  for (const [path, hash] of sums) {
    const found = existsSync(join(folder, path)) ? await hashFile(join(folder, path)) : null
    if (found === hash) continue
    throw new Error(`${path} ${found === null ? 'is missing from' : 'was changed in'} the backup`)
  }
  return sums
}

/** Puts a file in its place whole: as it was before, or as it is in the backup. */
async function putFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  const temporary = `${to}.${randomUUID()}.tmp`
  await copyFile(from, temporary)
  await rename(temporary, to)
}

/**
 * Keeps the old database under another name. A damaged one is kept as it is, with its journal, which
 * must not lie beside the restored database: it would be taken for that one's.
 */
async function setAside(database: string, now: Date): Promise<string> {
  const name = datedName(database, 'replaced', now)
  try {
    mergeJournal(database)
    await copyFile(database, name)
  } catch (error) {
    if (readStorageFault(error) === undefined) throw error
    moveAside(database, name)
  }
  return name
}

export interface RestoreOptions {
  /** Whether data that is there may be replaced. */
  replace: boolean
  now: Date
}

export interface RestoreReport extends BackupReport {
  /** Where the previous database lies. */
  replaced: string | null
}

/**
 * Puts a backup back. It is verified first; files come before the database, whose name changes in one
 * step: broken off at any moment, the data folder is the old one or the new one.
 * @throws LockedError while a server runs
 * @throws Error when the backup is not sound, or data is there and may not be replaced
 */
export async function restoreBackup(
  folder: string,
  dataDir: string,
  { replace, now }: RestoreOptions,
): Promise<RestoreReport> {
  const sums = await verify(folder)
  await mkdir(dataDir, { recursive: true })
  const lock = lockDataDir(dataDir, 0)
  const database = join(dataDir, DATABASE_FILE)
  const staged = `${database}.${randomUUID()}.tmp`
  try {
    if (existsSync(database) && !replace) {
      throw new Error(`There is data in ${dataDir}: add --replace to put the backup in its place`)
    }
    await copyFile(join(folder, DATABASE_FILE), staged)
    await chmod(staged, 0o600)
    const state = await checkDatabase(staged)
    for (const path of sums.keys()) {
      if (path === DATABASE_FILE) continue
      await putFile(join(folder, path), join(dataDir, path))
      if (!path.includes('/')) await chmod(join(dataDir, path), 0o600)
    }
    const replaced = existsSync(database) ? await setAside(database, now) : null
    await rename(staged, database)
    return { ...state, files: sums.size, replaced }
  } finally {
    await rm(staged, { force: true })
    lock.release()
  }
}
