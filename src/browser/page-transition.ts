// View transitions that move the image from a card to the header of its page, and back to the card of a
// cached list. Other navigations have no transition, because it delays the next page by two frames.

interface View {
  document: Pick<Document, 'links'>
  addEventListener: Window['addEventListener']
}

/** Marks the card whose link is followed, so that its image moves (`motion.css`). */
export function moveArtwork({ document: root, addEventListener }: View): void {
  let card: HTMLElement | null | undefined
  addEventListener('pageswap', ({ activation, viewTransition }) => {
    if (activation?.navigationType === 'traverse') return
    card?.removeAttribute('data-moving')
    const link = [...root.links].find(({ href }) => href === activation?.entry.url)
    card = link?.closest<HTMLElement>('.link-card:has(img)')
    if (card) card.dataset['moving'] = ''
    else viewTransition?.skipTransition()
  })
}
