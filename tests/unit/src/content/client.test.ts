import { createServer, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getArtistList, getArtistNewsDetail } from '#api/artist.ts'
import { getPerformDetail } from '#api/perform.ts'
import { getInit } from '#api/site.ts'
import { readContent } from '#content/client.ts'
import { readList } from '#content/paging.ts'
import { clearQueryCache, listFaults, recordReads } from '#content/query-cache.ts'
import { ContentFaultError, ContentUnavailableError } from '#content/query-cache/content-fault.ts'
import { cacheInit } from '#tests/support/cache-response.ts'
import { serveBuild } from '#tests/support/serve-build.ts'

let respond: (response: ServerResponse, query: URLSearchParams) => unknown
serveBuild(
  createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    if (pathname !== getInit.path) return void respond(response, searchParams)
    response.writeHead(404).end()
  }),
)
beforeEach(async () => {
  await cacheInit(['performances', 'artists', 'news'])
})
afterEach(clearQueryCache)

const readPerformance = (): Promise<unknown> => readContent(getPerformDetail, 'en', { id: '1' })

function sendData(response: ServerResponse, data: object): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ code: 200, data }))
}

const IMAGE = { url: '/a.jpg', alt: '', width: 1, height: 1 }

test('a redirect to a missing page does not count as a removed item', async () => {
  respond = (response) => response.writeHead(302, { location: '/login' }).end()
  await expect(readPerformance()).rejects.toMatchObject({
    contentFault: { effect: 'left-out', reason: 'the API responded with a redirect (302)' },
  })
})

test('names a code without message once', async () => {
  respond = (response) => response.writeHead(500).end()
  await expect(readPerformance()).rejects.toMatchObject({
    contentFault: { reason: 'the API responded with 500' },
  })
})

test('names the HTTP status of rate limiting', async () => {
  respond = (response) => response.writeHead(429).end()
  await expect(readPerformance()).rejects.toMatchObject({
    contentFault: { reason: 'the API responded with 429' },
  })
})

test.each([
  [502, 3, 'the connection failed'],
  [504, 2, 'no response within 10 s'],
])('calls without a response (%i) are sent %i times', async (status, attempts, reason) => {
  let calls = 0
  respond = (response) => {
    calls += 1
    response.writeHead(status).end()
  }
  await expect(readPerformance()).rejects.toMatchObject({ contentFault: { reason } })
  expect(calls).toBe(attempts)
})

test('an API counts as down after eight items in a row without a response', async () => {
  const read = (id: number, status: number) => {
    respond = (response) => response.writeHead(status).end()
    return readContent(getPerformDetail, 'en', { id: String(id) })
  }
  const seven = Array.from({ length: 7 }, () => 503)
  for (const [id, status] of [500, ...seven, 500, ...seven].entries()) {
    await expect(read(id, status)).rejects.toBeInstanceOf(ContentFaultError)
  }
  await expect(read(20, 503)).rejects.toBeInstanceOf(ContentUnavailableError)
  await expect(read(21, 500)).rejects.toBeInstanceOf(ContentFaultError)
})

test.each([
  ['a page', 'text/html', '<!doctype html><title>Maintenance</title>'],
  ['JSON without data', 'application/json', '{"code":200,"msg":"ok"}'],
])('reports %s instead of an item', async (_, type, text) => {
  respond = (response) => response.writeHead(200, { 'content-type': type }).end(text)
  await expect(readPerformance()).rejects.toMatchObject({
    contentFault: { field: null, reason: 'the response is not JSON with data' },
  })
})

test('another item than the requested one is a fault', async () => {
  const news = {
    kind: 'artist',
    id: 2,
    langs: ['en'],
    title: 'A prize',
    summary: 'For the ensemble',
    image: IMAGE,
    published_at: '2027-05-05T12:00:00+08:00',
    subject: null,
    body: [],
    older: null,
    newer: null,
  }
  respond = (response) => sendData(response, news)
  await expect(readContent(getArtistNewsDetail, 'en', { id: '2' })).resolves.toMatchObject({
    id: 2,
  })
  await expect(readContent(getArtistNewsDetail, 'en', { id: '1' })).rejects.toMatchObject({
    contentFault: {
      subject: 'artist-news 1',
      field: 'id',
      reason: 'Expected 1 but received 2',
      effect: 'left-out',
    },
  })
})

describe('a list', () => {
  const makeArtist = (id: number) => ({
    id,
    langs: ['en'],
    name: 'A',
    latin_name: 'A',
    group: 'master',
    discipline: { id: 1, name: 'Song' },
    born: null,
    died: null,
    line: 'Singer',
    portrait: IMAGE,
  })
  /** Reads a list of 150 artists from an API that sends at most `size` in a page and none after `last`. */
  async function readArtists({ size, last }: { size: number; last: number }) {
    respond = (response, query) => {
      const page = Number(query.get('page'))
      const from = (page - 1) * size
      const to = Math.min(page * size, last)
      const items = Array.from({ length: Math.max(0, to - from) }, (_, i) =>
        makeArtist(from + i + 1),
      )
      sendData(response, { items, page, size, total: 150 })
    }
    const { result, reads } = await recordReads(() => readList(getArtistList, 'en'))
    return { count: result.length, faults: await listFaults(reads) }
  }

  test.each([100, 20])('is complete in pages of %d items', async (size) => {
    expect(await readArtists({ size, last: 150 })).toEqual({ count: 150, faults: [] })
  })

  test('that ends before its total is reported', async () => {
    expect(await readArtists({ size: 100, last: 100 })).toEqual({
      count: 100,
      faults: [
        {
          subject: '/api/artist/artist_list',
          kind: null,
          locale: 'en',
          field: 'items',
          reason: 'page 2 is empty, but total is 150',
          effect: 'left-out',
        },
      ],
    })
  })
})
