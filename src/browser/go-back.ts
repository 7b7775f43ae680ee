interface Visit {
  document: Pick<Document, 'referrer'>
  history: Pick<History, 'length' | 'back'>
  location: Pick<Location, 'assign' | 'origin'>
  /** The Navigation API, if supported. */
  navigation?: { canGoBack: boolean } | undefined
}

/**
 * Whether there is a previous page. `history.length` alone is not reliable: it includes forward entries
 * and the browser's start page. A page with a referrer was reached from another page.
 */
export function hasPreviousPage({ document, history, location, navigation }: Visit): boolean {
  const isWithin = document.referrer.startsWith(`${location.origin}/`)
  // The Navigation API includes only pages of this site.
  if (navigation && (navigation.canGoBack || isWithin)) return navigation.canGoBack
  return document.referrer !== '' && history.length > 1
}

/** Returns to the previous page, or to `home` if there is none (spec section 2). */
export function goBack(visit: Visit, home: string): void {
  if (hasPreviousPage(visit)) visit.history.back()
  else visit.location.assign(home)
}

/** Enables the go-back buttons of a page; without scripts they stay hidden. */
export function enableGoBack(root: ParentNode, visit: Visit): void {
  for (const button of root.querySelectorAll<HTMLElement>('button[data-go-back]')) {
    button.hidden = false
    button.addEventListener('click', () => goBack(visit, button.dataset['goBack'] ?? '/'))
  }
}
