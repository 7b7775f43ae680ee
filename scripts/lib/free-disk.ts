import { statfsSync } from 'node:fs'

/** A server with less free space is not ready: databases, builds and logs need it. */
const MIN_FREE_BYTES = 256 * 1024 ** 2
export const LOW_DISK = 'less than 256 MiB free'

/** Free bytes for this user on the disk of a folder. @throws when the folder cannot be read */
export function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** The state of the disk of a folder for readiness checks. @throws when the folder cannot be read */
export const describeDisk = (folder: string): string =>
  readFreeBytes(folder) >= MIN_FREE_BYTES ? 'ok' : LOW_DISK
