import { neededFiles } from '#integrations/media/media-store.ts'
import type { StoredFile } from '../built-site.ts'
import type { Store } from '../store.ts'
import { findReferences, isText } from './find-references.ts'
import type { HashCache } from './hash-cache.ts'

const MEDIA = /^\/(?:images|files|media|fonts)\//

export const isMedia = (name: string): boolean => MEDIA.test(name)

/** A referenced media file. */
interface MediaFile {
  address: string
  count: number
  /** Whether `collect` has reported the file as part of the site. */
  isReported: boolean
}

/**
 * Tracks the media files that the files of the site reference. References are stored as indexes to save memory.
 * @param hashes cached hashes of media files
 * @param read reads the content of a stored file
 */
export function createMediaCollector(
  store: Pick<Store, 'adopt'>,
  hashes: HashCache,
  read: (file: StoredFile) => string,
) {
  const references = new Map<string, Uint32Array>()
  const numbers = new Map<string, number>()
  const referenced: MediaFile[] = []
  const pending = new Set<number>()

  function getNumber(address: string): number {
    const number = numbers.get(address)
    if (number !== undefined) return number
    // Copies the address, because a regex match is a slice that would keep the whole text in memory.
    const copy = Buffer.from(address).toString()
    numbers.set(copy, referenced.length)
    return referenced.push({ address: copy, count: 0, isReported: false }) - 1
  }

  function count(list: Uint32Array | undefined, step: 1 | -1): void {
    for (const number of list ?? []) {
      const media = referenced[number]
      if (!media) continue
      media.count += step
      // Only the first and the last reference add or remove a file.
      if (media.count > 0 !== media.isReported) pending.add(number)
      else pending.delete(number)
    }
  }

  /** Sets the references of a text file, replacing earlier ones. */
  function setReferences(name: string, text: string): void {
    const found = Uint32Array.from(findReferences(text), getNumber)
    count(found, 1)
    count(references.get(name), -1)
    if (found.length > 0) references.set(name, found)
    else references.delete(name)
  }

  function removeReferences(name: string): void {
    count(references.get(name), -1)
    references.delete(name)
  }

  async function adopt(address: string, file: string): Promise<StoredFile> {
    const known = hashes.find(address, file)
    const stored = await store.adopt(file, known)
    if (!known) hashes.add(address, stored)
    return stored
  }

  return {
    setReferences,
    removeReferences,
    /** Returns the media files that were added to the site, or removed from it (null), since the last call. */
    async collect(): Promise<Map<string, StoredFile | null>> {
      const changes = new Map<string, StoredFile | null>()
      // The loop adds to the set that it iterates, because references of media files are collected too.
      for (const number of pending) {
        const media = referenced[number]
        const cached = media && neededFiles().get(media.address)
        // A deferred file is collected once it is generated.
        if (!media || cached === undefined) continue
        pending.delete(number)
        const name = `/${media.address}`
        media.isReported = media.count > 0
        if (!media.isReported) {
          changes.set(name, null)
          removeReferences(name)
          continue
        }
        const stored = await adopt(media.address, cached)
        changes.set(name, stored)
        if (isText(name)) setReferences(name, read(stored))
      }
      hashes.flush()
      return changes
    },
  }
}
