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
import pLimit from 'p-limit'
import { hashFile } from '../lib/hash-file.ts'
import type { StoredFile } from './built-site.ts'
import { CONTENTS_FOLDER, nameContent } from './release-files.ts'

/** Concurrent file operations. */
const AT_ONCE = 16
/** From this number of files on, syncing the whole file system is faster than syncing each file. */
const MANY_FILES = 2000

/**
 * Opens the content-addressed store of a data folder, `store/<2 hex>/<sha256>`, in which equal files of all
 * releases are stored once.
 */
export function openStore(dataDir: string) {
  const root = path.resolve(dataDir, CONTENTS_FOLDER)
  const unsynced = new Set<string>()
  const folders = new Set<string>()
  const getFile = (hash: string) => path.resolve(dataDir, nameContent(hash))

  // Synchronous calls: for tens of thousands of small files, awaiting costs more than the calls.

  /** Stores a content atomically under its hash, unless it exists. */
  function place(stored: StoredFile, write: (draft: string) => void): StoredFile {
    const { hash: name, size } = stored
    const target = getFile(name)
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
    const lists = await pLimit(AT_ONCE).map(shards, async (shard) => {
      const names = await readNames(path.join(root, shard))
      return names.map((name) => ({ name, file: path.join(root, shard, name) }))
    })
    return lists.flat()
  }

  return {
    /** The path of a content, which may not exist yet. */
    getFile,
    /** Stores a content. */
    async put(content: string | Uint8Array): Promise<StoredFile> {
      const stored = { hash: digest('sha256', content), size: Buffer.byteLength(content) }
      return place(stored, (draft) => writeFileSync(draft, content))
    },
    /**
     * Stores a file, as a hard link where possible.
     * @param known its hash and size, if already computed
     */
    async adopt(file: string, known?: StoredFile): Promise<StoredFile> {
      return place(known ?? (await hashFile(file)), (draft) => linkOrCopy(file, draft))
    },
    /** Flushes all new contents to disk; only then may a manifest refer to them. */
    async flush(): Promise<void> {
      const hashes = [...unsynced]
      if (hashes.length < MANY_FILES || !(await syncFileSystem(root))) {
        await pLimit(AT_ONCE).map(hashes, (hash) => syncFile(getFile(hash)))
      }
      for (const hash of hashes) unsynced.delete(hash)
    },
    /** Lists the stored hashes. */
    async list(): Promise<Set<string>> {
      return new Set((await listFiles()).map(({ name }) => name))
    },
    /** Deletes contents that are not in `used` and were stored before `before` (epoch ms). */
    async removeUnused(used: ReadonlySet<string>, before: number): Promise<void> {
      const unused = (await listFiles()).filter(({ name }) => !used.has(name))
      await pLimit(AT_ONCE).map(unused, async ({ file }) => {
        // ctime, not mtime: the file may be a hard link to an older file.
        const { ctimeMs } = await stat(file)
        if (ctimeMs < before) await rm(file, { force: true })
      })
    },
  }
}

export type Store = ReturnType<typeof openStore>

/** Creates a hard link where possible. */
export function linkOrCopy(file: string, target: string): void {
  try {
    linkSync(file, target)
  } catch {
    // Hard links do not work across file systems.
    copyFileSync(file, target)
  }
}

function hasSize(file: string, size: number): boolean {
  return statSync(file, { throwIfNoEntry: false })?.size === size
}

/** Syncs the file system of a folder. @returns false when the `sync` program fails */
function syncFileSystem(folder: string): Promise<boolean> {
  return new Promise((done) => {
    execFile('sync', ['--file-system', folder], (error) => done(error === null))
  })
}

async function syncFile(file: string): Promise<void> {
  await using handle = await open(file, 'r')
  await handle.sync()
}

async function readNames(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
