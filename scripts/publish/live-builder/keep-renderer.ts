import type { PathWithRoute } from 'astro'
import pLimit from 'p-limit'
import {
  forgetUnread,
  listFaults,
  recordReads,
  refreshAnswers,
  type RefreshOptions,
} from '#content/answers.ts'
import {
  findContentFault,
  isContentUnavailable,
  type ContentFault,
} from '#content/answers/content-fault.ts'
import { isDisjoint } from '#content/answers/sets.ts'
import { forgetDownloads } from '#content/media-store.ts'
import { keepPageHashes } from '#content/page-policy.ts'
import { localeOfPath } from '#i18n/paths.ts'
import type { Headers } from '../../serve/headers.ts'
import type { SiteFault } from '../built-site.ts'
import type { SiteApp } from './open-bundle.ts'

// What rendered the pages is kept, so that later only those are rendered whose content has changed
// (anchor: 0.4 ms a page instead of a build).

export interface RenderedFile {
  content: Uint8Array<ArrayBuffer>
  headers: Headers
}

/** What has changed in the site since it was rendered last. */
export interface RenderedChange {
  /** Paths below the site: `/drama/detail/12.html`. */
  removed: readonly string[]
  /** What the two parts took, in ms. */
  fetchMs: number
  renderMs: number
  /** Everything that is faulty now, also what was faulty before. */
  faults: readonly SiteFault[]
}

interface Page {
  target: PathWithRoute
  /** The questions that it asked while it was rendered: pages take no content from their paths. */
  reads: Set<string>
  /** Whether it has been rendered, at any time. */
  isMade: boolean
  /** Why it could not be rendered the last time. */
  fault?: ContentFault
}

interface Receiver {
  /** Is given each file as it is rendered: they are not kept here. */
  take(name: string, file: RenderedFile): Promise<void>
  /** Told after each page. */
  onPage(done: number, total: number): void
}

export interface Renderer {
  /** Renders every page. */
  renderAll(): Promise<RenderedChange>
  /**
   * Asks the API again and renders what is answered otherwise.
   * @param options what to ask; aborting its signal changes nothing, once rendering has begun it is too late
   * @throws what the API's client says; nothing has changed then
   * @throws RenderError when answers are missing that the site needs: this renderer is of no more use
   */
  update(options: RefreshOptions): Promise<RenderedChange>
}

/** Rendering failed after answers had changed: what has been rendered is no whole any more. */
export class RenderError extends Error {
  override name = 'RenderError'
}

/** How `src/middleware.ts` answers for pages that the site leaves out. */
const GONE = 410

/** While some wait for an answer of the API, others are rendered. */
const RENDER_AT_ONCE = 8

