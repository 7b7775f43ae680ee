import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { readDocumentKind } from '#content/document-kind.ts'
import { fetchMedia } from '#integrations/media/fetch-media.ts'
import { listen } from '#scripts/lib/listen.ts'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  onTestFinished(() => void server.closeAllConnections())
  onTestFinished(() => void server.close())
  return listen(server, 0, '127.0.0.1', '')
}

const fetchFrom = (address: string, apiOrigin = 'https://admin.example.org') =>
  fetchMedia(address, {
    apiOrigin,
    headers: {},
    resolve: (hostname) =>
      Promise.resolve([
        { address: hostname === 'inside.example.org' ? '10.0.0.7' : '93.184.216.34' },
      ]),
  })

test('reads a file of the admin API on a private network', async () => {
  const api = await serve((_request, response) => response.end('picture'))
  const { status, bytes } = await fetchFrom(`${api}/media/a.jpg`, api)
  expect([status, Buffer.from(bytes).toString()]).toEqual([200, 'picture'])
})

test.each([
  'http://127.0.0.1:4598/secret',
  'http://[::1]/secret',
  'http://[::ffff:127.0.0.1]/secret',
  'http://169.254.169.254/latest/meta-data',
  'http://192.168.1.1/',
  'http://inside.example.org/',
])("refuses %s on the server's network", async (address) => {
  await expect(fetchFrom(address)).rejects.toThrow('is on a private network')
})

test.each([
  ['none', []],
  ['a public and a private one', ['93.184.216.34', '10.0.0.7']],
])('refuses a host whose addresses are %s', async (_, addresses) => {
  const options = {
    apiOrigin: 'https://admin.example.org',
    headers: {},
    resolve: async () => addresses.map((address) => ({ address })),
  }
  await expect(fetchMedia('http://mixed.example.org/', options)).rejects.toThrow(
    'is on a private network',
  )
})

test('follows three redirects', async () => {
  const api = await serve(({ url = '' }, response) => {
    const step = Number(url.slice(1))
    if (step < 3) response.writeHead(302, { location: `/${step + 1}` }).end()
    else response.end('picture')
  })
  const { bytes } = await fetchFrom(`${api}/0`, api)
  expect(Buffer.from(bytes).toString()).toBe('picture')
})

test("refuses a redirect of the admin API to the server's network", async () => {
  const secret = await serve((_request, response) => response.end('AWS_SECRET=CANARY'))
  const api = await serve((_request, response) =>
    response.writeHead(302, { location: secret }).end(),
  )
  await expect(fetchFrom(`${api}/policy.html`, api)).rejects.toThrow('is on a private network')
})

test('stops fetching a file after three redirects', async () => {
  const api = await serve((_request, response) => response.writeHead(302, { location: '/a' }).end())
  await expect(fetchFrom(`${api}/a`, api)).rejects.toThrow('redirects too often')
})

test('refuses a file larger than the limit', async () => {
  const api = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': String(300 * 1024 * 1024) }).flushHeaders()
  })
  await expect(fetchFrom(`${api}/film.mp4`, api)).rejects.toThrow('is larger than')
})

test('detects documents by their content, not by their URL', () => {
  const readKind = (text: string) =>
    readDocumentKind(Buffer.from(text), 'https://a.example/redirect')
  expect(readKind('%PDF-1.7')).toBe('pdf')
  expect(readKind('<!doctype html><p>Agreement')).toBe('html')
  expect(readKind('Plain words')).toBe('txt')
  expect(() => readDocumentKind(Buffer.from([0xff, 0xfe, 0]), 'x')).toThrow('neither HTML')
})
