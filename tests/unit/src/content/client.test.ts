import { createServer, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getArtistNewsDetail } from '#api/artist.ts'
import { getPerformDetail } from '#api/perform.ts'
import { getInit } from '#api/site.ts'
import { readContent } from '#content/client.ts'
import { clearQueryCache, fetchCached } from '#content/query-cache.ts'
import { makeQueryKey } from '#content/query-cache/query-key.ts'
import { serveBuild } from '#tests/support/serve-build.ts'

let respond: (response: ServerResponse) => unknown
serveBuild(
  createServer(({ url = '' }, response) => {
    if (!url.startsWith(getInit.path)) return void respond(response)
    response.writeHead(404).end()
  }),
)
beforeEach(async () => {
  const site = { time_zone: 'Europe/London', sections: ['performances', 'artists', 'news'] }
  const { method, path } = getInit
  const key = makeQueryKey({ method, path, locale: 'en', query: undefined })
  await fetchCached(key, () => Promise.resolve({ site }))
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
