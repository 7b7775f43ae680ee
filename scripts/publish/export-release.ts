import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pLimit from 'p-limit'
import { ExpectedError } from '../lib/expected-error.ts'
import { readSiteConfig } from '../serve/config.ts'
import { PAGE_HEADERS_FILE } from '../serve/read-folder.ts'
import { readCurrentRelease } from './releases.ts'
import { openStore } from './store.ts'

const AT_ONCE = 16

/**
 * Writes the live release of a data folder as a build output folder, for checks and other hosts. Files are
 * hard links to the store where possible, so they must not be modified.
 * @returns the folder
 * @throws ExpectedError if there is no live release
 */
export async function exportLiveRelease(dataDir: string): Promise<string> {
  const release = await readCurrentRelease(dataDir)
  if (!release) {
    throw new ExpectedError(
      `There is no release in ${dataDir}: run "npm start" once, or name a folder.`,
    )
  }
  const store = openStore(dataDir)
  const folder = path.resolve(dataDir, 'exports', release.id)
  await rm(folder, { recursive: true, force: true })
  const folders = new Set([...release.files.keys()].map((name) => path.dirname(name)))
  for (const name of folders) await mkdir(path.join(folder, name), { recursive: true })
  await pLimit(AT_ONCE).map(release.files, async ([name, { hash }]) => {
    const source = store.getFile(hash)
    const file = path.join(folder, name)
    await link(source, file).catch(() => copyFile(source, file))
  })
  const headers = Object.fromEntries(release.headers)
  await writeFile(path.join(folder, PAGE_HEADERS_FILE), JSON.stringify(headers))
  return folder
}

/**
 * The folder to check: the given one, or an export of the live release of DATA_DIR.
 * @throws ExpectedError if there is neither
 */
export async function findBuiltFolder(given: string | undefined): Promise<string> {
  if (given === undefined) return exportLiveRelease(readSiteConfig().dataDir)
  if (existsSync(given)) return given
  throw new ExpectedError(`There is no folder ${given}: "npm run build" creates dist.`)
}
