import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { deferFiles } from '#integrations/media/deferred-files.ts'
import { findMissingTexts } from '#integrations/seo/language-parity.ts'
import type { BuiltSite, StoredFile } from '../built-site.ts'
import { runBuild, type BuildLimits } from '../run-build.ts'
import type { Store } from '../store.ts'
import { createFinisher, type BuildObserver } from './finish-files.ts'
import {
  createPages,
  type RenderedChange,
  type Renderer,
  type UpdateOptions,
} from './render-pages.ts'

/**
 * Bundles the site in a separate process, so that the 0.5 GiB of memory of the bundler is freed.
 * @param projectDir folder of the sources
 * @param folder output folder, inside the project so that packages resolve
 * @returns the renderer, and the folder of the scripts, style sheets and files of `public/`
 * @throws BuildError when Astro fails
 */
export async function bundleSite(projectDir: string, folder: string, limits: BuildLimits) {
  await runBuild({
    projectDir,
    command: ['node_modules/.bin/astro', 'build', '--outDir', folder],
    env: { RENDERER: '1' },
    limits,
    signal: new AbortController().signal,
    onLine: () => {},
  })
  const entry = pathToFileURL(path.join(folder, 'server/entry.mjs')).href
  const renderer: Renderer = await import(entry)
  return { renderer, assets: path.join(folder, 'client') }
}

interface SiteOptions {
  /** A folder inside the project, for the bundle and for pages whose fonts are pending. */
  workDir: string
  store: Store
  siteUrl: string
  limits: BuildLimits
  /** Stored media files by path, which need not be read. */
  known: ReadonlyMap<string, StoredFile>
  /** Whether images, share cards and fonts are deferred to `IncrementalSite.complete`. */
  defersFiles: boolean
}

/**
 * Builds the whole site: bundles it with Astro, then renders every page like later updates do.
 * @returns the built site, and the site to update incrementally
 */
export async function createSite(
  projectDir: string,
  { workDir, store, siteUrl, limits, known, defersFiles }: SiteOptions,
  observer: BuildObserver,
) {
  const startedAt = performance.now()
  const { renderer, assets } = await bundleSite(projectDir, path.join(workDir, 'bundle'), limits)
  const rendered = path.join(workDir, 'rendered')
  const finisher = await createFinisher(store, { assets, rendered }, known)
  const pages = createPages(renderer, new URL(siteUrl).origin, finisher.addFile)
  const bundleMs = performance.now() - startedAt
  deferFiles(defersFiles)
  const change = await pages.renderAll((done, total) =>
    observer.onProgress({ phase: 'render', done, total }),
  )
  for (const line of await findMissingTexts()) console.warn(line)

  async function finish(
    { removed, fetchMs, renderMs, faults }: RenderedChange,
    jobObserver: BuildObserver,
  ): Promise<BuiltSite> {
    const finishedAt = performance.now()
    for (const name of removed) finisher.remove(name)
    const finished = await finisher.finish(jobObserver)
    const storeMs = performance.now() - finishedAt
    return { ...finished, headers: pages.headers(), times: { fetchMs, renderMs, storeMs }, faults }
  }

  let built = await finish({ ...change, fetchMs: bundleMs + change.fetchMs }, observer)
  if (built.deferredFiles === 0) deferFiles(false)
  const site = {
    /** Refetches content and renders the pages whose content has changed. */
    async update(options: UpdateOptions, jobObserver: BuildObserver) {
      jobObserver.onProgress({ phase: 'fetch', done: 0 })
      built = await finish(await pages.update(options), jobObserver)
      return built
    },
    /** Generates the deferred files. @throws the reason of the signal when it was aborted in time */
    async complete(jobObserver: BuildObserver, signal: AbortSignal) {
      const completedAt = performance.now()
      const completed = await finisher.complete(jobObserver, signal)
      deferFiles(false)
      const storeMs = built.times.storeMs + performance.now() - completedAt
      built = { ...built, ...completed, times: { ...built.times, storeMs } }
      return built
    },
  }
  return { site, built }
}
export type IncrementalSite = Awaited<ReturnType<typeof createSite>>['site']
