import { readFile, rm } from 'node:fs/promises'
import { build } from 'astro'
import type { RefreshOptions } from '#content/answers.ts'
import { builtFontBook } from '#content/fonts/page-fonts.ts'
import type { Headers } from '../../serve/headers.ts'
import { mapLimited } from '../../lib/map-limited.ts'
import type { BuildProgress, BuiltSite, StoredFile } from '../built-site.ts'
import { storeFolder } from '../store-folder.ts'
import type { Store } from '../store.ts'
import { createMediaCollector, isMedia, type MediaCollector } from './collect-files.ts'
import { keepRenderer, type RenderedFile, type Renderer } from './keep-renderer.ts'

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
    const parts: Parts = { fixed: new Map(), pages: new Map(), headers: new Map(headers) }
    for (const [name, file] of files) {
      if (own.has(name)) parts.pages.set(name, file)
      else if (!isMedia(name)) parts.fixed.set(name, file)
    }
    const lost = [...own].filter((name) => !parts.pages.has(name))
    if (lost.length > 0) throw new Error(`rendered but not built: ${lost.slice(0, 5).join(', ')}`)
    const collector = createMediaCollector(store)
    const all = [...parts.fixed, ...parts.pages]
    await mapLimited(all, AT_ONCE, ([name, file]) => collector.read(file, name))
    const site = followContent({ renderer, store, parts, collector })
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
  renderer: Renderer
  store: Store
  parts: Parts
  collector: MediaCollector
}

function followContent({ renderer, store, parts, collector }: Following): LiveSite {
  const readPage = (file: string): Promise<string> =>
    readFile(store.fileOf(parts.pages.get(`/${file}`)?.hash ?? ''), 'utf8')

  async function put(name: string, content: Uint8Array): Promise<void> {
    const stored = await store.put(content)
    await collector.read(stored, name, content)
    parts.pages.set(name, stored)
  }

  return {
    async update(options, onProgress) {
      onProgress({ phase: 'fetch', done: 0 })
      const { rendered, removed, fetchMs, renderMs } = await renderer.update(
        options,
        (done, total) => onProgress({ phase: 'render', done, total }),
      )
      const begun = performance.now()
      for (const name of removed) {
        parts.pages.delete(name)
        parts.headers.delete(name)
      }
      for (const [name, { headers }] of rendered) {
        if (Object.keys(headers).length > 0) parts.headers.set(name, headers)
        else parts.headers.delete(name)
      }
      let done = 0
      const keep = async (name: string, content: Uint8Array) => {
        await put(name, content)
        done += 1
        onProgress({ phase: 'store', done })
      }
      const others = [...rendered].filter(([name]) => !isPage(name))
      await mapLimited(others, AT_ONCE, ([name, { content }]) => keep(name, content))
      await writeWithFonts({ rendered, removed, readPage, keep })
      const site = await assemble(parts, collector)
      return { ...site, times: { fetchMs, renderMs, storeMs: performance.now() - begun } }
    },
  }
}

const isPage = (name: string): boolean => name.endsWith('.html')

interface Change {
  rendered: ReadonlyMap<string, RenderedFile>
  removed: readonly string[]
  /** A page of before as it was written. */
  readPage(file: string): Promise<string>
  keep(name: string, content: Uint8Array): Promise<void>
}

/** Keeps pages with the names of the fonts that they load. */
async function writeWithFonts({ rendered, removed, readPage, keep }: Change): Promise<void> {
  const book = builtFontBook()
  if (!book) throw new Error('the build made no fonts')
  const toFiles = (names: Iterable<string>) =>
    [...names].filter(isPage).map((name) => name.slice(1))
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  const written = new Set<string>()
  await book.cut({
    rendered: toFiles(rendered.keys()),
    removed: toFiles(removed),
    async read(file) {
      const content = rendered.get(`/${file}`)?.content
      return content ? decoder.decode(content) : readPage(file)
    },
    async write(file, html) {
      written.add(`/${file}`)
      await keep(`/${file}`, encoder.encode(html))
    },
  })
  // A page that names no fonts stays as it is.
  for (const [name, { content }] of rendered) {
    if (isPage(name) && !written.has(name)) await keep(name, content)
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
