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

export function createMediaCollector(store: Store): MediaCollector {
  const references = new Map<string, readonly string[]>()
  const adopted = new Map<string, StoredFile>()

  async function read({ hash }: StoredFile, name: string, content?: Uint8Array): Promise<void> {
    if (references.has(hash) || !TEXT.test(name)) return
    const text = content
      ? Buffer.from(content).toString('utf8')
      : await readFile(store.fileOf(hash), 'utf8')
    const found = new Set<string>()
    for (const [, address = ''] of text.matchAll(ADDRESS)) found.add(address)
    for (const [font] of text.matchAll(FONT)) found.add(`fonts/${font}.woff2`)
    references.set(
      hash,
      [...found].filter((address) => neededFiles().has(address)),
    )
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
      const waiting = [
        ...new Set([...files.values()].flatMap(({ hash }) => references.get(hash) ?? [])),
      ]
      while (waiting.length > 0) {
        const address = waiting.pop() ?? ''
        if (found.has(`/${address}`)) continue
        const stored = await adopt(address)
        found.set(`/${address}`, stored)
        waiting.push(...(references.get(stored.hash) ?? []))
      }
      return found
    },
  }
}
