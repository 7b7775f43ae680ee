import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { StoredFile } from '../built-site.ts'

const LINE = /^([0-9a-f]{64}) (\d+) (.+)$/gm

/**
 * Opens the persistent hashes of cached files, so that a start does not have to read all of them; for files
 * whose content never changes under the same name.
 * @param list path of the cache file; incomplete lines are ignored
 */
export function openHashCache(list: string) {
  const known = new Map<string, StoredFile>()
  let fresh = ''
  const lines = existsSync(list) ? readFileSync(list, 'utf8') : ''
  for (const [, hash = '', size, name = ''] of lines.matchAll(LINE)) {
    known.set(name, { hash, size: Number(size) })
  }
  return {
    /** Finds the hash of a file; undefined for an unknown name or a changed size. */
    find(name: string, file: string): StoredFile | undefined {
      const cached = known.get(name)
      if (!cached) return undefined
      return statSync(file, { throwIfNoEntry: false })?.size === cached.size ? cached : undefined
    },
    add(name: string, stored: StoredFile): void {
      known.set(name, stored)
      fresh += `${stored.hash} ${stored.size} ${name}\n`
    },
    /** Writes new entries to disk. */
    flush(): void {
      if (fresh === '') return
      mkdirSync(path.dirname(list), { recursive: true })
      appendFileSync(list, fresh)
      fresh = ''
    },
  }
}

export type HashCache = ReturnType<typeof openHashCache>
