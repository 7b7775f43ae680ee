import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { RefreshOptions } from '#content/answers.ts'
import { findMissingTexts } from '#content/seo/language-parity.ts'
import type { Headers } from '../../serve/headers.ts'
import type { BuildProgress } from '../built-site.ts'
import { createShelf, type Shelf } from './create-shelf.ts'
import { keepRenderer, type RenderedChange } from './keep-renderer.ts'
import type { ChangedSite } from './messages.ts'
import { openBundle } from './open-bundle.ts'
import { quickenDigests } from './quicken-digests.ts'
import { runBundle } from './run-bundle.ts'

/** Who follows a build. */
export interface Follower {
  onProgress: (progress: BuildProgress) => void
  /** Told the hashes of pages that are in the store. */
  onStored: (hashes: string[]) => void
}

/** A site that is built once, and follows its content from then on. */
export interface LiveSite {
  update(options: RefreshOptions): Promise<ChangedSite>
}

/**
 * Builds the whole site: Astro bundles it, and its pages are rendered as they are at any later change.
 * @param workDir a folder for the bundle and for pages that wait
 */
export async function createSite(
  root: string,
  { workDir, dataDir }: { workDir: string; dataDir: string },
  follower: Follower,
): Promise<{ site: LiveSite; built: ChangedSite }> {
  const { onProgress, onStored } = follower
  const outDir = path.join(workDir, 'site')
  const started = performance.now()
  const bundling = runBundle(root, { outDir, rendererDir: path.join(workDir, 'renderer') })
  const places = { dataDir, bundle: outDir, spool: path.join(workDir, 'spool') }
  const shelf = createShelf(places, onStored)
  const headers = new Map<string, Headers | null>()
  const finish = (change: RenderedChange, bundle?: string) =>
    finishChange(change, { shelf, headers, bundle, onProgress })
  try {
    const bundle = await bundling.bundle
    const bundleMs = performance.now() - started
    quickenDigests()
    const renderer = keepRenderer(await openBundle(bundle), bundle.origin, {
      async take(name, file) {
        headers.set(name, shareHeaders(file.headers))
        await shelf.put(name, file.content)
      },
      onPage: (done, total) => onProgress({ phase: 'render', done, total }),
    })
    const rendered = await renderer.renderAll()
    for (const line of await findMissingTexts()) console.warn(line)
    await bundling.ended
    const built = await finish({ ...rendered, fetchMs: bundleMs + rendered.fetchMs }, outDir)
    const site: LiveSite = {
      async update(options) {
        onProgress({ phase: 'fetch', done: 0 })
        return finish(await renderer.update(options))
      },
    }
    return { site, built }
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}

interface Finishing {
  shelf: Shelf
  /** Of the pages that were rendered now; null for those without. */
  headers: Map<string, Headers | null>
  bundle: string | undefined
  onProgress: Follower['onProgress']
}

async function finishChange(
  change: RenderedChange,
  { shelf, headers, bundle, onProgress }: Finishing,
): Promise<ChangedSite> {
  const { removed, fetchMs, renderMs } = change
  const begun = performance.now()
  const files = await shelf.finish({ removed, bundle }, (done) =>
    onProgress({ phase: 'store', done }),
  )
  for (const name of removed) headers.set(name, null)
  const changed = [...headers]
  headers.clear()
  return {
    ...files,
    headers: changed,
    times: { fetchMs, renderMs, storeMs: performance.now() - begun },
  }
}

const shared = new Map<string, Headers>()

/** Most pages have the headers of others: they are one object, also where they are sent to. */
function shareHeaders(headers: Headers): Headers | null {
  if (Object.keys(headers).length === 0) return null
  const key = JSON.stringify(headers)
  const known = shared.get(key) ?? headers
  shared.set(key, known)
  return known
}
