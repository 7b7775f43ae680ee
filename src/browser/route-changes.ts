/** A change of the page's address: to another document, or of the query in place. */
export interface RouteChange {
  kind: 'document' | 'parameter'
  /** How: by a link, in place of the present entry, back or forward, or the same page again. */
  by: 'push' | 'replace' | 'traverse' | 'reload'
}

/** The parts of a `navigate` event that say what is about to happen. */
type Navigating = Pick<NavigateEvent, 'hashChange' | 'downloadRequest' | 'navigationType'> & {
  destination: Pick<NavigationDestination, 'url' | 'sameDocument'>
}

const pageOf = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string => pathname + search

/** What a navigation means for this site; null for hash links, downloads and other sites. */
export function readRouteChange(
  { destination, hashChange, downloadRequest, navigationType: by }: Navigating,
  here: string,
): RouteChange | null {
  const [from, to] = [new URL(here), new URL(destination.url)]
  if (hashChange || downloadRequest !== null || to.origin !== from.origin) return null
  if (!destination.sameDocument) return { kind: 'document', by }
  return pageOf(from) === pageOf(to) ? null : { kind: 'parameter', by }
}

/**
 * Tells of each change of the address just before it happens; never delays it. A browser without the
 * Navigation API changes pages as it always did.
 */
export function followRouteChanges(
  view: Pick<Window, 'location'> & { navigation?: Navigation },
  tell: (change: RouteChange) => void,
  fail: () => void,
): void {
  const { navigation, location } = view
  navigation?.addEventListener('navigate', (event) => {
    const change = readRouteChange(event, location.href)
    if (change) tell(change)
  })
  navigation?.addEventListener('navigateerror', fail)
}
