import path from 'node:path'
import type { RefreshOptions } from '#content/query-cache.ts'
import { deferFiles, makeDeferred } from '#integrations/media/deferred-files.ts'
import { findMissingTexts } from '#integrations/seo/language-parity.ts'
import type { BuildProgress, BuiltSite } from '../built-site.ts'
import type { Store } from '../store.ts'
import { bundleSite } from './bundle-site.ts'
import { createFinisher, type Finisher } from './finish-files.ts'
import { createPages, type Pages, type RenderedChange } from './render-pages.ts'

/** Callbacks of a build. */
export interface BuildObserver {
  onProgress: (progress: BuildProgress) => void
  /** Called with the hashes of newly stored pages. */
  onStored: (hashes: string[]) => void
  /** Called once when all pages are rendered; deferred images and share cards follow. */
  onProvisional?: (site: BuiltSite) => void
}

/** A site that is built once and then updated incrementally. */
export interface LiveSite {
  /** Refetches content and renders the pages whose content has changed. */
  update(options: RefreshOptions, observer: BuildObserver): Promise<BuiltSite>
}

interface SiteParts {
  pages: Pages
  finisher: Finisher
}

/**
 * Builds the whole site: Astro bundles it, then every page is rendered as in later updates.
 * @param workDir a folder inside the project, for the bundle and for pages that wait for fonts
 */
export async function createSite(
  projectDir: string,
  { workDir, store, siteUrl }: { workDir: string; store: Store; siteUrl: string },
  observer: BuildObserver,
): Promise<{ site: LiveSite; built: BuiltSite }> {
  const startedAt = performance.now()
  const { renderer, assets } = await bundleSite(projectDir, path.join(workDir, 'bundle'))
  const finisher = await createFinisher(store, { assets, rendered: path.join(workDir, 'rendered') })
  const pages = createPages(renderer, new URL(siteUrl).origin)
  const bundleMs = performance.now() - startedAt
  const defers = observer.onProvisional !== undefined
  deferFiles(defers)
  const rendered = await pages.renderAll({
    addFile: finisher.addFile,
    onPage: (done, total) => observer.onProgress({ phase: 'render', done, total }),
  })
  for (const line of await findMissingTexts()) console.warn(line)
  const change = { ...rendered, fetchMs: bundleMs + rendered.fetchMs }
  let built = await finish(change, { pages, finisher }, { observer, defers })
  if (defers) {
    observer.onProvisional?.(built)
    deferFiles(false)
    built = await finish(change, { pages, finisher }, { observer, defers: false })
  }
  const site: LiveSite = {
    async update(options, { onProgress, onStored }) {
      onProgress({ phase: 'fetch', done: 0 })
      const updated = await pages.update(options, { addFile: finisher.addFile, onPage: () => {} })
      const parts = { pages, finisher }
      return finish(updated, parts, { observer: { onProgress, onStored }, defers: false })
    },
  }
  return { site, built }
}

async function finish(
  { removed, fetchMs, renderMs, faults }: RenderedChange,
  { pages, finisher }: SiteParts,
  { observer, defers }: { observer: BuildObserver; defers: boolean },
): Promise<BuiltSite> {
  const startedAt = performance.now()
  for (const name of removed) finisher.remove(name)
  const files = await finisher.finish({ ...observer, defers })
  const storeMs = performance.now() - startedAt
  return { files, headers: pages.headers(), times: { fetchMs, renderMs, storeMs }, faults }
}

/**
 * Generates a deferred file.
 * @returns its path in the cache; undefined when no page references the file
 */
export const makeFile = (file: string): Promise<string | undefined> => makeDeferred(file)
