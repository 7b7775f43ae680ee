import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../admin-api/config.ts'
import { startPreviewApi } from '../admin-api/start-preview-api.ts'
import type { Logger } from '../lib/logger.ts'
import type { Builder } from '../publish/built-site.ts'
import { createPlainBuilder } from '../publish/create-plain-builder.ts'
import { createSiteManifest } from '../publish/open-live.ts'
import { readContentVersion } from '../publish/read-content-version.ts'
import type { BuildLimits } from '../publish/run-build.ts'
import { openStore, type Store } from '../publish/store.ts'
import type { HeaderRecord } from '../serve/headers.ts'
import { readErrorPages, type Manifest } from '../serve/manifest.ts'
import { createProxy, type Proxy } from '../serve/proxy.ts'

/** A preview of the site at a given time, or with all unpublished content. */
interface BuiltPreview {
  manifest: Manifest
  /** Proxies API calls to the API of the preview. */
  proxy: Proxy
}
type PreviewState =
  | { kind: 'building' }
  | { kind: 'ready'; preview: BuiltPreview }
  | { kind: 'failed'; reason: string }

interface PreviewsOptions {
  projectDir: string
  /** Configuration of the embedded API. */
  apiConfig: Config
  apiUrl: string
  siteUrl: string
  trustedHops: number
  limits: BuildLimits
  logger: Logger
  /** For tests: substitutes the builder of previews. */
  createBuilder?: (store: Store, apiUrl: string) => Builder
}

interface Entry {
  at: number | null
  contentVersion: string
  folder: string
  state: PreviewState
  end: AbortController
  /** Stop the API and the proxy of the preview. */
  stops: (() => unknown)[]
  built: Promise<void>
}

/** Each preview uses a copy of the database and a whole site. */
const MAX_PREVIEWS = 3
/** Previews must be neither cached nor indexed. */
const PRIVATE_HEADERS: HeaderRecord = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
}

/** Builds previews on demand, one at a time, separate from the public releases. */
export function createPreviews(options: PreviewsOptions) {
  const { apiConfig, apiUrl, trustedHops, logger } = options
  const root = path.resolve(apiConfig.dataDir, 'preview')
  let entries: Entry[] = []
  let count = 0
  // Deletes leftovers of a killed process first.
  let last: Promise<void> = rm(root, { recursive: true, force: true }).catch((error: unknown) =>
    logger.error({ err: error }, `previews of the last run cannot be deleted: ${root}`),
  )

  async function build(entry: Entry): Promise<void> {
    const { at, folder, end, stops } = entry
    if (end.signal.aborted) return
    const api = await startPreviewApi({ config: apiConfig, folder, at, logger })
    stops.push(api.close)
    const store = openStore(folder)
    const builder =
      options.createBuilder?.(store, api.url) ??
      createPlainBuilder({
        ...options,
        store,
        apiUrl: api.url,
        env: { PREVIEW_OF: at === null ? 'unpublished' : new Date(at).toISOString() },
      })
    const { files, headers } = await builder.build({ signal: end.signal, onProgress: () => {} })
    const own = new Map(
      files.keys().map((name) => [name, { ...headers.get(name), ...PRIVATE_HEADERS }]),
    )
    const manifest = await readErrorPages(createSiteManifest({ files, headers: own }, store))
    // The build may have stored its pages to the end; a newer preview must stay.
    end.signal.throwIfAborted()
    const proxy = createProxy({ adminApiUrl: api.url, trustedHops, logger })
    stops.push(proxy.close)
    entry.state = { kind: 'ready', preview: { manifest, proxy } }
    for (const other of entries) {
      if (other !== entry && other.at === at) void drop(other)
    }
  }

  function begin(at: number | null, contentVersion: string): Entry {
    const entry: Entry = {
      at,
      contentVersion,
      folder: path.join(root, String((count += 1))),
      state: { kind: 'building' },
      end: new AbortController(),
      stops: [],
      built: Promise.resolve(),
    }
    entry.built = last
      .then(() => build(entry))
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        entry.state = { kind: 'failed', reason }
        if (!entry.end.signal.aborted) logger.error({ err: error }, 'cannot build a preview')
      })
    last = entry.built
    return entry
  }

  /** Deletes a preview; never rejects. */
  async function drop(entry: Entry): Promise<void> {
    entries = entries.filter((other) => other !== entry)
    entry.end.abort()
    try {
      await entry.built
      for (const stop of entry.stops.toReversed()) await stop()
      await rm(entry.folder, { recursive: true, force: true })
    } catch (error) {
      logger.error({ err: error }, 'a preview cannot be deleted')
    }
  }

  return {
    /** Returns a preview, and starts to build a missing one. @param at epoch ms; null for unpublished content */
    async open(at: number | null): Promise<PreviewState> {
      const contentVersion = await readContentVersion(apiUrl)
      const existing = entries.find(
        (entry) => entry.at === at && entry.contentVersion === contentVersion,
      )
      if (existing && existing.state.kind !== 'failed') return existing.state
      // The build of an earlier version is useless. A failure is returned once; the next visit retries.
      for (const other of entries) {
        if (other.at === at && other.state.kind !== 'ready') void drop(other)
      }
      if (existing) return existing.state
      const entry = begin(at, contentVersion)
      entries.push(entry)
      for (const oldest of entries.slice(0, -MAX_PREVIEWS)) void drop(oldest)
      return entry.state
    },
    /** The newest ready preview of a time; undefined if there is none. */
    find(at: number | null): BuiltPreview | undefined {
      const states = entries.filter((entry) => entry.at === at).map(({ state }) => state)
      return states.findLast((state) => state.kind === 'ready')?.preview
    },
    async close(): Promise<void> {
      await Promise.all(entries.map(drop))
      await last
    },
  }
}
export type Previews = ReturnType<typeof createPreviews>
