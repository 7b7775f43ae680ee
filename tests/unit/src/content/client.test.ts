import { createServer, type ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { getPerformDetail } from '#api/perform.ts'
import { getInit } from '#api/site.ts'
import { readContent } from '#content/client.ts'
import { clearQueryCache, fetchCached } from '#content/query-cache.ts'
import { makeQueryKey } from '#content/query-cache/query-key.ts'
import { serveBuild } from '#tests/support/serve-build.ts'

let respond: (response: ServerResponse) => unknown
serveBuild(
  createServer(({ url = '' }, response) => {
    if (url.startsWith(getPerformDetail.path)) return void respond(response)
    response.writeHead(404).end()
  }),
)
afterEach(clearQueryCache)

async function readPerformance(): Promise<unknown> {
  const site = { time_zone: 'Europe/London', sections: ['performances'] }
  const { method, path } = getInit
  const key = makeQueryKey({ method, path, locale: 'en', query: undefined })
  await fetchCached(key, () => Promise.resolve({ site }))
  return readContent(getPerformDetail, 'en', { id: '1' })
}

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
