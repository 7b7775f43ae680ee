import { neededFiles } from '#integrations/media/media-store.ts'
import type { StoredFile } from '../built-site.ts'
import type { Store } from '../store.ts'
import { findReferences, isText } from './find-references.ts'
import type { HashCache } from './hash-cache.ts'

const MEDIA = /^\/(?:images|files|media|fonts)\//

/** Tracks which media files the files of the site reference. */
export interface MediaCollector {
  /** Sets the references of a file, replacing earlier ones. */
  setReferences(name: string, content: Uint8Array): void
  removeReferences(name: string): void
  /** Returns the media files that were added to or removed from (null) the site since the last call. */
  collect(): Promise<Map<string, StoredFile | null>>
}

export const isMedia = (name: string): boolean => MEDIA.test(name)

/** A referenced media file. */
interface Referred {
  address: string
  count: number
  /** Whether `collect` has reported the file as part of the site. */
  isReported: boolean
}

/**
 * References are stored as indexes to save memory.
 * @param hashes cached hashes of media files
 * @param read reads the content of a stored file
 */
export function createMediaCollector(
  store: Pick<Store, 'adopt'>,
  hashes: HashCache,
  read: (file: StoredFile) => Uint8Array,
): MediaCollector {
  const references = new Map<string, Uint32Array>()
  const numbers = new Map<string, number>()
  const referred: Referred[] = []
  const pending = new Set<number>()

  function numberOf(address: string): number {
    const known = numbers.get(address)
    if (known !== undefined) return known
    // A copy: a regex match is a slice that would keep the whole text in memory.
    const own = Buffer.from(address).toString()
    numbers.set(own, referred.length)
    return referred.push({ address: own, count: 0, isReported: false }) - 1
  }

  function count(list: Uint32Array | undefined, step: 1 | -1): void {
    for (const number of list ?? []) {
      const one = referred[number]
      if (!one) continue
      one.count += step
      // A file that other files still reference does not change.
      if (one.count > 0 !== one.isReported) pending.add(number)
      else pending.delete(number)
    }
  }

  function setReferences(name: string, content: Uint8Array): void {
    const found = Uint32Array.from(findReferences(name, content), numberOf)
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
    async collect() {
      const found = new Map<string, StoredFile | null>()
      // The loop may add to the set it iterates: references of media files are collected too.
      for (const number of pending) {
        const one = referred[number]
        const cached = one && neededFiles().get(one.address)
        // A deferred file is collected once it is generated.
        if (!one || cached === undefined) continue
        pending.delete(number)
        const name = `/${one.address}`
        one.isReported = one.count > 0
        if (!one.isReported) {
          found.set(name, null)
          removeReferences(name)
          continue
        }
        const stored = await adopt(one.address, cached)
        found.set(name, stored)
        if (isText(name)) setReferences(name, read(stored))
      }
      hashes.flush()
      return found
    },
  }
}
