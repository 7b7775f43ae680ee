import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FileStore, OpenedFile } from '../../../lib/file-store/file-store.ts'
import type { FileStoreConfig } from '../../../lib/file-store/open-file-store.ts'
import { readFreeBytes } from '../../../lib/free-disk.ts'
import { createFolderIncoming } from './folder-incoming.ts'
import { nameIncoming, type IncomingFiles } from './incoming.ts'

/** Members' uploads: incoming until they are checked, then kept. Keys are random. */
export interface Objects extends Omit<IncomingFiles, 'remove'> {
  /** Moves an incoming object, or its replacement, to the kept objects. */
  keep(key: string, replacement: string | null): Promise<void>
  /** Finishes a `keep` that a crash may have interrupted. @returns false if the object was not moved yet */
  finishKeeping(key: string): Promise<boolean>
  open(key: string): OpenedFile
  /** Deletes an object with its metadata, if it exists. */
  remove(key: string): Promise<void>
  /** Keys of all objects. */
  list(): Promise<string[]>
  /** Free bytes on the disk that holds incoming and checked uploads. */
  readFreeBytes(): Promise<number>
}

const FOLDER = 'uploads/'
/** Name of a kept upload in the file store. */
export const nameKept = (key: string): string => `${FOLDER}kept/${key}`

async function openIncoming(
  files: FileStore,
  { dataDir, storage }: FileStoreConfig,
): Promise<IncomingFiles> {
  const folders = storage === undefined ? [nameIncoming(''), nameKept('')] : [FOLDER]
  for (const name of folders) mkdirSync(join(dataDir, name), { recursive: true, mode: 0o700 })
  if (storage === undefined) return createFolderIncoming(dataDir)
  // Loaded on demand, to keep the start fast.
  const { createS3Incoming } = await import('./s3-incoming.ts')
  return createS3Incoming({ address: storage, files, dataDir })
}

/** Opens the storage of members' uploads within the file store. */
export async function openObjects(files: FileStore, config: FileStoreConfig): Promise<Objects> {
  const incoming = await openIncoming(files, config)
  return {
    ...incoming,
    async keep(key, replacement) {
      if (replacement === null) await files.move(nameIncoming(key), nameKept(key))
      else await files.adopt(nameKept(key), replacement)
      await incoming.remove(key)
    },
    async finishKeeping(key) {
      if ((await files.measure(nameKept(key))) === null) return false
      await incoming.remove(key)
      return true
    },
    open: (key) => files.open(nameKept(key)),
    async remove(key) {
      await incoming.remove(key)
      await files.remove([nameKept(key)])
    },
    async list() {
      const names = [...(await files.listNames(FOLDER))]
      // Metadata files are named after their object: `key.json`.
      return [...new Set(names.map((name) => name.replace(/^.*\//, '').replace(/\..*$/, '')))]
    },
    readFreeBytes: async () => readFreeBytes(join(config.dataDir, FOLDER)),
  }
}
