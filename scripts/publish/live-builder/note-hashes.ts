import { appendFileSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { StoredFile } from '../built-site.ts'

/** What the files of a cache hold, noted so that the next build need not read them all. */
export interface NotedHashes {
  /** Nothing for a name that is not noted, or a file that is not as it was. */
  find(name: string, file: string): StoredFile | undefined
  note(name: string, stored: StoredFile): void
  /** Puts what was noted on the disk. */
  flush(): void
}

const LINE = /^([0-9a-f]{64}) (\d+) (.+)$/gm

/**
 * Notes by name, for files whose content never changes under their name.
 * @param list the file with the notes; a line that broke off is no note
 */
export function noteHashes(list: string): NotedHashes {
  const known = new Map<string, StoredFile>()
  let fresh = ''
  for (const [, hash = '', size, name = ''] of readList(list).matchAll(LINE)) {
    known.set(name, { hash, size: Number(size) })
  }
  return {
    find(name, file) {
      const noted = known.get(name)
      if (!noted) return undefined
      return statSync(file, { throwIfNoEntry: false })?.size === noted.size ? noted : undefined
    },
    note(name, stored) {
      known.set(name, stored)
      fresh += `${stored.hash} ${stored.size} ${name}\n`
    },
    flush() {
      if (fresh === '') return
      mkdirSync(path.dirname(list), { recursive: true })
      appendFileSync(list, fresh)
      fresh = ''
    },
  }
}

function readList(list: string): string {
  try {
    return readFileSync(list, 'utf8')
  } catch {
    return ''
  }
}