/** @param origin address of the site, without a path */
export function keepRenderer(site: SiteApp, origin: string, { take, onPage }: Receiver): Renderer {
  const pages = new Map<string, Page>()
  let targets: readonly PathWithRoute[] = []
  let pathReads: ReadonlySet<string> = new Set()

  async function readTargets(): Promise<void> {
    const { result, reads } = await recordReads(() => site.listPages())
    targets = result
    pathReads = reads
  }

  /** Null for a page of a section that the site does not show. */
  async function render(file: string, page: Page): Promise<RenderedFile | null> {
    const request = new Request(new URL(file, origin))
    const { result } = await recordReads(async () => {
      const response = await site.render(request, page.target)
      if (!response.ok && response.status !== GONE && !isErrorPage(file)) {
        throw new Error(`${file} was rendered with status ${response.status}`)
      }
      return { response, content: new Uint8Array(await response.arrayBuffer()) }
    }, page.reads)
    if (result.response.status === GONE) return null
    const policy = result.response.headers.get('content-security-policy')
    const { content } = result
    if (policy === null) return { content, headers: {} }
    const own = keepPageHashes(policy, new TextDecoder().decode(content))
    return { content, headers: { 'content-security-policy': own } }
  }

  async function renderChanged(
    changed: ReadonlySet<string>,
  ): Promise<Pick<RenderedChange, 'removed'>> {
    if (!isDisjoint(pathReads, changed)) {
      site.forgetPages()
      await readTargets()
    }
    const wanted = new Map(targets.map((target) => [fileOf(target), target]))
    const removed = [...pages.keys()].filter((file) => !wanted.has(file))
    const isFirst = pages.size === 0
    for (const file of removed) pages.delete(file)
    const todo: [string, Page][] = []
    for (const [file, target] of wanted) {
      const page = pages.get(file)
      // What made a page fail may lie outside of answers: a picture, say.
      if (page && !page.fault && isDisjoint(page.reads, changed)) continue
      const fresh = { target, reads: new Set<string>(), isMade: page?.isMade ?? false }
      pages.set(file, fresh)
      todo.push([file, fresh])
    }
    let done = 0
    const limit = pLimit(RENDER_AT_ONCE)
    await limit.map(todo, async ([file, page]) => {
      const rendered = await render(file, page).catch((error: unknown) => {
        page.fault = readFault(file, error)
        return undefined
      })
      if (rendered) await take(file, rendered)
      else if (rendered === null ? !isFirst : page.fault?.effect === 'gone') removed.push(file)
      page.isMade = rendered !== undefined ? rendered !== null : keepsPage(page)
      done += 1
      onPage(done, todo.length)
    })
    return { removed }
  }

  /** @throws what it was given when the fault is none of one page */
  function readFault(file: string, error: unknown): ContentFault {
    if (isContentUnavailable(error)) throw error
    const fault = findContentFault(error)
    if (fault) return fault
    console.warn(`${file} could not be rendered`, error)
    const reason = error instanceof Error ? error.message : String(error)
    const locale = localeOfPath(file.replace(/\.html$/, ''))
    return { subject: file, kind: null, locale, field: null, reason, effect: 'left-out' }
  }

  /** Each fault once, with the pages that the site lacks because of it. */
  function listSiteFaults(): SiteFault[] {
    const found = new Map<string, SiteFault & { pages: string[] }>()
    const enter = (fault: ContentFault) => {
      const key = [fault.subject, fault.locale, fault.field, fault.reason].join('\n')
      const known = found.get(key) ?? { ...fault, pages: [] }
      found.set(key, known)
      return known
    }
    for (const fault of listFaults(listReads())) enter(fault)
    for (const [file, { fault, isMade }] of pages) {
      if (!fault) continue
      const known = enter(fault)
      if (isMade) known.effect = 'kept'
      else known.pages.push(file)
    }
    return [...found.values()]
  }

  function* listReads(): Iterable<string> {
    yield* pathReads
    for (const { reads } of pages.values()) yield* reads
  }

  return {
    async renderAll() {
      const begun = performance.now()
      await readTargets()
      const listed = performance.now()
      const { removed } = await renderChanged(new Set())
      const renderMs = performance.now() - listed
      return { removed, fetchMs: listed - begun, renderMs, faults: listSiteFaults() }
    },
    async update(options) {
      const begun = performance.now()
      if (options.wanted === 'all') forgetUnread(listReads())
      await forgetDownloads()
      const changed = await refreshAnswers(options)
      const fetched = performance.now()
      const change = await renderChanged(changed).catch((cause: unknown) => {
        throw new RenderError('pages could not be rendered', { cause })
      })
      const renderMs = performance.now() - fetched
      return { ...change, fetchMs: fetched - begun, renderMs, faults: listSiteFaults() }
    },
  }
}

/** The file of a page (`build.format: 'file'`) or of an endpoint. */
function fileOf({ pathname, route }: PathWithRoute): string {
  if (route.type === 'endpoint') return pathname
  return pathname === '/' || pathname === '' ? '/index.html' : `${pathname.replace(/\/$/, '')}.html`
}

/** Whether a page that failed is in the site as it was rendered before. */
const keepsPage = ({ isMade, fault }: Page): boolean => isMade && fault?.effect !== 'gone'

const isErrorPage = (file: string): boolean => /\/(?:404|500)\.html$/.test(file)
