import { statfsSync } from 'node:fs'

/** Below this a server is not ready: databases, builds and logs need free space. */
const MIN_FREE_BYTES = 256 * 1024 ** 2

/** Free bytes of the disk that a folder is on, for this user. @throws when the folder cannot be read */
export function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Whether the disk of a folder has enough free space. @throws when the folder cannot be read */
export const hasFreeDisk = (folder: string): boolean => readFreeBytes(folder) >= MIN_FREE_BYTES
