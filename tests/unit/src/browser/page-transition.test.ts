import { expect, test, vi } from 'vitest'
import { moveArtwork } from '#browser/page-transition.ts'

const SITE = 'https://house.example'

/** A link, and the card that contains it. */
function createLink(path: string, card: object | null) {
  return { href: `${SITE}${path}`, closest: () => card }
}

function createCard() {
  const dataset: DOMStringMap = {}
  return { dataset, removeAttribute: () => delete dataset['moving'] }
}

function createPage(links: object[]) {
  const listeners = new Map<string, (event: object) => void>()
  const view = {
    document: { links },
    addEventListener: (type: string, listen: (event: object) => void) => {
      listeners.set(type, listen)
    },
  }
  // The code under test uses nothing else of a window.
  moveArtwork(view as unknown as Window)
  return {
    leave: (path: string, navigationType = 'push') => {
      const skipTransition = vi.fn<() => void>()
      const activation = { navigationType, entry: { url: `${SITE}${path}` } }
      listeners.get('pageswap')?.({ activation, viewTransition: { skipTransition } })
      return { isSkipped: skipTransition.mock.calls.length > 0 }
    },
  }
}

test('marks only the last card that links to the next page', () => {
  const [first, second] = [createCard(), createCard()]
  const page = createPage([
    createLink('/drama/home', null),
    createLink('/drama/detail?id=1', first),
    createLink('/drama/detail?id=2', second),
  ])
  expect(page.leave('/drama/detail?id=1').isSkipped).toBe(false)
  expect(first.dataset).toEqual({ moving: '' })
  // The page was restored from the back/forward cache.
  expect(page.leave('/drama/detail?id=2').isSkipped).toBe(false)
  expect([first.dataset, second.dataset]).toEqual([{}, { moving: '' }])
})

test('skips the transition of other page changes', () => {
  const card = createCard()
  const page = createPage([createLink('/drama/home', null), createLink('/drama/detail?id=1', card)])
  expect(page.leave('/drama/home').isSkipped).toBe(true)
  expect(page.leave('/about/about').isSkipped).toBe(true)
  expect(card.dataset).toEqual({})
})

test('keeps the mark on the way back, so that the picture returns to its card', () => {
  const card = createCard()
  const page = createPage([createLink('/drama/home', null), createLink('/drama/detail?id=1', card)])
  page.leave('/drama/detail?id=1')
  expect(page.leave('/drama/home', 'traverse').isSkipped).toBe(false)
  expect(card.dataset).toEqual({ moving: '' })
})

test('works in browsers without view transitions', () => {
  const listeners = new Map<string, (event: object) => void>()
  moveArtwork({
    document: { links: [] },
    addEventListener: (type: string, listen: (event: object) => void) =>
      listeners.set(type, listen),
  } as unknown as Window)
  expect(() =>
    listeners.get('pageswap')?.({ activation: null, viewTransition: null }),
  ).not.toThrow()
})
