// From a card to its page the picture moves to its place in the head of the page, and back to the card
// of a list that the browser kept. Other changes of the page do without a transition: it keeps two
// frames of the next page from the screen, half of the way to a page that was fetched ahead.

interface View {
  document: Pick<Document, 'links'>
  addEventListener: Window['addEventListener']
}

/** Marks the card by which the reader leaves the page: its picture moves (`motion.css`). */
export function moveArtwork({ document: root, addEventListener }: View): void {
  let card: HTMLElement | null | undefined
  addEventListener('pageswap', ({ activation, viewTransition }) => {
    if (activation?.navigationType === 'traverse') return
    card?.removeAttribute('data-moving')
    const link = [...root.links].find(({ href }) => href === activation?.entry.url)
    card = link?.closest<HTMLElement>('article:has(img)')
    if (card) card.dataset['moving'] = ''
    else viewTransition?.skipTransition()
  })
}
