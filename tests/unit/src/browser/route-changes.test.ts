import { expect, test } from 'vitest'
import { readRouteChange } from '#browser/route-changes.ts'

const CURRENT_URL = 'https://house.example/search/list?q=a'

const navigation = (url: string, change: Partial<Parameters<typeof readRouteChange>[0]> = {}) => ({
  hashChange: false,
  downloadRequest: null,
  navigationType: 'push' as const,
  ...change,
  destination: {
    url: new URL(url, CURRENT_URL).href,
    sameDocument: false,
    ...change.destination,
  },
})
const inPlace = (url: string) => ({
  destination: { url: new URL(url, CURRENT_URL).href, sameDocument: true },
})

test('reads a link to another page as a route change', { tags: ['S2.70'] }, () => {
  expect(readRouteChange(navigation('/drama/home'), CURRENT_URL)).toEqual({
    kind: 'document',
    by: 'push',
  })
})

test('reads the same page with another query as a parameter change', { tags: ['S2.71'] }, () => {
  const url = '/search/list?q=b'
  expect(readRouteChange(navigation(url, inPlace(url)), CURRENT_URL)).toEqual({
    kind: 'parameter',
    by: 'push',
  })
  expect(readRouteChange(navigation(url), CURRENT_URL)).toEqual({ kind: 'document', by: 'push' })
})

test.each([
  ['a hash link', navigation('#top', { hashChange: true, ...inPlace('#top') })],
  ['a download', navigation('/feeds/all.ics', { downloadRequest: '' })],
  ['another site', navigation('https://example.org/')],
  ['a new state of the same address', navigation('?q=a', inPlace('/search/list?q=a'))],
])('reads no route change from %s', (_name, event) => {
  expect(readRouteChange(event, CURRENT_URL)).toBeNull()
})
