import { execFile } from 'node:child_process'
import { hash as digest, randomUUID } from 'node:crypto'
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
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
  /**
   * Puts a file into the store; it is a link to the given one where that can be.
   * @param known what it holds, if that is known
   */
  adopt(file: string, known?: StoredFile): Promise<StoredFile>
  /** Makes sure that all that was put is on the disk: only then may a manifest name it. */
  flush(): Promise<void>
  /** The hashes that are there. */
  list(): Promise<Set<string>>
  /** Removes what no hash of `used` names and what has lain here since before `before` (epoch ms). */
  removeUnused(used: ReadonlySet<string>, before: number): Promise<number>
}

/** Files at work at once. */
const AT_ONCE = 16
/** From so many files on, writing out the whole file system is quicker than one after the other. */
const MANY = 2000

/** The store of a data folder: `store/<2 hex>/<sha256>`. */
export function openStore(dataDir: string): Store {
  const root = path.resolve(dataDir, 'store')
  const unsynced = new Set<string>()
  const folders = new Set<string>()
  const fileOf = (hash: string) => path.join(root, hash.slice(0, 2), hash)

  // Builders put tens of thousands of small files: waiting for each step would take longer than the step.

  /** Makes a content appear in one step under its name, unless it is there. */
  function place(stored: StoredFile, write: (draft: string) => void): StoredFile {
    const { hash: name, size } = stored
    const target = fileOf(name)
    if (hasSize(target, size)) return stored
    const folder = path.dirname(target)
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true })
    folders.add(folder)
    const draft = path.join(folder, `${randomUUID()}.draft`)
    try {
      write(draft)
      renameSync(draft, target)
    } catch (error) {
      rmSync(draft, { force: true })
      throw error
    }
    unsynced.add(name)
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
      const stored = { hash: digest('sha256', content), size: Buffer.byteLength(content) }
      return place(stored, (draft) => writeFileSync(draft, content))
    },
    async adopt(file, known) {
      return place(known ?? (await hashFile(file)), (draft) => {
        try {
          linkSync(file, draft)
        } catch {
          // Across file systems a link is a copy.
          copyFileSync(file, draft)
        }
      })
    },
    async flush() {
      const hashes = [...unsynced]
      if (hashes.length < MANY || !(await syncFileSystem(root))) {
        await mapLimited(hashes, AT_ONCE, (one) => syncFile(fileOf(one)))
      }
      for (const one of hashes) unsynced.delete(one)
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

function hasSize(file: string, size: number): boolean {
  return statSync(file, { throwIfNoEntry: false })?.size === size
}

/** Writes out all that waits for the disk; false where no program does that for one file system. */
function syncFileSystem(folder: string): Promise<boolean> {
  return new Promise((done) => {
    execFile('sync', ['--file-system', folder], (error) => done(error === null))
  })
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
