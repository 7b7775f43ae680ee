// The thread that finishes what has been rendered: cuts the fonts of pages, puts files into the store
// and finds the media files that they need, while the next pages are rendered on the other core.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { buildConfig } from '#content/build-config.ts'
import { createFontBook } from '#content/fonts/font-book.ts'
import { noteCommonText } from '#content/fonts/note-common-text.ts'
import { deferFiles, makeAllDeferred, makeDeferred } from '#content/deferred-files.ts'
import { FONT_BASE } from '#content/fonts/page-fonts.ts'
import { neededFiles } from '#content/media-store.ts'
import type { StoredFile } from '../built-site.ts'
import { storeFolder } from '../store-folder.ts'
import { openStore } from '../store.ts'
import { createMediaCollector, isMedia } from './collect-files.ts'
import { createSpool } from './create-spool.ts'
import { noteHashes } from './note-hashes.ts'
import type { FileChanges, ShelfMessage, ShelfOrder } from './shelf-messages.ts'

/** Where a shelf keeps its files. */
export interface ShelfPlaces {
  dataDir: string
  /** The folder that the bundle is built into. */
  bundle: string
  /** A file for what waits. */
  spool: string
}

const { dataDir, bundle, spool: spoolFile } = workerData as ShelfPlaces
const store = openStore(dataDir)
const spool = createSpool(spoolFile)
const readStored = ({ hash }: StoredFile) => readFileSync(store.fileOf(hash))
const hashes = noteHashes(path.join(buildConfig.cacheDir, 'site-hashes.txt'))
const collector = createMediaCollector(store, hashes, readStored)
const assets = new Map<string, StoredFile>()
const pages = new Map<string, StoredFile>()
const changed = new Map<string, StoredFile | null>()
const note = noteCommonText(path.join(buildConfig.cacheDir, 'common-text.json'))
const book = createFontBook(FONT_BASE, createAssetReader(), { note })
const decoder = new TextDecoder()
const encoder = new TextEncoder()
const isPage = (name: string): boolean => name.endsWith('.html')
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const tell = (message: ShelfMessage): void => parentPort?.postMessage(message)

/** Style sheets and scripts: from the folder that the bundle is built into, later from the store. */
function createAssetReader(): (name: string) => string {
  const known = new Map<string, string>()
  const find = (name: string): string => {
    const stored = assets.get(name)
    const file = stored ? store.fileOf(stored.hash) : path.join(bundle, name)
    try {
      return readFileSync(file, 'utf8')
    } catch {
      return ''
    }
  }
  return (name) => {
    const text = known.get(name) ?? find(name)
    known.set(name, text)
    return text
  }
}

async function put(name: string, content: Uint8Array): Promise<StoredFile> {
  const stored = await store.put(content)
  collector.enter(name, content)
  pages.set(name, stored)
  changed.set(name, stored)
  return stored
}

const TOLD_EVERY = 20
/** So many keep the threads that cut fonts busy, and a request for one of them waits for few. */
const DEFERRED_AT_ONCE = 4

/** Pages written in this round. */
const written = new Set<string>()
/** Hashes of those that nobody has been told of. */
let fresh: string[] = []

function tellWritten(): void {
  tell({ kind: 'written', done: written.size, hashes: fresh })
  fresh = []
}

async function writePage(name: string, content: Uint8Array): Promise<void> {
  written.add(name)
  fresh.push((await put(name, content)).hash)
  if (fresh.length >= TOLD_EVERY) tellWritten()
}

/** Pages wait for their fonts when nobody knows what pages share; all else is done as it is rendered. */
async function take(name: string, content: Uint8Array): Promise<void> {
  if (!isPage(name)) {
    await put(name, content)
    return
  }
  const html = decoder.decode(content)
  book.take(name.slice(1), html)
  const filled = await book.fillAhead(name.slice(1), html)
  if (filled === undefined) spool.put(name, content)
  else await writePage(name, encoder.encode(filled))
}

async function takeBundle(folder: string): Promise<void> {
  const { files } = await storeFolder(folder, store)
  for (const [name, file] of files) {
    if (isMedia(name)) continue
    assets.set(name, file)
    changed.set(name, file)
    collector.enter(name, readStored(file))
  }
}

/** Writes pages with the names of the fonts that they load, but for those that were filled ahead. */
async function writePages(): Promise<void> {
  const readPage = (name: string) => readFile(store.fileOf(pages.get(name)?.hash ?? ''), 'utf8')
  await book.cut({
    read: async (file) => spool.readText(`/${file}`) ?? readPage(`/${file}`),
    write: (file, html) => writePage(`/${file}`, encoder.encode(html)),
  })
  // A page that names no fonts stays as it is.
  for (const name of spool.names()) {
    const content = written.has(name) ? undefined : spool.read(name)
    if (content) await writePage(name, content)
  }
  tellWritten()
  written.clear()
}

async function finish(order: Extract<ShelfOrder, { kind: 'finish' }>): Promise<FileChanges> {
  for (const [address, file] of order.media) neededFiles().set(address, file)
  deferFiles(order.defers)
  for (const name of order.removed) {
    if (isPage(name)) book.drop(name.slice(1))
    collector.leave(name)
    pages.delete(name)
    changed.set(name, null)
  }
  if (order.bundle !== undefined) await takeBundle(order.bundle)
  await writePages()
  if (!order.defers) {
    await makeAllDeferred(DEFERRED_AT_ONCE, (done, total) => tell({ kind: 'made-of', done, total }))
  }
  spool.clear()
  for (const [name, file] of await collector.collect()) changed.set(name, file)
  await store.flush()
  const changes: FileChanges = { stored: [], gone: [] }
  for (const [name, file] of changed) {
    if (file) changes.stored.push([name, file])
    else changes.gone.push(name)
  }
  changed.clear()
  return changes
}

let hasFailed = false

function fail(error: unknown): void {
  hasFailed = true
  tell({ kind: 'failed', error })
}

async function takeFiles({ files }: Extract<ShelfOrder, { kind: 'put' }>): Promise<void> {
  await Promise.all(files.map(([name, content]) => take(name, content))).catch(fail)
  tell({ kind: 'taken', count: files.length })
}

/** What was put and is not done. */
const puts = new Set<Promise<void>>()

parentPort?.on('message', async (order: ShelfOrder) => {
  if (order.kind === 'put') {
    const taking = takeFiles(order)
    puts.add(taking)
    return taking.then(() => puts.delete(taking))
  }
  if (order.kind === 'make') {
    const { request, path: file } = order
    return makeDeferred(file).then((made) => tell({ kind: 'made', request, file: made }), fail)
  }
  await Promise.all(puts)
  if (!hasFailed) await finish(order).then((changes) => tell({ kind: 'finished', changes }), fail)
})
