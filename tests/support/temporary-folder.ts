import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const MIN_FREE_BYTES = 1024 ** 3

function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= MIN_FREE_BYTES
}

/**
 * Creates the temporary folder of a run, in memory if there is room: commits of databases wait for a disk.
 * Workers that end while a test runs leave their folders in it. @returns a function that removes it
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), 'entracte-run-'))
  // PostgreSQL runs as a user of its own and keeps its folder in this one.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
