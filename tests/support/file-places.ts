import { vi } from 'vitest'
import { startObjectStore } from './object-store/start-object-store.ts'

/** A file store of an installation in a test. */
export interface FilePlace {
  /** Settings of the installation. */
  settings: Record<string, string>
  close(): Promise<void>
}

async function openBucket(): Promise<FilePlace> {
  const store = await startObjectStore()
  for (const [name, value] of Object.entries(store.environment)) vi.stubEnv(name, value)
  return {
    settings: { STORAGE_URL: store.url },
    async close() {
      vi.unstubAllEnvs()
      await store.close()
    },
  }
}

const openFolder = async (): Promise<FilePlace> => ({ settings: {}, close: async () => {} })

/** File stores by test title. */
export const FILE_PLACES: [words: string, open: () => Promise<FilePlace>][] = [
  ['in the data folder', openFolder],
  ['in an S3-compatible store', openBucket],
]
