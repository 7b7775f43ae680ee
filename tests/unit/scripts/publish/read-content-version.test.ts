import { expect, test } from 'vitest'
import { describeFailedChecks, readContentVersion } from '#scripts/publish/read-content-version.ts'
import { serveApi } from '#tests/serve/fake-api.ts'

test('names the failed checks of an API with their states', async () => {
  const api = await serveApi((_request, response) => {
    const checks = { database: 'ok', disk: 'less than 256 MiB free' }
    response.writeHead(503).end(JSON.stringify({ checks, failed: ['disk'] }))
  })
  await expect(readContentVersion(api.url)).rejects.toThrow(
    `${api.url}/readyz is not ready: disk (less than 256 MiB free)`,
  )
})

test.each([
  [{ failed: ['queue', 'cache'] }, ': queue, cache'],
  [{ failed: ['queue'], checks: { queue: false } }, ': queue'],
  [{ status: 'down' }, ''],
  [undefined, ''],
])('describes the response %o of an own API', (body, text) => {
  expect(describeFailedChecks(body)).toBe(text)
})
