import { statfsSync } from 'node:fs'

/** A server with less free space is not ready: databases, builds and logs need it. */
const MIN_FREE_BYTES = 256 * 1024 ** 2

/** Free bytes for this user on the disk of a folder. @throws when the folder cannot be read */
export function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Whether the disk of a folder has enough free space. @throws when the folder cannot be read */
export const hasFreeDisk = (folder: string): boolean => readFreeBytes(folder) >= MIN_FREE_BYTES
