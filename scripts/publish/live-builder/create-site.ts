import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { RefreshOptions } from '#content/answers.ts'
import { deferFiles, makeAllDeferred, makeDeferred } from '#content/deferred-files.ts'
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
  /** Told the site once its pages stand; pictures and rare characters are then made behind them. */
  onStanding?: (site: ChangedSite) => void
}

/** A site that is built once, and follows its content from then on. */
export interface LiveSite {
  update(options: RefreshOptions): Promise<ChangedSite>
}

/** A site that is being built for the first time. */
export interface GrowingSite {
  built: Promise<{ site: LiveSite; built: ChangedSite }>
  /**
   * Makes a file that pages did not wait for, once they stand.
   * @returns it in the cache; nothing when no page refers to such a file
   */
  make(path: string): Promise<string | undefined>
}

/** Two cores: more would only fill memory. */
const MEDIA_AT_ONCE = 2

/**
 * Builds the whole site: Astro bundles it, and its pages are rendered as they are at any later change.
 * Whoever wants to be told of the pages as they stand has pictures and rare characters made behind them.
 * @param workDir a folder for the bundle and for pages that wait
 */
export function createSite(
  root: string,
  { workDir, dataDir }: { workDir: string; dataDir: string },
  follower: Follower,
): GrowingSite {
  const { onProgress, onStored, onStanding } = follower
  const outDir = path.join(workDir, 'site')
  const started = performance.now()
  const bundling = runBundle(root, { outDir, rendererDir: path.join(workDir, 'renderer') })
  const places = { dataDir, bundle: outDir, spool: path.join(workDir, 'spool') }
  const shelf = createShelf(places, onStored)
  const headers = new Map<string, Headers | null>()
  /** How many pages and feeds were rendered last. */
  let pages = 0
  const onFinishing: Follower['onProgress'] = (progress) =>
    onProgress(progress.phase === 'store' ? { ...progress, total: pages } : progress)
  const finish = (change: RenderedChange, more: Partial<Finishing> = {}) =>
    finishChange(change, { shelf, headers, onProgress: onFinishing, ...more })

  async function build(): Promise<{ site: LiveSite; built: ChangedSite }> {
    const bundle = await bundling.bundle
    const bundleMs = performance.now() - started
    quickenDigests()
    deferFiles(onStanding !== undefined)
    const renderer = keepRenderer(await openBundle(bundle), bundle.origin, {
      async take(name, file) {
        headers.set(name, shareHeaders(file.headers))
        await shelf.put(name, file.content)
      },
      onPage(done, total) {
        pages = total
        onProgress({ phase: 'render', done, total })
      },
    })
    const rendered = await renderer.renderAll()
    onFinishing({ phase: 'store', done: 0 })
    for (const line of await findMissingTexts()) console.warn(line)
    await bundling.ended
    const change = { ...rendered, fetchMs: bundleMs + rendered.fetchMs }
    const defers = onStanding !== undefined
    const standing = await finish(change, { bundle: outDir, defers })
    onStanding?.(standing)
    const built = defers ? await addDeferred(standing) : standing
    const site: LiveSite = {
      async update(options) {
        onProgress({ phase: 'fetch', done: 0 })
        return finish(await renderer.update(options))
      },
    }
    return { site, built }
  }

  /** Makes what pages did not wait for. @returns what that adds to the site that stands */
  async function addDeferred({ times, faults }: ChangedSite): Promise<ChangedSite> {
    const begun = performance.now()
    deferFiles(false)
    await makeAllDeferred(MEDIA_AT_ONCE, (done, total) =>
      onProgress({ phase: 'media', done, total }),
    )
    const added = await finish({ removed: [], fetchMs: 0, renderMs: 0, faults })
    const storeMs = times.storeMs + performance.now() - begun
    return { ...added, times: { ...times, storeMs } }
  }

  return {
    built: build().finally(() => rm(outDir, { recursive: true, force: true })),
    make: async (file) => (await makeDeferred(file)) ?? shelf.make(file),
  }
}

interface Finishing {
  shelf: Shelf
  /** Of the pages that were rendered now; null for those without. */
  headers: Map<string, Headers | null>
  bundle?: string
  /** Whether files that can wait are left for later. */
  defers?: boolean
  onProgress: Follower['onProgress']
}

async function finishChange(
  change: RenderedChange,
  { shelf, headers, bundle, defers = false, onProgress }: Finishing,
): Promise<ChangedSite> {
  const { removed, fetchMs, renderMs, faults } = change
  const begun = performance.now()
  const files = await shelf.finish({ removed, bundle, defers }, onProgress)
  for (const name of removed) headers.set(name, null)
  const changed = [...headers]
  headers.clear()
  return {
    ...files,
    headers: changed,
    times: { fetchMs, renderMs, storeMs: performance.now() - begun },
    faults,
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
