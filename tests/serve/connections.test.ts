import { mkdir, readdir, readlink, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createManifest, createManifestEntry } from '#scripts/serve/manifest.ts'
import type { SiteServerOptions } from '#scripts/serve/server.ts'
import { sendRequest } from './send-request.ts'
import { serveApi } from './fake-api.ts'
import { makeFolder, serveFixture } from './fixture-site.ts'

const FILE = '/media/3fa8b2c19d04.mp4'
/** Larger than all buffers between server and client, so that an unread response stays incomplete. */
const FILE_BYTES = 16_000_000

/** Serves one large file; `countOpen` counts how often this process has it open. */
async function serveLargeFile(options: Partial<SiteServerOptions> = {}) {
  const file = path.join(await makeFolder(), 'large.mp4')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, Buffer.alloc(FILE_BYTES))
  const described = createManifestEntry(FILE, file, { size: FILE_BYTES, hash: 'a'.repeat(64) }, {})
  const manifest = createManifest([described])
  const { url } = await serveFixture({ getManifest: () => manifest, ...options })
  const countOpen = async () => {
    const links = await Promise.all(
      (await readdir('/proc/self/fd')).map((name) =>
        readlink(`/proc/self/fd/${name}`).catch(() => ''),
      ),
    )
    return links.filter((link) => link === file).length
  }
  return { url, countOpen }
}

/** Opens a connection that sends a text and reads nothing. */
async function sendUnread(url: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.pause()
  await new Promise((resolve) => socket.write(text, resolve))
  return socket
}

async function sendAndRead(url: string, text: string): Promise<string> {
  const socket = await sendUnread(url, text)
  let received = ''
  socket
    .setEncoding('utf8')
    .on('data', (part: string) => (received += part))
    .resume()
  await new Promise((resolve) => socket.once('close', resolve))
  return received
}

const get = (target: string, more = '') => `GET ${target} HTTP/1.1\r\nHost: x\r\n${more}\r\n`

test('opens one file per connection, and closes it when the client drops its pipeline', async () => {
  const { url, countOpen } = await serveLargeFile()
  const socket = await sendUnread(url, get(FILE).repeat(30))
  await expect.poll(countOpen).toBe(1)
  // A response on another connection arrives after all requests of the first have been parsed.
  await sendRequest(url, '/healthz')
  expect(await countOpen()).toBe(1)
  socket.destroy()
  await expect.poll(countOpen).toBe(0)
})

test('responds to pipelined requests in order', async () => {
  const { url } = await serveFixture()
  const received = await sendAndRead(
    url,
    get('/drama/home') + get('/en') + get('/none', 'Connection: close\r\n'),
  )
  const titles = [...received.matchAll(/<title>([^<]*)</g)].map(([, title]) => title)
  expect(titles).toEqual(['演出', 'Home', '此页无法找到'])
})

test('closes a connection with more waiting requests than allowed', async () => {
  const { url, countOpen } = await serveLargeFile({ connectionLimits: { maxWaiting: 3 } })
  await sendUnread(url, get(FILE).repeat(4))
  await expect.poll(countOpen).toBe(1)
  await sendUnread(url, get(FILE).repeat(5))
  await sendRequest(url, '/healthz')
  await expect.poll(countOpen).toBe(1)
})

test('closes a connection whose client does not read', async () => {
  const { url, countOpen } = await serveLargeFile({ connectionLimits: { stalledMs: 100 } })
  await sendUnread(url, get(FILE))
  await expect.poll(countOpen).toBe(1)
  await expect.poll(countOpen).toBe(0)
})

test('keeps a connection whose client reads', async () => {
  const { url } = await serveLargeFile({ connectionLimits: { stalledMs: 100 } })
  const response = await sendRequest(url, FILE)
  expect(response.body.length).toBe(FILE_BYTES)
})

test('closes connections of an address above its limit, and accepts new ones afterwards', async () => {
  const { url } = await serveFixture({ connectionLimits: { maxPerAddress: 2 } })
  const agents = [1, 2].map(() => new http.Agent({ keepAlive: true }))
  for (const agent of agents) expect((await sendRequest(url, '/en', { agent })).status).toBe(200)
  await expect(sendRequest(url, '/en')).rejects.toThrow()
  for (const agent of agents) agent.destroy()
  await expect
    .poll(() =>
      sendRequest(url, '/en').then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
})

test('refuses a request with two Host headers', async () => {
  const { url } = await serveFixture()
  const received = await sendAndRead(url, get('/', 'Host: y\r\nConnection: close\r\n'))
  expect(received).toMatch(/^HTTP\/1\.1 400 /)
})

test('calls the API after a small body has been received completely', async () => {
  let connections = 0
  const api = await serveApi(async (request, response) => {
    const body: string[] = []
    for await (const part of request.setEncoding('utf8')) body.push(String(part))
    response.end(JSON.stringify([body.join(''), request.headers['content-length']]))
  })
  api.server.on('connection', () => (connections += 1))
  const { url } = await serveFixture({ adminApiUrl: api.url })
  const head = 'POST /api/order/create HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n'
  const slow = await sendUnread(url, `${head}Connection: close\r\n\r\nabc`)
  await sendRequest(url, '/healthz')
  expect(connections).toBe(0)
  let received = ''
  slow
    .setEncoding('utf8')
    .on('data', (part: string) => (received += part))
    .resume()
  slow.write('def')
  await new Promise((resolve) => slow.once('close', resolve))
  expect(received).toContain('["abcdef","6"]')
  expect(connections).toBe(1)
})

test('streams a large body to the API unchanged', async () => {
  const api = await serveApi(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    response.end(Buffer.concat(parts))
  })
  const { url } = await serveFixture({ adminApiUrl: api.url })
  const body = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 256))
  const reply = await sendRequest(url, '/api/order/create', { method: 'POST', body })
  expect(reply.body.equals(body)).toBe(true)
})
