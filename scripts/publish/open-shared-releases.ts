import path from 'node:path'
import { openFileStore, type FileStoreConfig } from '../lib/file-store/open-file-store.ts'
import type { Logger } from '../lib/logger.ts'
import { createSharedReleases, type SharedReleases } from './shared-releases.ts'
import { openStore } from './store.ts'
import { createTidier } from './tidy.ts'

/** Logs when the store becomes unavailable and when it is available again, not each failed attempt. */
export function createFaultLog(logger: Logger) {
  let isFaulty = false
  return {
    report(error: unknown): void {
      if (!isFaulty) logger.error({ err: error }, 'the shared store of releases is not available')
      isFaulty = true
    },
    clear(): void {
      if (isFaulty) logger.info({}, 'the shared store of releases is available again')
      isFaulty = false
    },
  }
}

/** Opens the releases of the shared store; null when STORAGE_URL is not set. */
export async function openSharedReleases(config: FileStoreConfig): Promise<SharedReleases | null> {
  if (config.storage === undefined) return null
  return createSharedReleases(config.dataDir, await openFileStore(config))
}

/** The folder into which a follower copies releases, separate because a builder may use the data folder. */
export const followFolder = ({ dataDir, storage }: FileStoreConfig): string =>
  storage === undefined ? dataDir : path.join(dataDir, 'followed')

/**
 * Creates a function that copies the live release of the store to the data folder. It never rejects: while
 * the store is not available, the last release is served.
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
