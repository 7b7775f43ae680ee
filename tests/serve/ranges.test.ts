import http from 'node:http'
import path from 'node:path'
import send from 'send'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '#scripts/lib/listen.ts'
import { sendRequest } from './send-request.ts'
import { serveFixture, VIDEO } from './fixture-site.ts'

const rows: [title: string, headers: Record<string, string>][] = [
  ['no range', {}],
  ['the first bytes', { range: 'bytes=0-99' }],
  ['one byte', { range: 'bytes=5000-5000' }],
  ['an open-ended range', { range: 'bytes=9000-' }],
  ['the last bytes', { range: 'bytes=-5' }],
  ['a suffix longer than the file', { range: 'bytes=-99999' }],
  ['a range that ends beyond the file', { range: 'bytes=9990-99999' }],
  ['a range that starts beyond the file', { range: 'bytes=10000-' }],
  ['an unknown unit', { range: 'items=0-5' }],
  ['a reversed range', { range: 'bytes=5-2' }],
  ['several ranges', { range: 'bytes=0-1,5-6' }],
  ['a range with a matching If-Range', { range: 'bytes=0-99', 'if-range': 'ETAG' }],
  ['a range with another If-Range', { range: 'bytes=0-99', 'if-range': '"other"' }],
  ['a range with a weak If-Range', { range: 'bytes=0-99', 'if-range': 'W/"other"' }],
  ['a failing If-Match', { 'if-match': '"other"' }],
]

/** The reference: `send` alone serves the same file with our ETag. */
async function serveWithSend(file: string, etag: string): Promise<string> {
  const server = http.createServer((request, response) => {
    response.setHeader('ETag', etag)
    send(request, file, { lastModified: false }).pipe(response)
  })
  onTestFinished(() => void server.close())
  return listen(server, 0, '127.0.0.1', 'PORT')
}

test.each(rows)('responds to %s as the send library does', async (_title, template) => {
  const { url, root } = await serveFixture()
  const { etag = '' } = (await sendRequest(url, '/media/trailer.mp4')).headers
  const referenceUrl = await serveWithSend(path.join(root, 'media/trailer.mp4'), etag)
  const headers = Object.fromEntries(
    Object.entries(template).map(([name, value]) => [name, value.replace('ETAG', etag)]),
  )
  for (const method of ['GET', 'HEAD']) {
    const ours = await sendRequest(url, '/media/trailer.mp4', { method, headers })
    const theirs = await sendRequest(referenceUrl, '/', { method, headers })
    expect(ours.status).toBe(theirs.status)
    expect(ours.headers['content-range']).toBe(theirs.headers['content-range'])
    if (ours.status < 300) {
      expect(ours.headers['content-length']).toBe(theirs.headers['content-length'])
      expect(ours.headers['accept-ranges']).toBe(theirs.headers['accept-ranges'])
      expect(ours.body).toEqual(theirs.body)
    }
  }
})

test('responds with the last five bytes', async () => {
  const { url } = await serveFixture()
  const reply = await sendRequest(url, '/media/trailer.mp4', { headers: { range: 'bytes=-5' } })
  expect([reply.status, reply.headers['content-range']]).toEqual([206, 'bytes 9995-9999/10000'])
  expect(reply.body).toEqual(VIDEO.subarray(-5))
})

test('responds to an unsatisfiable range with the length of the file', async () => {
  const { url } = await serveFixture()
  const reply = await sendRequest(url, '/media/trailer.mp4', { headers: { range: 'bytes=10000-' } })
  expect([reply.status, reply.headers['content-range']]).toEqual([416, 'bytes */10000'])
  expect(reply.headers).not.toHaveProperty('etag')
})

test('sends ranges of the uncompressed content only', async () => {
  const { url } = await serveFixture()
  const script = '/_astro/app.Bx3k9.js'
  const br = await sendRequest(url, script, { headers: { 'accept-encoding': 'br' } })
  expect(br.headers).not.toHaveProperty('accept-ranges')

  const headers = { 'accept-encoding': 'br', range: 'bytes=0-5' }
  const part = await sendRequest(url, script, { headers })
  expect([part.status, part.body.toString()]).toEqual([206, 'export'])
  expect(part.headers).not.toHaveProperty('content-encoding')

  const changed = { ...headers, 'if-range': br.headers.etag ?? '' }
  const whole = await sendRequest(url, script, { headers: changed })
  expect(whole.status).toBe(200)
})
