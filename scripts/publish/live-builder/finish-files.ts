import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { countDeferred, makeAllDeferred } from '#integrations/media/deferred-files.ts'
import { createFontManager } from '#integrations/fonts/font-manager.ts'
import { createAssetReader, FONT_BASE } from '#integrations/fonts/page-fonts.ts'
import type { PublishProgress } from '../../lib/build-progress.ts'
import type { BuiltSite, StoredFile } from '../built-site.ts'
import { storeFolder } from '../store-folder.ts'
import type { Store } from '../store.ts'
import { createMediaCollector, isMedia } from './collect-media.ts'
import { RenderError } from './describe-failure.ts'
import { isText } from './find-references.ts'

export interface BuildObserver {
  onProgress: (progress: PublishProgress) => void
  /** Called with the hashes of newly stored pages. */
  onStored: (hashes: string[]) => void
}

type FinishedSite = Pick<BuiltSite, 'files' | 'deferredFiles'>

const REPORT_EVERY = 20
/** Concurrent generation of deferred files, for two cores: a higher number would only use memory. */
const DEFERRED_CONCURRENCY = 3
const isPage = (name: string): boolean => name.endsWith('.html')

/**
 * Completes rendered files: inserts font subsets into pages, stores all files and collects their media.
 * @param assets folder of the scripts and style sheets of the bundle
 * @param rendered folder for rendered pages until the characters of all pages can be counted
 * @param known stored media files by path, which need not be read
 */
export async function createFinisher(
  store: Store,
  { assets, rendered }: { assets: string; rendered: string },
  known: ReadonlyMap<string, StoredFile>,
) {
  const files = new Map<string, StoredFile>()
  const readStored = ({ hash }: StoredFile) => readFileSync(store.getFile(hash), 'utf8')
  const collector = createMediaCollector(store, known, readStored)
  const book = createFontManager(FONT_BASE, createAssetReader(assets))
  /** Pages whose fonts are pending. */
  const waiting = new Set<string>()
  const getWaitingFile = (name: string) => path.join(rendered, encodeURIComponent(name))

  for (const [name, file] of (await storeFolder(assets, store)).files) {
    if (isMedia(name)) continue
    files.set(name, file)
    if (isText(name)) collector.setReferences(name, readStored(file))
  }

  async function put(name: string, content: string): Promise<StoredFile> {
    const stored = await store.put(content)
    if (isText(name)) collector.setReferences(name, content)
    files.set(name, stored)
    return stored
  }

  // Synchronous calls: for tens of thousands of small files, awaiting costs more than the calls.

  function readPage(name: string): string {
    const file = waiting.has(name)
      ? getWaitingFile(name)
      : store.getFile(files.get(name)?.hash ?? '')
    return readFileSync(file, 'utf8')
  }

  /** Writes the waiting pages, or all pages when the shared characters have changed. */
  async function writePages({ onProgress, onStored }: BuildObserver): Promise<void> {
    let done = 0
    let fresh: string[] = []
    const total = Math.max(waiting.size, 1)
    const report = () => {
      if (fresh.length > 0) onStored(fresh)
      fresh = []
      onProgress({ phase: 'store', done, total: Math.max(done, total) })
    }
    const write = async (name: string, content: string) => {
      fresh.push((await put(name, content)).hash)
      waiting.delete(name)
      done += 1
      if (fresh.length >= REPORT_EVERY) report()
    }
    await book.writePages({
      read: (file) => readPage(`/${file}`),
      write: (file, html) => write(`/${file}`, html),
    })
    // Pages without fonts are stored unchanged.
    for (const name of waiting) await write(name, readPage(name))
    report()
    rmSync(rendered, { recursive: true, force: true })
  }

  /** Collects existing media files and lists all files. */
  async function collectFiles(): Promise<FinishedSite> {
    for (const [name, file] of await collector.collect()) {
      if (file) files.set(name, file)
      else files.delete(name)
    }
    await store.flush()
    // Sorted, so that equal sites have equal manifests.
    const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))
    return { files: new Map(sorted), deferredFiles: countDeferred() }
  }

  /**
   * Stores the added files with their fonts and the media files that exist.
   * @throws RenderError when that fails: part of the files is then missing without a mark
   */
  async function storeFiles(observer: BuildObserver): Promise<FinishedSite> {
    try {
      if (waiting.size > 0) await writePages(observer)
      return await collectFiles()
    } catch (cause) {
      throw new RenderError('files could not be stored', { cause })
    }
  }

  return {
    /** Adds a rendered file: `/drama/detail/12.html`. */
    async addFile(name: string, content: string): Promise<void> {
      if (!isPage(name)) {
        await put(name, content)
        return
      }
      if (waiting.size === 0) mkdirSync(rendered, { recursive: true })
      writeFileSync(getWaitingFile(name), content)
      waiting.add(name)
      book.addPage(name.slice(1), content)
    },
    remove(name: string): void {
      if (isPage(name)) book.removePage(name.slice(1))
      collector.removeReferences(name)
      files.delete(name)
    },
    finish: storeFiles,
    /**
     * Generates the deferred files.
     * @throws the reason of the signal when it was aborted in time
     * @throws RenderError when the files cannot be stored
     */
    async complete(observer: BuildObserver, signal: AbortSignal): Promise<FinishedSite> {
      await makeAllDeferred(
        DEFERRED_CONCURRENCY,
        (done, total) => observer.onProgress({ phase: 'media', done, total }),
        signal,
      )
      return storeFiles(observer)
    },
  }
}
