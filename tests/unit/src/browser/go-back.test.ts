import { expect, test, vi } from 'vitest'
import { goBack, hasPreviousPage } from '#browser/go-back.ts'

const visitOf = (referrer: string, length: number, canGoBack?: boolean) => ({
  document: { referrer },
  history: { length, back: vi.fn<() => void>() },
  location: { origin: 'https://house.example', assign: vi.fn<(address: string | URL) => void>() },
  ...(canGoBack !== undefined && { navigation: { canGoBack } }),
})

test.each([
  ['the first page of a tab', visitOf('', 1), false],
  ['a typed address, after the start page of the browser', visitOf('', 2), false],
  ['a page opened in a new tab', visitOf('https://example.org/', 1), false],
  ['a page that a link led to', visitOf('https://house.example/drama/home', 2), true],
  ['a page that a search engine led to', visitOf('https://search.example/', 5, false), true],
  ['a page of this site before it, by the browser itself', visitOf('', 2, true), true],
  [
    'an error page in the place of the first page',
    visitOf('https://house.example/', 2, false),
    false,
  ],
  ['none before it, by the browser itself', visitOf('', 2, false), false],
])(
  'finds for %s whether there is a previous page',
  { tags: ['S2.61', 'S2.62'] },
  (_title, visit, expected) => {
    expect(hasPreviousPage(visit)).toBe(expected)
  },
)

test('returns to the previous page', { tags: ['S2.61'] }, () => {
  const visit = visitOf('https://house.example/drama/home', 2)
  goBack(visit, '/en')
  expect(visit.history.back).toHaveBeenCalledOnce()
  expect(visit.location.assign).not.toHaveBeenCalled()
})

test('returns to the home page without a previous page', { tags: ['S2.62'] }, () => {
  const visit = visitOf('', 1)
  goBack(visit, '/en')
  expect(visit.location.assign).toHaveBeenCalledExactlyOnceWith('/en')
  expect(visit.history.back).not.toHaveBeenCalled()
})
