import { createServer, type RequestListener } from 'node:http'
import { beforeEach, expect, test } from 'vitest'
import { buildConfig } from '#content/build-config.ts'
import { clearDownloads, findDownload } from '#integrations/media/downloads.ts'
import { serveBuild } from '#tests/support/serve-build.ts'

let respond: RequestListener
/** The requests of a test, as path and condition. */
let requests: string[]
serveBuild(
  createServer((request, response) => {
    const { 'if-none-match': etag, 'if-modified-since': since } = request.headers
    requests.push([request.url, etag ?? since].join(' ').trim())
    respond(request, response)
  }),
)
beforeEach(async () => {
  requests = []
  await clearDownloads('all')
})

/** Downloads a file. @returns the outcome with the content of the file, if there is one */
async function download(path: string) {
  const outcome = await findDownload(buildConfig.adminApiUrl + path)
  if (outcome.kind === 'missing') return outcome
  return { ...outcome, content: Buffer.from(await outcome.file.read()).toString() }
}

test('requests a file once in a build, and its content again only if it has changed', async () => {
  let etag = '"1"'
  respond = (request, response) =>
    request.headers['if-none-match'] === etag
      ? response.writeHead(304).end()
      : response.writeHead(200, { etag }).end(`version ${etag}`)
  const [first, same] = await Promise.all([download('/a'), download('/a')])
  expect(first).toEqual(same)
  expect(first).toMatchObject({ kind: 'current', content: 'version "1"' })
  await clearDownloads('quick')
  const unchanged = await download('/a')
  expect(unchanged).toMatchObject({ kind: 'current', content: 'version "1"' })
  expect(unchanged).toHaveProperty('file.hash', first.kind === 'current' && first.file.hash)
  etag = '"2"'
  await clearDownloads('quick')
  const changed = await download('/a')
  expect(changed).toMatchObject({ kind: 'current', content: 'version "2"' })
  expect(changed).not.toHaveProperty('file.hash', first.kind === 'current' && first.file.hash)
  expect(requests).toEqual(['/a', '/a "1"', '/a "1"'])
})

test('requests a file without an ETag by its date', async () => {
  const date = 'Fri, 20 Nov 2026 08:00:00 GMT'
  respond = (_request, response) => response.writeHead(200, { 'last-modified': date }).end('b')
  await download('/b')
  await clearDownloads('quick')
  await download('/b')
  expect(requests).toEqual(['/b', `/b ${date}`])
})

test('requests an immutable file never again', async () => {
  respond = (_request, response) =>
    response.writeHead(200, { 'cache-control': 'public, immutable' }).end('c')
  await download('/c')
  await clearDownloads('all')
  expect(await download('/c')).toMatchObject({ kind: 'current', content: 'c' })
  expect(requests).toEqual(['/c'])
})

test('keeps the file of an earlier build while its server fails', async () => {
  respond = (_request, response) => response.end('d')
  await download('/d')
  respond = (_request, response) => response.writeHead(500).end()
  await clearDownloads('quick')
  const failure = { reason: 'responded with status 500', hasNoResponse: false }
  expect(await download('/d')).toMatchObject({ kind: 'outdated', content: 'd', failure })
  expect(await download('/d2')).toEqual({ kind: 'missing', failure })
  respond = (_request, response) => response.end('d again')
  await clearDownloads('quick')
  expect(await download('/d')).toMatchObject({ kind: 'current', content: 'd again' })
})

test('does not wait for a host that is down, until the next full build', async () => {
  respond = (request) => request.socket.destroy()
  const paths = Array.from({ length: 9 }, (_, at) => `/down/${at}`)
  const failure = { reason: 'the connection failed', hasNoResponse: true }
  await download('/down/0')
  await clearDownloads('quick')
  for (const path of paths) expect(await download(path)).toEqual({ kind: 'missing', failure })
  expect(requests).toEqual(paths.slice(0, 8))
  await clearDownloads('quick')
  await download('/down/9')
  expect(requests).toHaveLength(8)

  respond = (_request, response) => response.end('up')
  await clearDownloads('all')
  expect(await download('/down/0')).toMatchObject({ kind: 'current', content: 'up' })
})

test('counts a host name that cannot be resolved as no response', async () => {
  const address = 'https://media.invalid/a.jpg'
  expect(await findDownload(address)).toMatchObject({ failure: { hasNoResponse: true } })
})

test('a download keeps its content when a later build downloads another version', async () => {
  respond = (_request, response) => response.end('first')
  const first = await findDownload(`${buildConfig.adminApiUrl}/e`)
  respond = (_request, response) => response.end('second')
  await clearDownloads('quick')
  expect(await download('/e')).toMatchObject({ content: 'second' })
  const bytes = first.kind === 'current' ? await first.file.read() : null
  expect(Buffer.from(bytes ?? '').toString()).toBe('first')
})
