import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import pLimit from 'p-limit'
import type { FileStore } from '../lib/file-store/file-store.ts'
import { createFolderStore } from '../lib/file-store/folder-store.ts'
import { hashFile } from '../lib/hash-file.ts'
import type { StoredFile } from './built-site.ts'
import {
  CONTENTS_FOLDER,
  nameContent,
  nameManifest,
  POINTER_FILE,
  RELEASES_FOLDER,
  RETIRED_FILE,
  SYNCED_POINTER_FILE,
} from './release-files.ts'
import { listReleases, parsePointer, readRelease, type Pointer } from './releases.ts'
import { readRetiredAssets, serialiseAssets, type RetiredAssets } from './retired-assets.ts'
import { openStore } from './store.ts'
import { readUsedHashes } from './tidy.ts'

/** Concurrent transfers. */
const AT_ONCE = 16

/** Transfers contents. After a failure no further transfer starts, because all are repeated soon. */
async function transfer<T>(
  contents: Iterable<T>,
  run: (content: T) => Promise<void>,
): Promise<void> {
  const limit = pLimit(AT_ONCE)
  await limit.map(contents, run).finally(limit.clearQueue)
}

/** A stored file does not match the hash in its name. */
export class DamagedContentError extends Error {
  override name = 'DamagedContentError'
}

/** Copies releases between a data folder and the shared store. @param shared files of the shared store */
export function createSharedReleases(dataDir: string, shared: FileStore) {
  const local = createFolderStore(dataDir)
  const contents = openStore(dataDir)
  // In the folder of contents, whose leftovers are deleted.
  const drafts = path.resolve(dataDir, CONTENTS_FOLDER, 'pulling')
  /** Hashes in the store; listed once, and again after another process was the builder. */
  let pushed: Set<string> | undefined
  /** Hashes of the pulled release, which are in the data folder until this process builds and tidies it. */
  let present: ReadonlySet<string> = new Set()

  async function listPushed(): Promise<Set<string>> {
    const names = [...(await shared.listNames(CONTENTS_FOLDER))]
    return new Set(names.map((name) => path.posix.basename(name)))
  }

  async function pushContents(files: Iterable<StoredFile>): Promise<void> {
    const known = (pushed ??= await listPushed())
    const missing = new Set([...files].map(({ hash }) => hash).filter((hash) => !known.has(hash)))
    await transfer(missing, async (hash) => {
      await shared.upload(nameContent(hash), contents.getFile(hash))
      known.add(hash)
    })
  }

  async function pullContent({ hash }: StoredFile): Promise<void> {
    const draft = path.join(drafts, randomUUID())
    try {
      const exists = await shared.download(nameContent(hash), draft)
      const content = exists ? await hashFile(draft) : undefined
      if (content?.hash !== hash) throw new DamagedContentError(`${nameContent(hash)} is damaged`)
      await contents.adopt(draft, content)
    } finally {
      await rm(draft, { force: true })
    }
  }

  async function pullContents(files: Iterable<StoredFile>): Promise<void> {
    const byHash = new Map([...files].map((file) => [file.hash, file]))
    const missing = [...byHash.values()].filter(
      ({ hash }) => !present.has(hash) && !existsSync(contents.getFile(hash)),
    )
    await mkdir(drafts, { recursive: true })
    await transfer(missing, pullContent)
    await contents.flush()
  }

  /** @returns undefined when the store has no such release */
  async function pullManifest(id: string) {
    const text = await shared.read(nameManifest(id))
    if (!text) return undefined
    // Written before its contents: releases with missing contents are never served.
    await local.write(nameManifest(id), text)
    return readRelease(dataDir, id)
  }

  const readText = async (files: FileStore, name: string) => (await files.read(name))?.toString()

  return {
    /** Pointer to the live release of the store; undefined if there is none yet. */
    async readPointer(): Promise<Pointer | undefined> {
      return parsePointer(await readText(shared, POINTER_FILE))
    },

    /** Copies the live release of the data folder to the store: contents first, the pointer last. */
    async push(): Promise<void> {
      const pointer = await readText(local, POINTER_FILE)
      const { id } = parsePointer(pointer) ?? {}
      const release = id === undefined ? undefined : await readRelease(dataDir, id)
      if (pointer === undefined || !release) return
      present = new Set()
      const retired = await readText(local, RETIRED_FILE)
      await pushContents(release.files.values())
      await pushContents((await readRetiredAssets(dataDir)).values())
      await shared.upload(nameManifest(release.id), local.locate(nameManifest(release.id)))
      if (retired !== undefined) await shared.write(RETIRED_FILE, retired)
      await shared.write(POINTER_FILE, pointer)
      await local.write(SYNCED_POINTER_FILE, pointer)
    },

    /**
     * Copies the live release of the store to the data folder, in the same order.
     * @returns whether the pointer has changed
     */
    async pull(): Promise<boolean> {
      const pointer = await readText(shared, POINTER_FILE)
      // Keeps a folder that is ahead of the store because its process ended before a push.
      if (pointer === undefined || pointer === (await readText(local, SYNCED_POINTER_FILE)))
        return false
      pushed = undefined
      const { id } = parsePointer(pointer) ?? {}
      const release = id === undefined ? undefined : await pullManifest(id)
      if (!release) throw new Error(`The store has no release ${id}`)
      const retired = await readText(shared, RETIRED_FILE)
      if (retired !== undefined) await local.write(RETIRED_FILE, retired)
      const live = [...release.files.values(), ...(await readRetiredAssets(dataDir)).values()]
      await pullContents(live)
      present = new Set(live.map(({ hash }) => hash))
      await local.write(POINTER_FILE, pointer)
      await local.write(SYNCED_POINTER_FILE, pointer)
      return true
    },

    /** Copies an earlier release of the store to the data folder. @returns false if there is no such release */
    async pullRelease(id: string): Promise<boolean> {
      const release = (await readRelease(dataDir, id)) ?? (await pullManifest(id))
      if (release) await pullContents(release.files.values())
      return release !== undefined
    },

    /** Makes a release of the store live; processes that follow the store switch to it. */
    async pointTo(pointer: Pointer, retired: RetiredAssets): Promise<void> {
      await shared.write(RETIRED_FILE, serialiseAssets(retired))
      await shared.write(POINTER_FILE, JSON.stringify(pointer))
    },

    /** Ids of the releases of the store, newest first. */
    async list(): Promise<string[]> {
      const names = [...(await shared.listNames(RELEASES_FOLDER))]
      return names
        .map((name) => name.replace(/\.json$/, ''))
        .toSorted()
        .toReversed()
    },

    /**
     * Deletes releases and contents from the store that are not in the data folder, which must have copied all
     * releases before (`pullRelease`).
     * @param before epoch ms; newer contents are kept, because they may belong to a running build
     */
    async tidy(before: number): Promise<void> {
      const kept = new Set((await listReleases(dataDir)).map(nameManifest))
      const used = await readUsedHashes(dataDir)
      const unused: string[] = []
      for await (const { name } of shared.list(RELEASES_FOLDER))
        if (!kept.has(name)) unused.push(name)
      for await (const { name, changedAt } of shared.list(CONTENTS_FOLDER)) {
        if (used.has(path.posix.basename(name)) || changedAt >= before) continue
        unused.push(name)
      }
      for (const name of unused) pushed?.delete(path.posix.basename(name))
      // Manifests come first: a manifest must not refer to deleted contents.
      await shared.remove(unused)
    },
  }
}
export type SharedReleases = ReturnType<typeof createSharedReleases>
