import pLimit from 'p-limit'
import {
  evictUnused,
  listFaults,
  recordReads,
  refreshQueries,
  type RefreshOptions,
} from '#content/query-cache.ts'
import {
  findContentFault,
  isContentUnavailable,
  type ContentFault,
} from '#content/query-cache/content-fault.ts'
import { requestChangedMedia } from '#content/media.ts'
import { haveKnownKinds } from '#content/query-cache/invalidation.ts'
import { clearDownloads } from '#integrations/media/downloads.ts'
import { keepPageHashes } from '#integrations/policy/page-policy.ts'
import { getPathLocale, stripLocale } from '#i18n/paths.ts'
import { ERROR_PAGE } from '#routes.ts'
import type { HeaderRecord } from '../../serve/headers.ts'
import type { SiteFault } from '../built-site.ts'
import { listItemPages } from '../item-pages.ts'
import { RenderError } from './describe-failure.ts'

// The renderer stays in memory, so that a content change renders only the pages that show it.

/** The server that Astro builds (`src/integrations/renderer/render.ts`). */
export type Renderer = typeof import('#integrations/renderer/render.ts')

/** The changes of the site since the last rendering. */
export interface RenderedChange {
  /** Paths of removed files: `/drama/detail/12.html`. */
  removed: readonly string[]
  /** Durations in ms. */
  fetchMs: number
  renderMs: number
  /** All current faults, including those of earlier renderings. */
  faults: readonly SiteFault[]
}

interface Page {
  /** Queries that the page read during rendering. */
  reads: Set<string>
  /** Whether the page has a rendering, possibly of an earlier build. */
  isRendered: boolean
  /** Why the last rendering failed. */
  fault?: ContentFault
}

export interface UpdateOptions extends Omit<RefreshOptions, 'media'> {
  /** Whether it is a sweep, which does not refetch media files: there can be tens of thousands. */
  isBackground?: boolean
}

/** Status with which `src/middleware.ts` responds for pages of disabled sections. */
const GONE = 410

/** Concurrent renderings, to overlap rendering with API requests. */
const RENDER_CONCURRENCY = 8

/**
 * Renders the pages of a site and tracks the queries that each of them reads.
 * @param origin address of the site, without a path
 * @param addFile called with each rendered file, which is not kept in memory
 */
export function createPages(
  renderer: Renderer,
  origin: string,
  addFile: (name: string, content: string) => Promise<void>,
) {
  const pages = new Map<string, Page>()
  const headers = new Map<string, HeaderRecord>()
  let paths: readonly string[] = []
  let pathReads: ReadonlySet<string> = new Set()

  async function readPaths(): Promise<void> {
    const { result, reads } = await recordReads(() => renderer.listPaths())
    paths = result
    pathReads = reads
  }

  /** @param startedAt the start of fetching */
  async function renderChanged(
    startedAt: number,
    changed: ReadonlySet<string>,
    onPage: (done: number, total: number) => void = () => {},
  ): Promise<RenderedChange> {
    const fetchedAt = performance.now()
    if (!pathReads.isDisjointFrom(changed)) await readPaths()
    const current = new Map(paths.map((path) => [getFile(path), path]))
    const removed = [...pages.keys()].filter((file) => !current.has(file))
    for (const file of removed) pages.delete(file)
    const todo: [file: string, path: string, Page][] = []
    for (const [file, path] of current) {
      const page = pages.get(file)
      // A failed page is always retried, because its fault may not depend on queries.
      if (page && !page.fault && page.reads.isDisjointFrom(changed)) continue
      const fresh = { reads: new Set<string>(), isRendered: page?.isRendered ?? false }
      pages.set(file, fresh)
      todo.push([file, path, fresh])
    }
    let done = 0
    await pLimit(RENDER_CONCURRENCY).map(todo, async ([file, path, page]) => {
      const url = new URL(path, origin)
      const rendered = await render(renderer, url, page.reads).catch((error: unknown) => {
        page.fault = readFault(file, error)
        // A page that is not gone keeps its previous rendering.
        return page.fault.effect === 'gone' ? null : undefined
      })
      if (rendered) {
        headers.set(file, rendered.headers)
        await addFile(file, rendered.content)
        page.isRendered = true
      } else if (rendered === null) {
        removed.push(file)
        page.isRendered = false
      }
      done += 1
      onPage(done, todo.length)
    })
    for (const file of removed) headers.delete(file)
    const renderMs = performance.now() - fetchedAt
    const faults = await listSiteFaults(pages, listReads())
    return { removed, fetchMs: fetchedAt - startedAt, renderMs, faults }
  }

  /** The queries whose media files are refetched: those of named items, or all unless in a sweep. */
  function getMediaScope({ scope, isBackground = false }: UpdateOptions): 'all' | Set<string> {
    if (scope === 'all' || !haveKnownKinds(scope)) return isBackground ? new Set() : 'all'
    const named = scope.flatMap(({ kind, id }) => listItemPages(kind, id))
    return new Set(named.flatMap((file) => [...(pages.get(file)?.reads ?? [])]))
  }

  function* listReads(): Iterable<string> {
    yield* pathReads
    for (const { reads } of pages.values()) yield* reads
  }

  return {
    /** Renders every page. */
    async renderAll(onPage: (done: number, total: number) => void): Promise<RenderedChange> {
      const startedAt = performance.now()
      await readPaths()
      return renderChanged(startedAt, new Set(), onPage)
    },
    /**
     * Refetches content and renders the pages whose queries changed.
     * @param options which queries to refetch; its signal has no effect once rendering has begun
     * @throws errors of the API client, which leave the site unchanged
     * @throws RenderError when rendering fails after queries changed: the renderer must be discarded
     */
    async update(options: UpdateOptions): Promise<RenderedChange> {
      const startedAt = performance.now()
      if (options.scope === 'all') evictUnused(listReads())
      await clearDownloads(options.scope === 'all' ? 'all' : 'quick')
      const media = await requestChangedMedia(getMediaScope(options))
      const changed = await refreshQueries({ ...options, media })
      return renderChanged(startedAt, changed).catch((cause: unknown) => {
        throw new RenderError('pages could not be rendered', { cause })
      })
    },
    /** Headers by file, for pages that have any. */
    headers: (): ReadonlyMap<string, HeaderRecord> =>
      new Map([...headers].filter(([, own]) => Object.keys(own).length > 0)),
  }
}

