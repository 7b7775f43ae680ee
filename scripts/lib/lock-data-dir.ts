import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another server holds the data folder. */
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

/**
 * Locks the data folder for this server until `release`. The lock is an exclusive transaction on a
 * database of its own: the system drops it when the process dies, so no stale lock is ever left.
 * @param waitMs how long to wait for a server that is stopping
 * @throws LockedError when another server holds the folder
 */
export function lockDataDir(dataDir: string, waitMs = WAIT_MS): { release(): void } {
  mkdirSync(dataDir, { recursive: true })
  const owner = join(dataDir, 'server.pid')
  const lock = new DatabaseSync(join(dataDir, 'server.lock.db'), { timeout: waitMs })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    throw new LockedError(
      `${dataDir} is in use by ${readOwner(owner)}: only one server may write to a data folder. ` +
        'Stop the other one, or set DATA_DIR to another folder.',
      { cause },
    )
  }
  writeFileSync(owner, String(process.pid))
  return {
    release() {
      rmSync(owner, { force: true })
      lock.close()
    },
  }
}
