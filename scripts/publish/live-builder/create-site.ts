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
      const pages = await fillFonts(rendered, removed, readPage)
      for (const name of removed) {
        parts.pages.delete(name)
        parts.headers.delete(name)
      }
      for (const [name, { headers }] of rendered) {
        if (Object.keys(headers).length > 0) parts.headers.set(name, headers)
        else parts.headers.delete(name)
      }
      const total = pages.size
      let done = 0
      await mapLimited([...pages], AT_ONCE, async ([name, content]) => {
        await put(name, content)
        done += 1
        onProgress({ phase: 'store', done, total })
      })
      const site = await assemble(parts, collector)
      return { ...site, times: { fetchMs, renderMs, storeMs: performance.now() - begun } }
    },
  }
}

/** Writes into pages which fonts they load; other files stay as they were rendered. */
async function fillFonts(
  rendered: ReadonlyMap<string, RenderedFile>,
  removed: readonly string[],
  readPage: (file: string) => Promise<string>,
): Promise<Map<string, Uint8Array>> {
  const book = builtFontBook()
  if (!book) throw new Error('the build made no fonts')
  const html = [...rendered].filter(([name]) => name.endsWith('.html'))
  const decode = new TextDecoder()
  const encode = new TextEncoder()
  const pages = new Map(html.map(([name, { content }]) => [name.slice(1), decode.decode(content)]))
  const gone = removed.filter((name) => name.endsWith('.html')).map((name) => name.slice(1))
  const filled = await book.cut(pages, gone, readPage)
  return new Map([
    ...[...rendered].map(([name, { content }]) => [name, content] as const),
    ...[...filled].map(([file, text]) => [`/${file}`, encode.encode(text)] as const),
  ])
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
