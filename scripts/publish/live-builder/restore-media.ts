import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { getCachedFile } from '#integrations/media/media-store.ts'
import type { StoredFile } from '../built-site.ts'
import { readCurrentRelease } from '../releases.ts'
import { linkOrCopy, type Store } from '../store.ts'
import { isMedia } from './collect-media.ts'

/**
 * Restores missing files of the media cache from the live release, so that a new installation of the
 * program, whose cache is empty, does not regenerate every image and font. Their names contain hashes.
 * @returns the media files of the release by path, so that a start does not have to read all of them
 */
export async function restoreMedia(
  dataDir: string,
  store: Pick<Store, 'getFile'>,
): Promise<Map<string, StoredFile>> {
  const release = await readCurrentRelease(dataDir)
  const folders = new Set<string>()
  const known = new Map<string, StoredFile>()
  for (const [name, file] of release?.files ?? []) {
    const stored = store.getFile(file.hash)
    if (!isMedia(name) || !existsSync(stored)) continue
    const target = getCachedFile(name.slice(1))
    const cached = statSync(target, { throwIfNoEntry: false })
    if (!cached) {
      const folder = path.dirname(target)
      if (!folders.has(folder)) mkdirSync(folder, { recursive: true })
      folders.add(folder)
      linkOrCopy(stored, target)
    }
    if (!cached || cached.size === file.size) known.set(name, file)
  }
  return known
}
