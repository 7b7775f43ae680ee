import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Contents on their way: a few stay in memory, a whole site goes through the disk. */
export interface Spool {
  put(name: string, content: Uint8Array): Promise<void>
  /** Nothing for what was not put. */
  read(name: string): Promise<Uint8Array | undefined>
  clear(): Promise<void>
}

const IN_MEMORY = 32 * 2 ** 20

/** @param folder made when memory does not hold all; @param limit bytes to hold in memory */
export function createSpool(folder: string, limit = IN_MEMORY): Spool {
  const held = new Map<string, Uint8Array>()
  const written = new Map<string, string>()
  let size = 0

  return {
    async put(name, content) {
      if (size + content.byteLength <= limit) {
        size += content.byteLength
        held.set(name, content)
        return
      }
      const file = path.join(folder, String(written.size))
      written.set(name, file)
      await mkdir(folder, { recursive: true })
      await writeFile(file, content)
    },
    async read(name) {
      const file = written.get(name)
      return file === undefined ? held.get(name) : readFile(file)
    },
    async clear() {
      held.clear()
      size = 0
      if (written.size > 0) await rm(folder, { recursive: true, force: true })
      written.clear()
    },
  }
}
