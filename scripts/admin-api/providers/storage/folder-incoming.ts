import { rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { nullIfMissing } from '../../../lib/is-missing-file.ts'
import { nameIncoming, type IncomingFiles } from './incoming.ts'

/** Incoming files in the data folder. */
export function createFolderIncoming(dataDir: string): IncomingFiles {
  const fileOf = (key: string) => resolve(dataDir, nameIncoming(key))
  const replacementFile = (key: string) => `${fileOf(key)}.checked`
  /** The tus server's metadata of a file. */
  const infoFile = (key: string) => `${fileOf(key)}.json`

  return {
    getStoreId: (key) => key,

    async openStore() {
      const { FolderDataStore } = await import('./folder-data-store.ts')
      return new FolderDataStore(dirname(fileOf('key')))
    },

    measure: async (key) => (await nullIfMissing(stat(fileOf(key))))?.size ?? null,
    pull: async (key) => fileOf(key),
    getReplacementFile: replacementFile,

    async remove(key) {
      const files = [fileOf(key), infoFile(key), replacementFile(key)]
      await Promise.all(files.map((file) => rm(file, { force: true })))
    },
  }
}
