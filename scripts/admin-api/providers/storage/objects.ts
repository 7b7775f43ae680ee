import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FileStore, OpenedFile } from '../../../lib/file-store/file-store.ts'
import type { FileStoreConfig } from '../../../lib/file-store/open-file-store.ts'
import { readFreeBytes } from '../../../lib/free-disk.ts'
import { createFolderIncoming } from './folder-incoming.ts'
import { nameIncoming, type IncomingFiles } from './incoming.ts'

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

/**
 * Opens the storage of members' uploads within the file store: incoming until they are checked, then kept.
 * Keys are random.
 */
export async function openObjects(files: FileStore, config: FileStoreConfig) {
  const incoming = await openIncoming(files, config)
  return {
    ...incoming,
    /** Moves an incoming object, or its replacement, to the kept objects. */
    async keep(key: string, replacement: string | null): Promise<void> {
      if (replacement === null) await files.move(nameIncoming(key), nameKept(key))
      else await files.adopt(nameKept(key), replacement)
      await incoming.remove(key)
    },
    /** Finishes a `keep` that a crash may have interrupted. @returns false if the object was not moved yet */
    async finishKeeping(key: string): Promise<boolean> {
      if ((await files.measure(nameKept(key))) === null) return false
      await incoming.remove(key)
      return true
    },
    open: (key: string): OpenedFile => files.open(nameKept(key)),
    /** Deletes an object with its metadata, if it exists. */
    async remove(key: string): Promise<void> {
      await incoming.remove(key)
      await files.remove([nameKept(key)])
    },
    /** Keys of all objects. */
    async list(): Promise<string[]> {
      const names = [...(await files.listNames(FOLDER))]
      // Metadata files are named after their object: `key.json`.
      return [...new Set(names.map((name) => name.replace(/^.*\//, '').replace(/\..*$/, '')))]
    },
    /** Free bytes on the disk that holds incoming and checked uploads. */
    readFreeBytes: async (): Promise<number> => readFreeBytes(join(config.dataDir, FOLDER)),
  }
}
export type Objects = Awaited<ReturnType<typeof openObjects>>
