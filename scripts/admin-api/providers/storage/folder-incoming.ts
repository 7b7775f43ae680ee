import { rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { nullIfMissing } from '../../../lib/is-missing-file.ts'
import { nameIncoming, type IncomingFiles } from './incoming.ts'

/** Incoming files in the data folder. */
export function createFolderIncoming(dataDir: string): IncomingFiles {
  const getFile = (key: string) => resolve(dataDir, nameIncoming(key))
  const getReplacementFile = (key: string) => `${getFile(key)}.checked`
  /** The tus server's metadata of a file. */
  const getInfoFile = (key: string) => `${getFile(key)}.json`

  return {
    getStoreId: (key) => key,

    async openStore() {
      const { FolderDataStore } = await import('./folder-data-store.ts')
      return new FolderDataStore(dirname(getFile('key')))
    },

    measure: async (key) => (await nullIfMissing(stat(getFile(key))))?.size ?? null,
    pull: async (key) => getFile(key),
    getReplacementFile,

    async remove(key) {
      const files = [getFile(key), getInfoFile(key), getReplacementFile(key)]
      await Promise.all(files.map((file) => rm(file, { force: true })))
    },
  }
}
