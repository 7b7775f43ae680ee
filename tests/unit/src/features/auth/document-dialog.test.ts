import { HTMLElement, parse } from 'node-html-parser'
import { afterEach, expect, test, vi } from 'vitest'
import { requestDocument } from '#features/auth/DocumentDialog.tsx'

afterEach(() => void vi.unstubAllGlobals())

/** Reads a document at `/files/policy.html` with these links. @returns their addresses */
async function readLinks(...addresses: string[]) {
  const links = addresses.map((address) => `<a href="${address}">a link</a>`)
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(`<main>${links.join('')}</main>`)))
  vi.stubGlobal('Node', { TEXT_NODE: 3 })
  vi.stubGlobal('Element', HTMLElement)
  vi.stubGlobal('DOMParser', function Parser() {
    return { parseFromString: (html: string) => parse(html) }
  })
  const parts = await requestDocument('/files/policy.html', new AbortController().signal)
  return parts.map((part) => typeof part === 'object' && part.href)
}

test('a link to a section of the document leads to the document, not to the login page', async () => {
  expect(await readLinks('#data', '/about/about', 'https://example.org/#data')).toEqual([
    '/files/policy.html#data',
    '/about/about',
    'https://example.org/#data',
  ])
})
