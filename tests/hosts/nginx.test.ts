import http from 'node:http'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compressFiles } from '#scripts/hosts/compress-files.ts'
import { readHostedSite } from '#scripts/hosts/hosted-site.ts'
import { writeNginx } from '#scripts/hosts/nginx/write-nginx.ts'
import { listen } from '#scripts/lib/listen.ts'
import { sendRequest } from '#tests/serve/send-request.ts'
import { listDifferences, normalizeResponse } from './compare.ts'
import { findBuiltFolder, makeFolderBeside, serveFolder } from './find-built-folder.ts'
import { findNginx, linkFolder, startNginx } from './nginx-server.ts'
import { listRequests, getName } from './requests.ts'

const nginx = findNginx()
if (nginx === null) console.log('nginx is not installed: its responses are not compared')

/** Returns the request that reached it; aborts the connection for `/api/down`. */
const api = http.createServer((request, response) => {
  if (request.url?.startsWith('/api/down')) return void request.socket.destroy()
  const { method, url, headers } = request
  response.setHeader('content-type', 'application/json')
  response.setHeader('x-request-id', headers['x-request-id'] ?? '')
  response.end(JSON.stringify({ method, url, headers }))
})

describe.skipIf(nginx === null)('nginx with the generated settings', () => {
  const folder = findBuiltFolder()
  const rows = listRequests(folder)
  let own: Awaited<ReturnType<typeof serveFolder>>
  let theirs: Awaited<ReturnType<typeof startNginx>>
  let work: string

  beforeAll(async () => {
    if (nginx === null) return
    const apiUrl = await listen(api, 0, '127.0.0.1', '')
    work = await makeFolderBeside(folder)
    const root = path.join(work, 'dist')
    await linkFolder(folder, root)
    own = await serveFolder(folder, apiUrl)
    const site = await readHostedSite(root, { apiUrl, hooksUrl: apiUrl })
    const compressedPaths = new Set([
      ...rows.filter(({ headers }) => headers?.['accept-encoding']).map((row) => row.path),
      '/index.html',
      '/en.html',
      ...['/drama/home.html', '/404.html'].flatMap((name) => [name, `/en${name}`]),
    ])
    const compressed = [...site.manifest.files.values()].filter(({ path: name }) =>
      compressedPaths.has(name),
    )
    await compressFiles(compressed)
    const settings = path.join(work, 'settings')
    const { brotli } = nginx
    const ca = '/etc/ssl/certs/ca-certificates.crt'
    const files = writeNginx(site, { root, settings, brotli, behindProxy: false, ca })
    theirs = await startNginx(nginx, settings, files)
  })

  afterAll(async () => {
    await theirs?.close()
    await own?.close()
    api.closeAllConnections()
    api.close()
    if (work) await rm(work, { recursive: true, force: true })
  })

  test('starts without warnings', () => {
    expect(theirs.check).not.toMatch(/\[(?:warn|error|emerg)\]/)
  })

  test('responds to all requests as our server does', async () => {
    const faults: string[] = []
    for (const row of rows) {
      const { path: target, deviations } = row
      const reply = normalizeResponse(await sendRequest(theirs.url, target, row))
      if (deviations?.nginx) {
        expect([target, reply.status]).toEqual([target, deviations.nginx.status])
        continue
      }
      const ours = normalizeResponse(await sendRequest(own.url, target, row))
      // Without its module nginx does not send brotli.
      if (!nginx?.brotli && ours.headers['content-encoding'] === 'br') {
        ours.headers['content-encoding'] = reply.headers['content-encoding']
      }
      faults.push(...listDifferences(ours, reply).map((line) => `${getName(row)}: ${line}`))
    }
    expect(faults).toEqual([])
    expect(rows.length).toBeGreaterThan(500)
  })

  test('responds with 304 to clients that have the content, compressed or not', async () => {
    for (const coding of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': coding }
      const first = await sendRequest(theirs.url, '/drama/home', { headers })
      const again = await sendRequest(theirs.url, '/drama/home', {
        headers: { ...headers, 'if-none-match': String(first.headers.etag) },
      })
      expect([coding, again.status, again.body.length]).toEqual([coding, 304, 0])
      expect(first.headers.vary).toBe('Accept-Encoding')
    }
  })

  test('forwards API calls as our server does', async () => {
    const calls = [
      { path: '/api/index/init?a=%2F&b=1', method: 'GET' },
      { path: '/api/order/create', method: 'POST', body: '{"a":1}' },
      { path: '/openapi.json', method: 'GET' },
      { path: '/docs', method: 'GET' },
      { path: '/api/upload', method: 'POST' },
      { path: '/api/a%20b', method: 'GET' },
    ]
    const forged = {
      'x-forwarded-for': '6.6.6.6',
      forwarded: 'for=6.6.6.6',
      'x-request-id': 'given-by-caller',
    }
    for (const { path: target, ...options } of calls) {
      const results = await Promise.all(
        [own.url, theirs.url].map(async (url) => {
          const headers = { ...forged, host: 'site.example' }
          const reply = await sendRequest(url, target, { ...options, headers })
          return [
            reply.status,
            reply.headers['x-request-id'],
            withoutConnectionHeaders(JSON.parse(reply.body.toString())),
          ]
        }),
      )
      expect([target, results[1]]).toEqual([target, results[0]])
    }
  })

  test.each([
    ['/hooks/content', 64],
    ['/api/order/create', 1024],
  ])('forwards bodies to %s of at most %i KiB', async (target, kibibytes) => {
    const limit = kibibytes * 1024
    for (const [size, status] of [
      [limit, 200],
      [limit + 1, 413],
    ] as const) {
      const call = { method: 'POST', body: 'x'.repeat(size) }
      expect((await sendRequest(theirs.url, target, call)).status).toBe(status)
      expect((await sendRequest(theirs.url, '/api/upload/chunk', call)).status).toBe(200)
    }
  })

  test('responds as our server does if the API is down or a path is malformed', async () => {
    for (const target of ['/api/down', '/api//x', '/api/%2e%2e/x', '/%61pi/x']) {
      const [ours, reply] = [
        await sendRequest(own.url, target),
        await sendRequest(theirs.url, target),
      ]
      expect([target, reply.status]).toEqual([target, ours.status])
      expect(reply.headers['content-type']).toBe(ours.headers['content-type'])
    }
    const { body } = await sendRequest(theirs.url, '/api/down')
    expect(JSON.parse(body.toString())).toEqual({
      code: 502,
      msg: '网络异常',
      time: expect.any(Number),
      data: null,
    })
  })
})

/** The request as the API received it, without hop-by-hop headers. */
function withoutConnectionHeaders({
  method,
  url,
  headers,
}: {
  method: string
  url: string
  headers: Record<string, string>
}) {
  const {
    connection: _connection,
    'transfer-encoding': _coding,
    'content-length': _length,
    ...rest
  } = headers
  return { method, url, headers: rest }
}
