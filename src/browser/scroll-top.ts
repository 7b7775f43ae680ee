/** The element that changed in place: the focused island, or else the page. */
function changedPart(root: Document): Element {
  const island = root.activeElement?.closest('astro-island')
  // `astro-island` has no layout box.
  return island?.firstElementChild ?? root.documentElement
}

/**
 * Scrolls to the top of the element that changed in place, if its top is out of view: changing the page of
 * a list keeps the list in view.
 */
export function scrollToTop(root: Document): void {
  const part = changedPart(root)
  if (part.getBoundingClientRect().top < 0) part.scrollIntoView({ block: 'start' })
}
