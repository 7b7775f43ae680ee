import { createHash, randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hashFile } from '../lib/hash-file.ts'
import { mapLimited } from '../lib/map-limited.ts'
import type { StoredFile } from './built-site.ts'

/** Contents by their hash: equal files of all releases are kept once. */
export interface Store {
  /** Where a content lies, whether it is there or not. */
  fileOf(hash: string): string
  /** Puts a content into the store. */
  put(content: string | Uint8Array): Promise<StoredFile>
  /** Puts a file into the store; it is a link to the given one where that can be. */
  adopt(file: string): Promise<StoredFile>
  /** Makes sure that all that was put is on the disk: only then may a manifest name it. */
  flush(): Promise<void>
  /** The hashes that are there. */
  list(): Promise<Set<string>>
  /** Removes what no hash of `used` names and what has lain here since before `before` (epoch ms). */
  removeUnused(used: ReadonlySet<string>, before: number): Promise<number>
}

/** Files at work at once. */
const AT_ONCE = 16

/** The store of a data folder: `store/<2 hex>/<sha256>`. */
export function openStore(dataDir: string): Store {
  const root = path.resolve(dataDir, 'store')
  const unsynced = new Set<string>()
  const fileOf = (hash: string) => path.join(root, hash.slice(0, 2), hash)

  /** Makes a content appear in one step under its name, unless it is there. */
  async function place(stored: StoredFile, write: (draft: string) => Promise<unknown>) {
    const { hash, size } = stored
    if (await hasSize(fileOf(hash), size)) return stored
    const folder = path.dirname(fileOf(hash))
    await mkdir(folder, { recursive: true })
    const draft = path.join(folder, `${randomUUID()}.draft`)
    try {
      await write(draft)
      await rename(draft, fileOf(hash))
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    unsynced.add(hash)
    return stored
  }

  async function listFiles(): Promise<{ name: string; file: string }[]> {
    const shards = await readNames(root)
    const lists = await mapLimited(shards, AT_ONCE, async (shard) => {
      const names = await readNames(path.join(root, shard))
      return names.map((name) => ({ name, file: path.join(root, shard, name) }))
    })
    return lists.flat()
  }

  return {
    fileOf,
    async put(content) {
      const hash = createHash('sha256').update(content).digest('hex')
      const stored = { hash, size: Buffer.byteLength(content) }
      return place(stored, (draft) => writeFile(draft, content))
    },
    async adopt(file) {
      return place(await hashFile(file), (draft) =>
        // Across file systems a link is a copy.
        link(file, draft).catch(() => copyFile(file, draft)),
      )
    },
    async flush() {
      const hashes = [...unsynced]
      await mapLimited(hashes, AT_ONCE, async (hash) => {
        await syncFile(fileOf(hash))
        unsynced.delete(hash)
      })
    },
    async list() {
      return new Set((await listFiles()).map(({ name }) => name))
    },
    async removeUnused(used, before) {
      const unused = (await listFiles()).filter(({ name }) => !used.has(name))
      const removed = await mapLimited(unused, AT_ONCE, async ({ file }) => {
        // The change of the entry, not of the content: a file may be linked from an old one.
        const { ctimeMs } = await stat(file)
        if (ctimeMs >= before) return 0
        await rm(file, { force: true })
        return 1
      })
      return removed.reduce<number>((sum, count) => sum + count, 0)
    },
  }
}

async function hasSize(file: string, size: number): Promise<boolean> {
  const found = await stat(file).catch(() => undefined)
  return found?.size === size
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function readNames(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
