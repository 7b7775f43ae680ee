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
  if (!onLine || connection?.saveData === true) return false
  return !(connection?.effectiveType ?? '').includes('2g')
}

/** The page that a link leads to; null for other sites, files, calls and the page itself. */
export function pageOfLink(href: string, here: string): string | null {
  const [to, from] = [URL.parse(href), new URL(here)]
  if (to === null || to.origin !== from.origin) return null
  if (/^\/(?:api|docs|files|feeds)(?:\/|$)|\.\w+$/.test(to.pathname)) return null
  const page = to.pathname + to.search
  return page === from.pathname + from.search ? null : page
}

interface View extends Observing {
  document: Document
  HTMLScriptElement: { supports?: (type: string) => boolean }
  location: Pick<Location, 'href'>
  navigator: Connection
  requestIdleCallback?: Window['requestIdleCallback']
}

/** Fetches ahead what the links in sight, pointed at or focused lead to. @returns looks for new links */
export function enablePrefetch(view: View, idleTimeoutMs: number): () => void {
  const { document: root } = view
  const fetched = new Set<string>()

  function prefetch(link: HTMLAnchorElement): void {
    const page = pageOfLink(link.href, view.location.href)
    if (page === null || fetched.has(page) || fetched.size >= MOST) return
    if (link.hasAttribute('download') || !mayPrefetch(view.navigator)) return
    fetched.add(page)
    if (view.HTMLScriptElement.supports?.('speculationrules') === true) {
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
  scan()
  return scan
}
