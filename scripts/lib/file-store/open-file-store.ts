import type { FileStore } from './file-store.ts'
import { createFolderStore } from './folder-store.ts'
import type { S3Address } from './storage-address.ts'

/** Location of the files of an installation. */
export interface FileStoreConfig {
  dataDir: string
  /** The bucket of STORAGE_URL; undefined if files are in the data folder. */
  storage: S3Address | undefined
}

/** Opens the files of an installation: its data folder, or the bucket of STORAGE_URL. */
export async function openFileStore({ dataDir, storage }: FileStoreConfig): Promise<FileStore> {
  if (storage === undefined) return createFolderStore(dataDir)
  // Loaded only if configured, to keep the start fast.
  const { createS3Store } = await import('./s3-store.ts')
  return createS3Store(storage)
}
