import { mkdirSync } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readFreeBytes } from '../../../lib/free-disk.ts'
import { isMissingFile } from '../../../lib/is-missing-file.ts'
import type { Objects } from './objects.ts'

/** Objects as files of a folder: in `incoming/` until checked, then in `kept/`. */
export function createFolderObjects(folder: string): Objects {
  const incoming = resolve(folder, 'incoming')
  const kept = resolve(folder, 'kept')
  const incomingFile = (key: string) => join(incoming, key)
  const replacementFile = (key: string) => join(incoming, `${key}.checked`)
  const keptFile = (key: string) => join(kept, key)
  /** The tus server's metadata of an object. */
  const infoFile = (key: string) => join(incoming, `${key}.json`)

  for (const path of [incoming, kept]) mkdirSync(path, { recursive: true, mode: 0o700 })

  return {
    getStoreId: (key) => key,

    async openStore() {
      const { CreateOnceFileStore } = await import('./create-once-file-store.ts')
      return new CreateOnceFileStore({ directory: incoming })
    },

    async measure(key) {
      try {
        return (await stat(incomingFile(key))).size
      } catch (error) {
        if (isMissingFile(error)) return null
        throw error
      }
    },

    pull: async (key) => incomingFile(key),
    getReplacementFile: async (key) => replacementFile(key),

    async keep(key, replacement) {
      const from = replacement ?? incomingFile(key)
      // Acknowledged uploads must survive a power cut, as rows of the database do.
      await using file = await open(from, 'r+')
      await file.datasync()
      await rename(from, keptFile(key))
      await rm(incomingFile(key), { force: true })
      await rm(infoFile(key), { force: true })
    },

    open: (key) => ({ kind: 'file', path: keptFile(key) }),
    locate: keptFile,

    async remove(key) {
      const files = [incomingFile(key), infoFile(key), replacementFile(key), keptFile(key)]
      await Promise.all(files.map((file) => rm(file, { force: true })))
    },

    async list() {
      const names = [...(await readdir(incoming)), ...(await readdir(kept))]
      return [...new Set(names.map((name) => name.split('.')[0] ?? name))]
    },

    readFreeBytes: async () => readFreeBytes(folder),
  }
}
