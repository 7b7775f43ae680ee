import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { HOUR } from '../../lib/durations.ts'
import { hashFile } from '../../lib/hash-file.ts'
import { nullIfMissing } from '../../lib/is-missing-file.ts'
import { writeFileAtomically } from '../../lib/write-file-atomically.ts'
import { copyDatabaseFile } from '../../lib/db/engines/file-tools.ts'
import { DATABASE_FILE } from '../db/database-file.ts'
import { checkDatabase } from './check-database.ts'
import { CHECKSUMS, listFiles, writeChecksums } from './inventory.ts'

async function copyWithHash(from: string, to: string): Promise<string | null> {
  await mkdir(dirname(to), { recursive: true })
  // The file may have been deleted since it was listed, as an expired upload is.
  const isCopied = await nullIfMissing(copyFile(from, to).then(() => true))
  return isCopied ? (await hashFile(to)).hash : null
}

/** The folder of an unfinished backup. */
const UNFINISHED = /\.[\da-f]{8}-[\da-f-]{27}\.tmp$/
/** Longer than any backup takes, and less than a day, so that daily backups remove what the last one left behind. */
const MAX_BACKUP_MS = 12 * HOUR

/** Deletes the folders of killed backups, which contain personal data. */
async function removeUnfinished(parent: string): Promise<void> {
  for (const name of (await readdir(parent)).filter((entry) => UNFINISHED.test(entry))) {
    const folder = join(parent, name)
    const stats = await nullIfMissing(stat(folder))
    if (!stats?.isDirectory() || stats.mtimeMs > Date.now() - MAX_BACKUP_MS) continue
    // A folder of another user must not prevent the backup.
    await rm(folder, { recursive: true }).catch(() => {})
  }
}

/**
 * Backs up a data folder while it is in use. The database is copied first, so the backup may have files that
 * are not in it, but never lacks one. The folder is renamed to `target` once it is complete and verified.
 * @param withKeys whether the backup includes the keys of the installation
 * @throws Error if `target` is not empty, or the copy fails the checks
 */
export async function makeBackup(dataDir: string, target: string, { withKeys = false } = {}) {
  const final = resolve(target)
  if (existsSync(final) && (await readdir(final)).length > 0) {
    throw new Error(`${target} is not empty: name a new folder`)
  }
  await mkdir(dirname(final), { recursive: true })
  await removeUnfinished(dirname(final))
  const folder = `${final}.${randomUUID()}.tmp`
  await mkdir(folder, { mode: 0o700 })
  try {
    await copyDatabaseFile(join(dataDir, DATABASE_FILE), join(folder, DATABASE_FILE))
    const state = await checkDatabase(join(folder, DATABASE_FILE))
    const { hash: databaseHash } = await hashFile(join(folder, DATABASE_FILE))
    const sums = new Map([[DATABASE_FILE, databaseHash]])
    for (const path of await listFiles(dataDir, withKeys)) {
      const hash = await copyWithHash(join(dataDir, path), join(folder, path))
      if (hash !== null) sums.set(path, hash)
    }
    await writeFileAtomically(join(folder, CHECKSUMS), writeChecksums(sums))
    await rename(folder, final)
    return { ...state, files: sums.size }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}