/** The output file of a page (`build.format: 'file'`) or an endpoint, whose path has an extension. */
function getFile(path: string): string {
  if (/\.\w+$/.test(path)) return path
  return path === '/' ? '/index.html' : `${path}.html`
}

/** Returns null for a page of a disabled section. */
async function render(
  renderer: Renderer,
  url: URL,
  reads: Set<string>,
): Promise<{ content: string; headers: HeaderRecord } | null> {
  const { result } = await recordReads(async () => {
    const response = await renderer.render(url)
    if (!response.ok && response.status !== GONE && !isErrorPage(url.pathname)) {
      throw new Error(`${url.pathname} was rendered with status ${response.status}`)
    }
    return { response, content: await response.text() }
  }, reads)
  const { response, content } = result
  if (response.status === GONE) return null
  const policy = response.headers.get('content-security-policy')
  if (policy === null) return { content, headers: {} }
  const own = keepPageHashes(policy, content)
  return { content, headers: shareHeaders({ 'content-security-policy': own }) }
}

/** Converts an error to a fault of a page. @throws the error when it does not concern a single page */
function readFault(file: string, error: unknown): ContentFault {
  if (isContentUnavailable(error)) throw error
  const fault = findContentFault(error)
  if (fault) return fault
  console.warn(`${file} could not be rendered`, error)
  const reason = error instanceof Error ? error.message : String(error)
  const locale = getPathLocale(file.replace(/\.html$/, ''))
  return { subject: file, kind: null, locale, field: null, reason, effect: 'left-out' }
}

/** Lists each fault once, with the pages that are missing because of it. */
async function listSiteFaults(
  pages: ReadonlyMap<string, Page>,
  reads: Iterable<string>,
): Promise<SiteFault[]> {
  const faults = new Map<string, SiteFault & { pages: string[] }>()
  const record = (fault: ContentFault) => {
    const key = [fault.subject, fault.locale, fault.field, fault.reason].join('\n')
    const recorded = faults.get(key) ?? { ...fault, pages: [] }
    faults.set(key, recorded)
    return recorded
  }
  for (const fault of await listFaults(reads)) record(fault)
  for (const [file, { fault, isRendered }] of pages) {
    if (!fault) continue
    const recorded = record(fault)
    if (isRendered) recorded.effect = 'kept'
    else recorded.pages.push(file)
  }
  return [...faults.values()]
}

const isErrorPage = (path: string): boolean => ['/404', ERROR_PAGE].includes(stripLocale(path))

const shared = new Map<string, HeaderRecord>()

/** Returns one shared object for equal headers, because most pages have the same headers. */
function shareHeaders(headers: HeaderRecord): HeaderRecord {
  const key = JSON.stringify(headers)
  const first = shared.get(key) ?? headers
  shared.set(key, first)
  return first
}
