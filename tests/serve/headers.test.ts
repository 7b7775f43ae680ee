import { expect, test } from 'vitest'
import { sendRequest } from './send-request.ts'
import { serveFixture } from './fixture-site.ts'

const classes: [title: string, path: string][] = [
  ['a hashed asset', '/_astro/app.Bx3k9.js'],
  ['a hashed font', '/fonts/serif-3fa8b2c19d04.woff2'],
  ['a hashed image', '/images/3fa8b2c19d04-640.webp'],
  ['a page with its own content security policy', '/drama/detail?id=12'],
  ['a page with the default policy', '/drama/home'],
  ['the page with the camera', '/code/code'],
  ['an embeddable page body', '/course/custom-el?id=3'],
  ['a missing page', '/nowhere'],
  ['a file of the site', '/robots.txt'],
  ['an SVG image', '/favicon.svg'],
  ['a video', '/media/trailer.mp4'],
  ['a document', '/files/rules.pdf'],
  ['a legal text', '/files/privacy.html'],
  ['a redirect', '/drama/home.html'],
]

/** Headers that vary between runs or are covered by other tests. */
const IGNORED_HEADERS = new Set(['date', 'x-request-id', 'etag', 'connection', 'content-length'])

test.each(classes)('sends the headers of %s', async (_title, path) => {
  const { url } = await serveFixture()
  const { status, headers } = await sendRequest(url, path)
  const compared = Object.entries(headers).filter(([name]) => !IGNORED_HEADERS.has(name))
  expect({ status, ...Object.fromEntries(compared.toSorted()) }).toMatchSnapshot()
})

test('sends HSTS only with https', async () => {
  const plain = await sendRequest((await serveFixture()).url, '/')
  const secure = await sendRequest(
    (await serveFixture({ https: { includeSubDomains: false } })).url,
    '/',
  )
  expect(plain.headers).not.toHaveProperty('strict-transport-security')
  expect(plain.headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
  expect(secure.headers['strict-transport-security']).toBe('max-age=31536000')
  expect(secure.headers['content-security-policy']).toContain('upgrade-insecure-requests')
  const apex = await sendRequest(
    (await serveFixture({ https: { includeSubDomains: true } })).url,
    '/',
  )
  expect(apex.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})

test('adds a request id to every response, the client’s own if valid', async () => {
  const { url } = await serveFixture()
  const valid = await sendRequest(url, '/', { headers: { 'x-request-id': 'abcdef-123456' } })
  const invalid = await sendRequest(url, '/', { headers: { 'x-request-id': 'a b"c' } })
  expect(valid.headers['x-request-id']).toBe('abcdef-123456')
  expect(invalid.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})
