import { whenNear } from './when-near.ts'

// Prefetches the targets of visible links when the browser is idle. Links are marked for the page's
// speculation rule, whose results are used without revalidation although pages are `no-cache`. Browsers
// without speculation rules get a prefetch hint.

/** Maximum number of prefetched pages per page. */
const MAX_PREFETCHES = 16

interface Connection {
  onLine: boolean
  connection?: { saveData?: boolean; effectiveType?: string }
}

/** Whether prefetching is acceptable: online, not on 2g, not saving data. */
export function mayPrefetch({ onLine, connection }: Connection): boolean {
  return onLine && !connection?.saveData && !/2g/.test(connection?.effectiveType ?? '')
}

type Address = Pick<URL, 'origin' | 'pathname' | 'search'>

/** The target page of a link; null for other sites, files, API paths and the current page. */
export function getLinkPage(link: Address, here: Address): string | null {
  if (link.origin !== here.origin) return null
  if (/^\/(?:api|docs|files|feeds)(?:\/|$)|\.\w+$/.test(link.pathname)) return null
  const page = link.pathname + link.search
  return page === here.pathname + here.search ? null : page
}

interface View {
  document: Document
  HTMLScriptElement: { supports?: (type: string) => boolean }
  location: Address
  navigator: Connection
  requestIdleCallback?: Window['requestIdleCallback']
}

/**
 * Prefetches hovered and focused links, except those that already have `data-prefetch`.
 * @returns scans for links to prefetch once they are visible
 */
export function enablePrefetch(view: View, idleTimeoutMs: number): () => void {
  const { document: root } = view
  const fetched = new Set<string>()

  function prefetch(link: HTMLAnchorElement): void {
    const page = getLinkPage(link, view.location)
    if (page === null || fetched.has(page) || fetched.size >= MAX_PREFETCHES) return
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
  const wait = whenNear<HTMLAnchorElement>((link) => later(() => prefetch(link)))
  const scan = () => later(() => root.querySelectorAll('a').forEach(wait))
  const point = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link) prefetch(link)
  }
  for (const type of ['pointerover', 'focusin']) root.addEventListener(type, point)
  return scan
}
