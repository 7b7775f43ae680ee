import path from 'node:path'
import { BuildSettingsSchema } from '#content/build-settings.ts'
import { checkWritable, ensureWritableFolder } from '../lib/check-writable.ts'
import { readConfig } from '../lib/read-config.ts'

/**
 * Checks at the start that the folders of a build are writable, because a build would fail only after minutes.
 * @throws ExpectedError naming the folder and its setting
 */
export function checkFolders(dataDir: string, environment: NodeJS.ProcessEnv): void {
  for (const name of ['store', 'releases', 'media', 'cache']) {
    checkWritable(path.join(dataDir, name), 'DATA_DIR')
  }
  const { BUILD_CACHE_DIR } = readConfig(BuildSettingsSchema, environment)
  ensureWritableFolder(BUILD_CACHE_DIR, 'BUILD_CACHE_DIR')
}
