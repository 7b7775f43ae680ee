/** What a change in place happens in: the island that was used, else the page. */
function changedPart(root: Document): Element {
  const island = root.activeElement?.closest('astro-island')
  // The island itself has no box of its own.
  return island?.firstElementChild ?? root.documentElement
}

/**
 * Shows the top of what changed in place, if it is out of sight. Another document starts at its top by
 * itself; whoever turns the pages of a list in the middle of a page stays with the list.
 */
export function scrollToTop(root: Document): void {
  const part = changedPart(root)
  if (part.getBoundingClientRect().top < 0) part.scrollIntoView({ block: 'start' })
}
