import { expect, test } from 'vitest'
import { ask } from './ask.ts'
import { serveFixture } from './fixture-site.ts'

const classes: [title: string, path: string][] = [
  ['a hashed asset', '/_astro/app.Bx3k9.js'],
  ['a hashed font', '/fonts/serif-3fa8b2c19d04.woff2'],
  ['a hashed picture', '/images/3fa8b2c19d04-640.webp'],
  ['a page with a policy of its own', '/drama/detail?id=12'],
  ['a page without one', '/drama/home'],
  ['the page with the camera', '/code/code'],
  ['a body for embedding', '/course/custom-el?id=3'],
  ['a page that is not there', '/nowhere'],
  ['a file of the site', '/robots.txt'],
  ['a drawing', '/favicon.svg'],
  ['a video', '/media/trailer.mp4'],
  ['a document', '/files/rules.pdf'],
  ['a legal text', '/files/privacy.html'],
  ['a redirect', '/drama/home.html'],
]

/** What changes from run to run, or is the business of other tests. */
const PASSING = new Set(['date', 'x-request-id', 'etag', 'connection', 'content-length'])

test.each(classes)('sends the headers of %s', async (_title, path) => {
  const { url } = await serveFixture()
  const { status, headers } = await ask(url, path)
  const kept = Object.entries(headers).filter(([name]) => !PASSING.has(name))
  expect({ status, ...Object.fromEntries(kept.toSorted()) }).toMatchSnapshot()
})

test('sends HSTS only to visitors with https', async () => {
  const plain = await ask((await serveFixture()).url, '/')
  const secure = await ask((await serveFixture({ https: { includeSubDomains: false } })).url, '/')
  expect(plain.headers).not.toHaveProperty('strict-transport-security')
  expect(plain.headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
  expect(secure.headers['strict-transport-security']).toBe('max-age=31536000')
  expect(secure.headers['content-security-policy']).toContain('upgrade-insecure-requests')
  const apex = await ask((await serveFixture({ https: { includeSubDomains: true } })).url, '/')
  expect(apex.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})

test('adds a request id to every response, that of the caller if it is valid', async () => {
  const { url } = await serveFixture()
  const given = await ask(url, '/', { headers: { 'x-request-id': 'abcdef-123456' } })
  const unfit = await ask(url, '/', { headers: { 'x-request-id': 'a b"c' } })
  expect(given.headers['x-request-id']).toBe('abcdef-123456')
  expect(unfit.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})
