import { expect, test, vi } from 'vitest'
import { goBack, hasPreviousPage } from '#browser/go-back.ts'

const createVisit = (referrer: string, length: number, canGoBack?: boolean) => ({
  document: { referrer },
  history: { length, back: vi.fn<() => void>() },
  location: { origin: 'https://house.example', assign: vi.fn<(address: string | URL) => void>() },
  ...(canGoBack !== undefined && { navigation: { canGoBack } }),
})

test.each([
  ['the first page of a tab', createVisit('', 1), false],
  ['a typed address, after the start page of the browser', createVisit('', 2), false],
  ['a page opened in a new tab', createVisit('https://example.org/', 1), false],
  ['a page opened by a link', createVisit('https://house.example/drama/home', 2), true],
  ['a page opened from a search engine', createVisit('https://search.example/', 5, false), true],
  ['a history entry of this site reported by the Navigation API', createVisit('', 2, true), true],
  [
    'an error page that replaced the first page',
    createVisit('https://house.example/', 2, false),
    false,
  ],
  ['no history entry reported by the Navigation API', createVisit('', 2, false), false],
])('detects a previous page for %s', { tags: ['S2.61', 'S2.62'] }, (_title, visit, expected) => {
  expect(hasPreviousPage(visit)).toBe(expected)
})

test('returns to the previous page', { tags: ['S2.61'] }, () => {
  const visit = createVisit('https://house.example/drama/home', 2)
  goBack(visit, '/en')
  expect(visit.history.back).toHaveBeenCalledOnce()
  expect(visit.location.assign).not.toHaveBeenCalled()
})

test('opens the home page without a previous page', { tags: ['S2.62'] }, () => {
  const visit = createVisit('', 1)
  goBack(visit, '/en')
  expect(visit.location.assign).toHaveBeenCalledExactlyOnceWith('/en')
  expect(visit.history.back).not.toHaveBeenCalled()
})
