import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { BuildSettingsSchema } from '#content/build-settings.ts'
import { checkWritable, ensureWritableFolder, explainUnwritable } from '../lib/folder-access.ts'
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

/** Folders of this process, including those of builders that have ended. */
const own = new Set<string>()
let count = 0

/**
 * Reserves a work folder for a builder and deletes those of killed processes. The folder is inside the
 * project, because Astro resolves packages from its build folder.
 * @throws ExpectedError when the parent folder is not writable
 */
export function makeWorkFolder(projectDir: string): string {
  const cacheDir = path.join(projectDir, 'node_modules', '.cache', 'entracte')
  const all = path.join(cacheDir, 'builds')
  try {
    mkdirSync(all, { recursive: true })
    for (const name of readdirSync(all)) {
      if (own.has(name) || isRunning(Number(name.split('-', 1)[0]))) continue
      rmSync(path.join(all, name), { recursive: true, force: true })
    }
  } catch (cause) {
    // The folder was created by a build of another user, such as root.
    throw explainUnwritable(cacheDir, null, cause)
  }
  const name = `${process.pid}-${(count += 1)}`
  own.add(name)
  return path.join(all, name)
}

/** Whether another process has this pid. In a container, a killed process may have had our own pid. */
function isRunning(pid: number): boolean {
  if (pid === process.pid || !(pid > 0)) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process runs, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
