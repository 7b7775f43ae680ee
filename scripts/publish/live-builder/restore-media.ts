import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { getCachedFile } from '#integrations/media/media-store.ts'
import { readCurrentRelease } from '../releases.ts'
import { linkOrCopy, type Store } from '../store.ts'
import { isMedia } from './collect-media.ts'

/**
 * Restores missing files of the media cache from the live release, so that a new installation of the
 * program, whose cache is empty, does not regenerate every image and font. Their names contain hashes.
 * @returns the number of restored files
 */
export async function restoreMedia(
  dataDir: string,
  store: Pick<Store, 'getFile'>,
): Promise<number> {
  const release = await readCurrentRelease(dataDir)
  const folders = new Set<string>()
  let restored = 0
  for (const [name, { hash }] of release?.files ?? []) {
    if (!isMedia(name)) continue
    const target = getCachedFile(name.slice(1))
    const stored = store.getFile(hash)
    if (existsSync(target) || !existsSync(stored)) continue
    const folder = path.dirname(target)
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true })
    folders.add(folder)
    linkOrCopy(stored, target)
    restored += 1
  }
  return restored
}
