import { neededFiles } from '#integrations/media/media-store.ts'
import type { StoredFile } from '../built-site.ts'
import type { Store } from '../store.ts'
import { findReferences, isText } from './find-references.ts'

const MEDIA = /^\/(?:images|files|media|fonts)\//

export const isMedia = (name: string): boolean => MEDIA.test(name)

/**
 * Tracks the media files that the files of the site reference. References are stored as indexes to save memory.
 * @param known stored media files by path, which need not be read
 * @param read reads the content of a stored file
 */
export function createMediaCollector(
  store: Pick<Store, 'adopt'>,
  known: ReadonlyMap<string, StoredFile>,
  read: (file: StoredFile) => string,
) {
  const references = new Map<string, Uint32Array>()
  const numbers = new Map<string, number>()
  const addresses: string[] = []
  /** The media files of the site, with their own references. */
  const collected = new Map<number, Uint32Array>()

  function getNumber(address: string): number {
    const number = numbers.get(address)
    if (number !== undefined) return number
    // Copies the address, because a regex match is a slice that would keep the whole text in memory.
    const copy = Buffer.from(address).toString()
    numbers.set(copy, addresses.length)
    return addresses.push(copy) - 1
  }

  const findNumbers = (text: string) => Uint32Array.from(findReferences(text), getNumber)

  return {
    /** Sets the references of a text file, replacing earlier ones. */
    setReferences: (name: string, text: string) => void references.set(name, findNumbers(text)),
    removeReferences: (name: string) => void references.delete(name),
    /** Returns the media files that were added to the site, or removed from it (null), since the last call. */
    async collect(): Promise<Map<string, StoredFile | null>> {
      const changes = new Map<string, StoredFile | null>()
      const isUsed: boolean[] = []
      const used: number[] = []
      const use = (list: Uint32Array) => {
        for (const number of list) {
          if (isUsed[number]) continue
          isUsed[number] = true
          used.push(number)
        }
      }
      for (const list of references.values()) use(list)
      // The loop adds to the list that it iterates, because media files refer to others.
      for (const number of used) {
        const address = addresses[number] ?? ''
        const cached = neededFiles.get(address)
        // A deferred file is collected once it is generated.
        if (cached === undefined) continue
        const own = collected.get(number)
        if (own) {
          use(own)
          continue
        }
        const name = `/${address}`
        const stored = await store.adopt(cached, known.get(name))
        changes.set(name, stored)
        const found = findNumbers(isText(name) ? read(stored) : '')
        collected.set(number, found)
        use(found)
      }
      for (const number of collected.keys()) {
        if (isUsed[number]) continue
        collected.delete(number)
        changes.set(`/${addresses[number]}`, null)
      }
      return changes
    },
  }
}
