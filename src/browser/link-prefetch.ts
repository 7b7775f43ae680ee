import { whenNear, type Observing } from './when-near.ts'

// Pages that links in sight lead to are fetched ahead, when the browser has nothing else to do. Links
// are marked for the speculation rule that stands on the page: what it fetched is shown without asking
// again, though pages are cached only with a question (`no-cache`). A browser that knows no such rules
// gets the plain hint.

/** A page asks for at most so many others. */
const MOST = 16

interface Connection {
  onLine: boolean
  connection?: { saveData?: boolean; effectiveType?: string }
}

/** Whether fetching ahead costs this visitor nothing: online, not on 2g, not saving data. */
export function mayPrefetch({ onLine, connection }: Connection): boolean {
  return onLine && !connection?.saveData && !/2g/.test(connection?.effectiveType ?? '')
}

type Address = Pick<URL, 'origin' | 'pathname' | 'search'>

/** The page that a link leads to; null for other sites, files, calls and the page itself. */
export function pageOfLink(link: Address, here: Address): string | null {
  if (link.origin !== here.origin) return null
  if (/^\/(?:api|docs|files|feeds)(?:\/|$)|\.\w+$/.test(link.pathname)) return null
  const page = link.pathname + link.search
  return page === here.pathname + here.search ? null : page
}

interface View extends Observing {
  document: Document
  HTMLScriptElement: { supports?: (type: string) => boolean }
  location: Address
  navigator: Connection
  requestIdleCallback?: Window['requestIdleCallback']
}

/**
 * Fetches ahead what links that are pointed at or focused lead to, but for those with a
 * `data-prefetch` of their own.
 * @returns looks for links, to do the same once they are in sight
 */
export function enablePrefetch(view: View, idleTimeoutMs: number): () => void {
  const { document: root } = view
  const fetched = new Set<string>()

  function prefetch(link: HTMLAnchorElement): void {
    const page = pageOfLink(link, view.location)
    if (page === null || fetched.has(page) || fetched.size >= MOST) return
    if (link.matches('[download],[data-prefetch]') || !mayPrefetch(view.navigator)) return
    fetched.add(page)
    if (view.HTMLScriptElement.supports?.('speculationrules')) {
      link.dataset['prefetch'] = ''
      return
    }
    const hint = root.createElement('link')
    hint.rel = 'prefetch'
    hint.href = page
    root.head.append(hint)
  }

  const later = (run: () => void) => {
    if (view.requestIdleCallback) view.requestIdleCallback(run, { timeout: idleTimeoutMs })
    else setTimeout(run, idleTimeoutMs)
  }
  const wait = whenNear<HTMLAnchorElement>(view, (link) => later(() => prefetch(link)))
  const scan = () => later(() => root.querySelectorAll('a').forEach(wait))
  const point = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link) prefetch(link)
  }
  for (const type of ['pointerover', 'focusin']) root.addEventListener(type, point)
  return scan
}
