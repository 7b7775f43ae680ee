import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'astro'
import type { RefreshOptions } from '#content/answers.ts'
import { builtFontBook } from '#content/fonts/page-fonts.ts'
import type { Headers } from '../../serve/headers.ts'
import { mapLimited } from '../../lib/map-limited.ts'
import type { BuildProgress, BuiltSite, StoredFile } from '../built-site.ts'
import { storeFolder } from '../store-folder.ts'
import type { Store } from '../store.ts'
import { createMediaCollector, isMedia, type MediaCollector } from './collect-files.ts'
import { createSpool, type Spool } from './create-spool.ts'
import {
  keepRenderer,
  type RenderedChange,
  type RenderedFile,
  type Renderer,
} from './keep-renderer.ts'

const AT_ONCE = 8

/** A site that is built once, and follows its content from then on. */
export interface LiveSite {
  update(options: RefreshOptions, onProgress: (progress: BuildProgress) => void): Promise<BuiltSite>
}

interface Parts {
  /** What the bundle made: scripts, styles, public files. */
  fixed: Map<string, StoredFile>
  pages: Map<string, StoredFile>
  headers: Map<string, Headers>
}

/**
 * Builds the whole site.
 * @param outDir a folder for the build; it is removed
 */
export async function createSite(
  root: string,
  outDir: string,
  store: Store,
): Promise<{ site: LiveSite; built: BuiltSite }> {
  const renderer = keepRenderer()
  const begun = performance.now()
  try {
    await build({ root, outDir, integrations: [renderer.integration] })
    const rendered = performance.now()
    const { files, headers } = await storeFolder(outDir, store)
    const own = new Set(renderer.list())
    const parts: Parts = { fixed: new Map(), pages: new Map(), headers: new Map() }
    for (const [name, set] of headers) parts.headers.set(name, shareHeaders(set))
    for (const [name, file] of files) {
      if (own.has(name)) parts.pages.set(name, file)
      else if (!isMedia(name)) parts.fixed.set(name, file)
    }
    const lost = [...own].filter((name) => !parts.pages.has(name))
    if (lost.length > 0) throw new Error(`rendered but not built: ${lost.slice(0, 5).join(', ')}`)
    const collector = createMediaCollector(store)
    const all = [...parts.fixed, ...parts.pages]
    await mapLimited(all, AT_ONCE, ([name, file]) => collector.read(file, name))
    const spool = createSpool(path.join(outDir, 'spool'))
    const site = followContent({ spool, renderer, store, parts, collector })
    const times = {
      fetchMs: 0,
      renderMs: rendered - begun,
      storeMs: performance.now() - rendered,
    }
    return { site, built: { ...(await assemble(parts, collector)), times } }
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}

interface Following {
  /** For pages that wait for their fonts. */
  spool: Spool
  renderer: Renderer
  store: Store
  parts: Parts
  collector: MediaCollector
}

function followContent({ spool, renderer, store, parts, collector }: Following): LiveSite {
  const readPage = (name: string): Promise<Uint8Array> =>
    readFile(store.fileOf(parts.pages.get(name)?.hash ?? ''))

  async function put(name: string, content: Uint8Array): Promise<void> {
    const stored = await store.put(content)
    await collector.read(stored, name, content)
    parts.pages.set(name, stored)
  }

  /** Pages wait for their fonts; all else is done as it is rendered. */
  async function take(name: string, { content, headers }: RenderedFile): Promise<void> {
    if (Object.keys(headers).length > 0) parts.headers.set(name, shareHeaders(headers))
    else parts.headers.delete(name)
    await (isPage(name) ? spool.put(name, content) : put(name, content))
  }

  return {
    async update(options, onProgress) {
      onProgress({ phase: 'fetch', done: 0 })
      try {
        const change = await renderer.update(options, take, (done, total) =>
          onProgress({ phase: 'render', done, total }),
        )
        const begun = performance.now()
        for (const name of change.removed) {
          parts.pages.delete(name)
          parts.headers.delete(name)
        }
        let done = 0
        await writeWithFonts(change, {
          read: async (name) => (await spool.read(name)) ?? readPage(name),
          async write(name, content) {
            await put(name, content)
            done += 1
            onProgress({ phase: 'store', done })
          },
        })
        const site = await assemble(parts, collector)
        const { fetchMs, renderMs } = change
        return { ...site, times: { fetchMs, renderMs, storeMs: performance.now() - begun } }
      } finally {
        await spool.clear()
      }
    },
  }
}

const shared = new Map<string, Headers>()

/** Most pages have the headers of others: they are one object, also where they are sent to. */
function shareHeaders(headers: Headers): Headers {
  const key = JSON.stringify(headers)
  const known = shared.get(key) ?? headers
  shared.set(key, known)
  return known
}

const isPage = (name: string): boolean => name.endsWith('.html')

interface Pages {
  read(name: string): Promise<Uint8Array>
  write(name: string, content: Uint8Array): Promise<void>
}

/** Writes pages with the names of the fonts that they load. */
async function writeWithFonts(
  { rendered, removed }: Pick<RenderedChange, 'rendered' | 'removed'>,
  { read, write }: Pages,
): Promise<void> {
  const book = builtFontBook()
  if (!book) throw new Error('the build made no fonts')
  const toFiles = (names: readonly string[]) => names.filter(isPage).map((name) => name.slice(1))
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  const written = new Set<string>()
  await book.cut({
    rendered: toFiles(rendered),
    removed: toFiles(removed),
    read: async (file) => decoder.decode(await read(`/${file}`)),
    async write(file, html) {
      written.add(`/${file}`)
      await write(`/${file}`, encoder.encode(html))
    },
  })
  // A page that names no fonts stays as it is.
  for (const name of rendered) {
    if (isPage(name) && !written.has(name)) await write(name, await read(name))
  }
}

async function assemble(
  { fixed, pages, headers }: Parts,
  collector: MediaCollector,
): Promise<Pick<BuiltSite, 'files' | 'headers'>> {
  const own = new Map([...fixed, ...pages])
  const media = await collector.collect(own)
  const names = [...own, ...media].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { files: new Map(names), headers: new Map(headers) }
}
