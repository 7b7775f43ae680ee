import { readFile } from 'node:fs/promises'
import { neededFiles } from '#content/media-store.ts'
import type { StoredFile } from '../built-site.ts'
import type { Store } from '../store.ts'

const TEXT = /\.(?:html|css|js|xml|json|ics|txt|webmanifest)$/
const MEDIA = /^\/(?:images|files|media|fonts)\//
const ADDRESS = /\/((?:images|files|media|fonts)\/[\w./-]+)/g
/** Pages name their fonts without folder and ending. */
const FONT = /\b(?:serif|display|numeral|punctuation)-\w+-[0-9a-f]{16}\b/g

/** Media files of the site, found by what the other files say. */
export interface MediaCollector {
  /** Reads what a file refers to; equal files are read once. */
  read(file: StoredFile, name: string, content?: Uint8Array): Promise<void>
  /** The media files that these files need, and those that they need in turn. */
  collect(files: ReadonlyMap<string, StoredFile>): Promise<Map<string, StoredFile>>
}

export const isMedia = (name: string): boolean => MEDIA.test(name)

/**
 * Keeps what each content refers to as numbers: the addresses of a page as they stand in it would keep
 * its whole text in memory.
 */
export function createMediaCollector(store: Store): MediaCollector {
  const references = new Map<string, Uint32Array>()
  const numbers = new Map<string, number>()
  const addresses: string[] = []
  const adopted = new Map<string, StoredFile>()

  function numberOf(address: string): number {
    const known = numbers.get(address)
    if (known !== undefined) return known
    // A copy: what a pattern finds is a view on the text around it.
    const own = Buffer.from(address).toString()
    numbers.set(own, addresses.length)
    return addresses.push(own) - 1
  }

  async function read({ hash }: StoredFile, name: string, content?: Uint8Array): Promise<void> {
    if (references.has(hash) || !TEXT.test(name)) return
    const text = content
      ? Buffer.from(content).toString('utf8')
      : await readFile(store.fileOf(hash), 'utf8')
    const found = new Set<string>()
    for (const [, address = ''] of text.matchAll(ADDRESS)) found.add(address)
    for (const [font] of text.matchAll(FONT)) found.add(`fonts/${font}.woff2`)
    const needed = [...found].filter((address) => neededFiles().has(address))
    references.set(hash, Uint32Array.from(needed, numberOf))
  }

  async function adopt(address: string): Promise<StoredFile> {
    const known = adopted.get(address)
    if (known) return known
    const cached = neededFiles().get(address)
    if (cached === undefined) throw new Error(`${address} was not made`)
    const stored = await store.adopt(cached)
    adopted.set(address, stored)
    await read(stored, address)
    return stored
  }

  return {
    read,
    async collect(files) {
      const found = new Map<string, StoredFile>()
      const waiting = new Set<number>()
      const wait = (hash: string) => references.get(hash)?.forEach((one) => waiting.add(one))
      for (const { hash } of files.values()) wait(hash)
      // A set is walked to its end: also what media files refer to is adopted.
      for (const number of waiting) {
        const address = addresses[number] ?? ''
        const stored = await adopt(address)
        found.set(`/${address}`, stored)
        wait(stored.hash)
      }
      return found
    },
  }
}
