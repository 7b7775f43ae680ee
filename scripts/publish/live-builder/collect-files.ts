import { neededFiles } from '#content/media-store.ts'
import type { StoredFile } from '../built-site.ts'
import type { Store } from '../store.ts'
import { findReferences, isText } from './find-references.ts'
import type { NotedHashes } from './note-hashes.ts'

const MEDIA = /^\/(?:images|files|media|fonts)\//
/** Media files of the site, found by what the other files say. */
export interface MediaCollector {
  /** Notes what a file of the site refers to, and forgets what it referred to before. */
  enter(name: string, content: Uint8Array): void
  leave(name: string): void
  /** The media files that have come to the site or left it (null) since the last time. */
  collect(): Promise<Map<string, StoredFile | null>>
}

export const isMedia = (name: string): boolean => MEDIA.test(name)

/** A media file that others refer to. */
interface Referred {
  address: string
  count: number
  /** Whether the site has it, as far as `collect` has told. */
  isTold: boolean
}

/**
 * Keeps what each file refers to as numbers: the addresses as they stand in it would keep its whole
 * text in memory.
 * @param hashes what is known of media files
 * @param read the content of a stored file
 */
export function createMediaCollector(
  store: Pick<Store, 'adopt'>,
  hashes: NotedHashes,
  read: (file: StoredFile) => Uint8Array,
): MediaCollector {
  const references = new Map<string, Uint32Array>()
  const numbers = new Map<string, number>()
  const referred: Referred[] = []
  const touched = new Set<number>()

  function numberOf(address: string): number {
    const known = numbers.get(address)
    if (known !== undefined) return known
    // A copy: what a pattern finds is a view on the text around it.
    const own = Buffer.from(address).toString()
    numbers.set(own, referred.length)
    return referred.push({ address: own, count: 0, isTold: false }) - 1
  }

  function count(list: Uint32Array | undefined, step: 1 | -1): void {
    for (const number of list ?? []) {
      const one = referred[number]
      if (!one) continue
      one.count += step
      // Most are named by other files as well.
      if (one.count > 0 !== one.isTold) touched.add(number)
      else touched.delete(number)
    }
  }

  function enter(name: string, content: Uint8Array): void {
    const found = Uint32Array.from(findReferences(name, content), numberOf)
    count(found, 1)
    count(references.get(name), -1)
    if (found.length > 0) references.set(name, found)
    else references.delete(name)
  }

  function leave(name: string): void {
    count(references.get(name), -1)
    references.delete(name)
  }

  async function adopt(address: string, file: string): Promise<StoredFile> {
    const noted = hashes.find(address, file)
    const stored = await store.adopt(file, noted)
    if (!noted) hashes.note(address, stored)
    return stored
  }

  return {
    enter,
    leave,
    async collect() {
      const found = new Map<string, StoredFile | null>()
      // A set is walked to its end: also what media files refer to comes to the site.
      for (const number of touched) {
        const one = referred[number]
        const cached = one && neededFiles().get(one.address)
        // One that is made later is found the next time.
        if (!one || cached === undefined) continue
        touched.delete(number)
        const name = `/${one.address}`
        one.isTold = one.count > 0
        if (!one.isTold) {
          found.set(name, null)
          leave(name)
          continue
        }
        const stored = await adopt(one.address, cached)
        found.set(name, stored)
        if (isText(name)) enter(name, read(stored))
      }
      hashes.flush()
      return found
    },
  }
}
