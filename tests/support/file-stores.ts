import { vi } from 'vitest'
import { startObjectStore } from './object-store/start-object-store.ts'

/** A file store for an installation under test. */
export interface TestFileStore {
  /** Settings of the installation. */
  settings: Record<string, string>
  close(): Promise<void>
}

async function openBucket(): Promise<TestFileStore> {
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

const openFolder = async (): Promise<TestFileStore> => ({ settings: {}, close: async () => {} })

/** File stores with descriptions for test titles. */
export const FILE_STORES: [description: string, open: () => Promise<TestFileStore>][] = [
  ['in the data folder', openFolder],
  ['in an S3-compatible store', openBucket],
]
