import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { explainUnwritable } from './folder-access.ts'
import { lockFile, type FileLock } from './db/engines/file-tools.ts'
import { ExpectedError } from './expected-error.ts'
import { readStorageFault } from './storage-fault.ts'

/** The data folder is locked by another server. */
export class LockedError extends Error {
  override name = 'LockedError'
}

const WAIT_MS = 2000

function readOwner(file: string): string {
  try {
    return `process ${readFileSync(file, 'utf8')}`
  } catch {
    return 'another process'
  }
}

/** Records the process for the error message of a second start. A full disk must not prevent a start. */
function writeOwner(file: string): void {
  try {
    writeFileSync(file, String(process.pid))
  } catch (error) {
    if (readStorageFault(error) !== 'full') throw error
  }
}

/** Locks a data folder without waiting; null while a server holds the lock. */
export function tryLockDataDir(dataDir: string): { release(): void } | null {
  try {
    return lockDataDir(dataDir, 0)
  } catch (error) {
    if (error instanceof LockedError) return null
    throw error
  }
}

/** Whether a server is running on a data folder. */
export function isServerRunning(dataDir: string): boolean {
  if (!existsSync(dataDir)) return false
  const lock = tryLockDataDir(dataDir)
  lock?.release()
  return lock === null
}

const ROOT = 0

/** The name of a user for `sudo -u`; the id of a user without a name. */
function nameUser(uid: number): string {
  const { status, stdout } = spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : `'#${uid}'`
}

/**
 * Rejects root: files that root writes to the folder of a service would prevent the service from starting.
 * @throws ExpectedError when root uses a data folder of another user
 */
export function rejectRoot(dataDir: string): void {
  const { uid } = statSync(dataDir)
  if (process.getuid?.() !== ROOT || uid === ROOT) return
  const name = nameUser(uid)
  throw new ExpectedError(
    `${dataDir} belongs to the user ${name}. Run the command as that user: sudo -u ${name} …`,
  )
}

/**
 * Creates the data folder, readable by its owner only.
 * @throws ExpectedError when this user has no write permission
 */
function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw explainUnwritable(dataDir, 'DATA_DIR', cause)
  }
  rejectRoot(dataDir)
}

/**
 * Locks the data folder for this server until `release`, or until the process dies.
 * @param waitMs how long to wait for a server that is shutting down
 * @throws LockedError when another server holds the folder
 * @throws ExpectedError when this user cannot write there, or is root and the folder belongs to another user
 */
export function lockDataDir(dataDir: string, waitMs = WAIT_MS): { release(): void } {
  makeDataDir(dataDir)
  const owner = join(dataDir, 'server.pid')
  let lock: FileLock
  try {
    lock = lockFile(join(dataDir, 'server.lock.db'), waitMs)
  } catch (cause) {
    // Every other fault concerns the disk or its permissions.
    if (readStorageFault(cause) !== 'busy') throw explainUnwritable(dataDir, 'DATA_DIR', cause)
    throw new LockedError(
      `${dataDir} is in use by ${readOwner(owner)}: only one server may write to a data folder. ` +
        'Stop the other one, or set DATA_DIR to another folder.',
      { cause },
    )
  }
  writeOwner(owner)
  return {
    release() {
      rmSync(owner, { force: true })
      lock.release()
    },
  }
}
