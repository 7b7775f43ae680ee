import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { createFolderObjects } from './folder-objects.ts'
import type { Objects } from './objects.ts'

type StorageConfig = Pick<Config, 'dataDir' | 'storage'>

/** Where members' files are kept: in the data folder, or in the store of STORAGE_URL. */
export async function openObjects({ dataDir, storage }: StorageConfig): Promise<Objects> {
  const folder = join(dataDir, 'uploads')
  if (storage === undefined) return createFolderObjects(folder)
  // Loaded where it is used, to keep the start fast.
  const { createS3Objects } = await import('./s3-objects.ts')
  return createS3Objects(storage, folder)
}
