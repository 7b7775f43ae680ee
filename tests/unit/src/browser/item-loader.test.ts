import { expect, test, vi } from 'vitest'
import { getItemDocument, loadItem } from '#browser/item-loader.ts'

test.each([
  ['/drama/detail', '?id=12', '/drama/detail/12.html'],
  ['/en/drama/detail', '?id=12&utm_source=x', '/en/drama/detail/12.html'],
  ['/drama/detail.html', '?id=12', '/drama/detail/12.html'],
  ['/news/detail', '?page=2', '/news/detail/page-2.html'],
  ['/course/category', '?id=3&page=2', '/course/category/3/page-2.html'],
  ['/course/category', '?id=3&page=1', '/course/category/3.html'],
])('finds the document of %s%s', (path, query, expected) => {
  expect(getItemDocument(path, query)).toBe(expected)
})

test.each(['', '?id=', '?id=abc', '?id=-1', '?id=1.5', '?id=007', '?id=1/../2', '?id=9999999999'])(
  'finds no document for %s',
  (query) => {
    expect(getItemDocument('/drama/detail', query)).toBeNull()
  },
)

test('finds no document for the first page of a list, which is the page itself', () => {
  expect(getItemDocument('/news/detail', '?page=1')).toBeNull()
})

/** Loads an item with a response. @returns the function that replaces the location */
async function load(response: unknown, search: string, dataset: Record<string, string>) {
  vi.stubGlobal('fetch', async () => response)
  const replace = vi.fn<(url: string) => void>()
  const root = { querySelector: () => ({ children: [], dataset }) } as unknown as Document
  await loadItem(root, { pathname: '/en/news/detail', search, replace })
  vi.unstubAllGlobals()
  return replace
}

test.each([
  ['the server fails', new Response('', { status: 503 })],
  ['the connection breaks off', { ok: true, status: 200, text: () => Promise.reject(new Error()) }],
])('shows the error page if %s', async (_, response) => {
  const replace = await load(response, '?id=12', { errorPage: '/en/error' })
  expect(replace).toHaveBeenCalledWith('/en/error')
})

test('shows the "not found" page instead of a list for an unknown id', async () => {
  const replace = await load(new Response('', { status: 404 }), '?id=999', {
    notFoundPage: '/en/404',
  })
  expect(replace).toHaveBeenCalledWith('/en/404')
})
