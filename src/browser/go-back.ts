interface Visit {
  document: Pick<Document, 'referrer'>
  history: Pick<History, 'length' | 'back'>
  location: Pick<Location, 'assign' | 'origin'>
  /** The browser's Navigation API, where it has one. */
  navigation?: { canGoBack: boolean } | undefined
}

/**
 * Whether a page stands before this one. The length of the history alone does not say it: it counts
 * what lies ahead and the browser's own start page. A page reached by a link was reached from one.
 */
export function hasPreviousPage({ document, history, location, navigation }: Visit): boolean {
  const isWithin = document.referrer.startsWith(`${location.origin}/`)
  // The browser knows of this site's own pages, and only of those.
  if (navigation && (navigation.canGoBack || isWithin)) return navigation.canGoBack
  return document.referrer !== '' && history.length > 1
}

/** Returns to the previous page, or to `home` if there is none (spec section 2). */
export function goBack(visit: Visit, home: string): void {
  if (hasPreviousPage(visit)) visit.history.back()
  else visit.location.assign(home)
}

/** Brings the go-back buttons of a page to life; without scripts they stay hidden. */
export function enableGoBack(root: ParentNode, visit: Visit): void {
  for (const button of root.querySelectorAll<HTMLElement>('button[data-go-back]')) {
    button.hidden = false
    button.addEventListener('click', () => goBack(visit, button.dataset['goBack'] ?? '/'))
  }
}
