import path from 'node:path'
import { openFileStore, type FileStoreConfig } from '../lib/file-store/open-file-store.ts'
import type { Logger } from '../lib/logger.ts'
import { createFaultLog } from './fault-log.ts'
import { createSharedReleases, type SharedReleases } from './shared-releases.ts'
import { openStore } from './store.ts'
import { createTidier } from './tidy.ts'

/** Opens the releases of the store that processes share; null where the data folder is the only one. */
export async function openSharedReleases(config: FileStoreConfig): Promise<SharedReleases | null> {
  if (config.storage === undefined) return null
  return createSharedReleases(config.dataDir, await openFileStore(config))
}

/** The folder of a process that follows the store: a builder may work on the data folder itself. */
export const followFolder = ({ dataDir, storage }: FileStoreConfig): string =>
  storage === undefined ? dataDir : path.join(dataDir, 'followed')

/** Interval between two looks at the pointer of the store, in ms. */
export const FOLLOW_EVERY_MS = 300

/**
 * Creates the function that brings the live release of the store. Never rejects: without the store the
 * site is served as it was.
 * @param dataDir the folder of `shared`
 */
export function createPuller(
  dataDir: string,
  { shared, logger }: { shared: SharedReleases; logger: Logger },
): () => Promise<void> {
  const { report, clear } = createFaultLog(logger)
  const tidy = createTidier(dataDir, openStore(dataDir), logger)
  return async () => {
    try {
      const isNew = await shared.pull()
      clear()
      if (isNew) await tidy(new Date())
    } catch (error) {
      report(error)
    }
  }
}
