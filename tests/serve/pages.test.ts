import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sendRequest } from './send-request.ts'
import { FIXTURE, serveFixture, VIDEO } from './fixture-site.ts'

test(
  'responds to an item URL with its document, without a redirect',
  { tags: ['S2.04'] },
  async () => {
    const { url } = await serveFixture()
    const zh = await sendRequest(url, '/drama/detail?id=12')
    const en = await sendRequest(url, '/en/drama/detail?id=12&utm_source=poster')
    expect([zh.status, en.status]).toEqual([200, 200])
    expect(zh.body.toString()).toBe(FIXTURE['drama/detail/12.html'])
    expect(en.body.toString()).toBe(FIXTURE['en/drama/detail/12.html'])
    expect(zh.headers).not.toHaveProperty('content-location')
  },
)

test(
  'responds to unknown paths and ids with the 404 page of the locale',
  { tags: ['S2.07', 'S2.57', 'S8.13'] },
  async () => {
    const { url } = await serveFixture()
    for (const path of ['/nowhere', '/404', '/drama/detail', '/drama/detail?id=13', '/.hidden']) {
      const zh = await sendRequest(url, path)
      expect([path, zh.status, zh.body.toString()]).toEqual([path, 404, FIXTURE['404.html']])
      const en = await sendRequest(url, `/en${path}`)
      expect([path, en.status, en.body.toString()]).toEqual([path, 404, FIXTURE['en/404.html']])
      expect(en.headers['cache-control']).toBe('no-cache')
    }
  },
)

test('ignores ranges and conditions for error pages', async () => {
  const { url } = await serveFixture()
  const headers = { range: 'bytes=0-3', 'if-none-match': '*' }
  const reply = await sendRequest(url, '/nowhere', { headers })
  expect([reply.status, reply.body.toString()]).toEqual([404, FIXTURE['404.html']])
})

test('redirects alternative URLs with 301 to the clean one', { tags: ['S2.04'] }, async () => {
  const { url } = await serveFixture()
  const reply = await sendRequest(url, '/zh-cn/drama/home.html?a=1')
  expect([reply.status, reply.headers.location]).toEqual([301, '/drama/home?a=1'])
})

test('responds to HEAD with the headers of GET and no body', async () => {
  const { url } = await serveFixture()
  const get = await sendRequest(url, '/drama/home')
  const head = await sendRequest(url, '/drama/home', { method: 'HEAD' })
  expect(head.body).toHaveLength(0)
  const { date: _a, 'x-request-id': _b, ...headOnly } = head.headers
  const { date: _c, 'x-request-id': _d, ...getOnly } = get.headers
  expect(headOnly).toEqual(getOnly)
})

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])(
  'refuses %s with 405 and the allowed methods',
  async (method) => {
    const { url } = await serveFixture()
    const reply = await sendRequest(url, '/drama/home', { method })
    expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, HEAD'])
  },
)

test('accepts an unexpected body without losing the connection', async () => {
  const { url } = await serveFixture()
  const reply = await sendRequest(url, '/drama/home', {
    method: 'POST',
    body: Buffer.alloc(3_000_000),
  })
  expect(reply.status).toBe(405)
})

test.each(['/drama/home', '/_astro/app.Bx3k9.js', '/media/trailer.mp4', '/robots.txt'])(
  'responds to %s with 304 to a matching ETag, else with 200',
  async (path) => {
    const { url } = await serveFixture()
    for (const coding of ['br', 'gzip', 'identity']) {
      const first = await sendRequest(url, path, { headers: { 'accept-encoding': coding } })
      const etag = first.headers.etag ?? ''
      expect(etag).toMatch(/^"[0-9a-f]{32}(-br|-gzip)?"$/)
      const headers = { 'accept-encoding': coding, 'if-none-match': `"x", ${etag}` }
      const again = await sendRequest(url, path, { headers })
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag])
      expect(again.headers.vary).toBe(first.headers.vary)
      expect(again.headers['cache-control']).toBe(first.headers['cache-control'])
      const other = await sendRequest(url, path, {
        headers: { ...headers, 'if-none-match': '"x"' },
      })
      expect(other.status).toBe(200)
    }
  },
)

test('compresses texts, each variant with its own ETag', async () => {
  const { url } = await serveFixture()
  const plain = await sendRequest(url, '/drama/home')
  const br = await sendRequest(url, '/drama/home', { headers: { 'accept-encoding': 'gzip, br' } })
  const gzip = await sendRequest(url, '/drama/home', { headers: { 'accept-encoding': 'gzip' } })
  expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([
    undefined,
    'br',
    'gzip',
  ])
  expect(brotliDecompressSync(br.body)).toEqual(plain.body)
  expect(gunzipSync(gzip.body)).toEqual(plain.body)
  expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3)
  expect([plain, br, gzip].map(({ headers }) => headers.vary)).toEqual(
    Array(3).fill('Accept-Encoding'),
  )
  expect(br.body.length).toBeLessThan(plain.body.length * 0.3)
})

test('does not compress videos and tiny files', async () => {
  const { url } = await serveFixture()
  for (const path of ['/media/trailer.mp4', '/_astro/tiny.js']) {
    const reply = await sendRequest(url, path, { headers: { 'accept-encoding': 'br, gzip' } })
    expect(reply.headers['content-encoding']).toBeUndefined()
    expect(reply.headers.vary).toBeUndefined()
  }
  expect((await sendRequest(url, '/media/trailer.mp4')).body).toEqual(VIDEO)
})

test('reports that it is alive and ready', async () => {
  const { url } = await serveFixture()
  const [health, ready] = [await sendRequest(url, '/healthz'), await sendRequest(url, '/readyz')]
  expect([health.status, ready.status]).toEqual([200, 200])
  expect(JSON.parse(ready.body.toString())).toEqual({
    status: 'ready',
    checks: { release: 'ok', running: 'ok', disk: 'ok' },
    failed: [],
  })
})
