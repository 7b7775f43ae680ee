/** A navigation: to another document, or a query change in place. */
export interface RouteChange {
  kind: 'document' | 'parameter'
  /** Navigation type: link, replacement of the current entry, back or forward, reload. */
  by: 'push' | 'replace' | 'traverse' | 'reload'
}

/** The properties of a `navigate` event in use. */
type Navigating = Pick<NavigateEvent, 'hashChange' | 'downloadRequest' | 'navigationType'> & {
  destination: Pick<NavigationDestination, 'url' | 'sameDocument'>
}

const getPage = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string =>
  pathname + search

/** Reads a route change from a navigation; null for hash links, downloads and other sites. */
export function readRouteChange(
  { destination, hashChange, downloadRequest, navigationType: by }: Navigating,
  here: string,
): RouteChange | null {
  const [from, to] = [new URL(here), new URL(destination.url)]
  if (hashChange || downloadRequest !== null || to.origin !== from.origin) return null
  if (!destination.sameDocument) return { kind: 'document', by }
  return getPage(from) === getPage(to) ? null : { kind: 'parameter', by }
}

/**
 * Reports each navigation just before it happens, without delaying it. Browsers without the Navigation API
 * report none.
 */
export function followRouteChanges(
  view: Pick<Window, 'location'> & { navigation?: Navigation },
  onChange: (change: RouteChange) => void,
  fail: () => void,
): void {
  const { navigation, location } = view
  navigation?.addEventListener('navigate', (event) => {
    const change = readRouteChange(event, location.href)
    if (change) onChange(change)
  })
  navigation?.addEventListener('navigateerror', fail)
}
