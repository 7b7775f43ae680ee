import type { FileStore } from './file-store.ts'
import { createFolderStore } from './folder-store.ts'
import type { S3Address } from './storage-address.ts'

/** Where the files of an installation are. */
export interface FileStoreConfig {
  dataDir: string
  /** The bucket of STORAGE_URL; undefined for the data folder. */
  storage: S3Address | undefined
}

/** Opens the files of an installation: in its data folder, or in the store of STORAGE_URL. */
export async function openFileStore({ dataDir, storage }: FileStoreConfig): Promise<FileStore> {
  if (storage === undefined) return createFolderStore(dataDir)
  // Loaded where it is used, to keep the start fast.
  const { createS3Store } = await import('./s3-store.ts')
  return createS3Store(storage)
}
