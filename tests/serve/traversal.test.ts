import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fillErrorPage } from '#scripts/serve/error-page.ts'
import { FIXTURE, serveFixture } from './fixture-site.ts'

const steps = ['..', '%2e%2e', '%2E.', '..%2f', '..%5c', '%252e%252e', '..;', '%c0%ae%c0%ae']
const secrets = ['etc/passwd', '.hidden', '_headers.json', 'cache/hashes.json', '%00', '']
const starts = [
  '/',
  '//',
  '/_astro/',
  '/media/',
  '/files/',
  '/en/',
  '/zh-cn/',
  '/api/',
  '\\',
  '/C:/',
]
const corpus = starts.flatMap((start) =>
  steps.flatMap((step) => secrets.map((secret) => `${start}${step}/${step}/${secret}`)),
)
const direct = [
  '/.hidden',
  '/_headers.json',
  '/%2ehidden',
  '/%5fheaders.json',
  '/dist',
  '/.',
  '/..',
]

const BAD_REQUEST = { status: 400, message: 'Bad Request' }

/** Sends the target byte by byte: HTTP clients would normalise it. */
async function sendRawRequest(url: string, target: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  return text(socket)
}

test('refuses every path that traverses folders or requests hidden files', async () => {
  const { url } = await serveFixture()
  const pages = ['404.html', 'en/404.html', '500.html', 'en/500.html'].map((name) => FIXTURE[name])
  const allowed = ['', ...pages.map((page) => fillErrorPage(String(page), BAD_REQUEST))]
  for (const target of [...direct, ...corpus]) {
    const [head = '', ...body] = (await sendRawRequest(url, target)).split('\r\n\r\n')
    const status = Number(head.split(' ')[1])
    // API paths are forwarded unchanged; no API is running here.
    if (target.startsWith('/api/') && status === 502) continue
    expect([target, [301, 400, 404].includes(status)]).toEqual([target, true])
    expect(allowed).toContain(body.join('\r\n\r\n'))
    expect(head).not.toMatch(/location: (?:\/\/|\/\\|[^/])/i)
  }
})

test.each([
  ['a malformed header line', 'GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n'],
  ['a missing Host header', 'GET / HTTP/1.1\r\n\r\n'],
  ['a message that is not HTTP', 'HELLO\r\n\r\n'],
  [
    'two Content-Length headers',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
  ],
])('refuses %s with 400 and continues to serve', async (_title, message) => {
  const { url } = await serveFixture()
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(message)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
  expect(await sendRawRequest(url, '/')).toMatch(/^HTTP\/1\.1 200 /)
})
