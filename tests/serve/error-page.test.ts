import { rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { fillErrorPage } from '#scripts/serve/error-page.ts'
import { readFolder } from '#scripts/serve/read-folder.ts'
import { sendRequest } from './send-request.ts'
import { UNUSED_URL } from './fake-api.ts'
import { FIXTURE, serveFixture } from './fixture-site.ts'

const NAVIGATION = { headers: { accept: 'text/html,application/xhtml+xml' } }
const createPage = (file: string, status: number, message: string) =>
  fillErrorPage(String(FIXTURE[file]), { status, message })

test(
  'responds to an unreadable page with the error page of its locale',
  { tags: ['S2.59', 'S2.60', 'S8.15'] },
  async () => {
    const { url, root } = await serveFixture()
    await rm(root, { recursive: true })
    for (const [address, file] of [
      ['/drama/home', '500.html'],
      ['/drama/detail?id=12', '500.html'],
      ['/en/drama/home', 'en/500.html'],
      ['/en?utm_source=poster', 'en/500.html'],
      // The 404 page itself is missing.
      ['/en/nowhere', 'en/500.html'],
    ] as const) {
      const { status, headers, body } = await sendRequest(url, address)
      expect([address, status, body.toString()]).toEqual([address, 500, FIXTURE[file]])
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      })
      expect(headers).not.toHaveProperty('content-encoding')
      expect(headers).not.toHaveProperty('etag')
    }
  },
)

test('responds to an internal error with the error page', async () => {
  const fault = new Error('a path of the machine: /srv/releases')
  let { live, url } = await serveFixture()
  let calls = 0
  ;({ url } = await serveFixture({
    // The manifest is read once for the request and once for its error page.
    getManifest: () => {
      calls += 1
      if (calls === 1) throw fault
      return live.getManifest()
    },
  }))
  const { status, body } = await sendRequest(url, '/en/drama/home')
  expect([status, body.toString()]).toEqual([500, FIXTURE['en/500.html']])
})

test(
  'shows status and reason phrase for a malformed URL, in its locale',
  { tags: ['S8.15'] },
  async () => {
    const { url } = await serveFixture()
    const zh = await sendRequest(url, '/drama%2fhome')
    expect([zh.status, zh.body.toString()]).toEqual([
      400,
      createPage('500.html', 400, 'Bad Request'),
    ])
    const en = await sendRequest(url, '/en/%ff', { method: 'HEAD' })
    expect([en.status, en.body.length]).toEqual([400, 0])
  },
)

test('responds to every URL of the error page with status 500', async () => {
  const { url } = await serveFixture()
  for (const [address, file] of [
    ['/500', '500.html'],
    ['/500.html', '500.html'],
    ['/en/500', 'en/500.html'],
    // The query cannot inject text.
    ['/500?status=200&message=Pay+here', '500.html'],
  ] as const) {
    const { status, body } = await sendRequest(url, address)
    expect([address, status, body.toString()]).toEqual([address, 500, FIXTURE[file]])
  }
})

test('sends the error page to navigations and JSON to other clients', async () => {
  const { url } = await serveFixture({ adminApiUrl: UNUSED_URL })
  const form = await sendRequest(url, '/en/drama/home', { method: 'POST', ...NAVIGATION })
  expect([form.status, form.headers.allow]).toEqual([405, 'GET, HEAD'])
  expect(form.body.toString()).toBe(createPage('en/500.html', 405, 'Method Not Allowed'))
  const docs = await sendRequest(url, '/docs', NAVIGATION)
  expect([docs.status, docs.body.toString()]).toEqual([
    502,
    createPage('500.html', 502, 'Bad Gateway'),
  ])

  const script = { headers: { ...NAVIGATION.headers, 'sec-fetch-mode': 'cors' } }
  for (const [address, options] of [
    ['/docs', script],
    ['/docs', {}],
    ['/api/index/init', NAVIGATION],
  ] as const) {
    const reply = await sendRequest(url, address, options)
    expect([address, reply.status, reply.headers['content-type']]).toEqual([
      address,
      502,
      'application/json; charset=utf-8',
    ])
  }
})

test('sends the message as text if a release has no error page', async () => {
  const { url, live, root } = await serveFixture()
  for (const file of ['500.html', 'en/500.html']) await rm(path.join(root, file))
  await live.switchTo(await readFolder(root), [])
  const { status, headers, body } = await sendRequest(url, '/drama%2fhome')
  expect([status, body.toString()]).toEqual([400, 'Bad Request'])
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
})
