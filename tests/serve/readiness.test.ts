import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { sendRequest } from './send-request.ts'
import { serveApi, UNUSED_URL } from './fake-api.ts'
import { makeFolder, serveFixture } from './fixture-site.ts'

async function readReadiness(url: string, address = '/readyz') {
  const { status, body } = await sendRequest(url, address)
  const { failed, checks }: { failed: string[]; checks: Record<string, string> } = JSON.parse(
    body.toString(),
  )
  return { status, failed, checks }
}

/** Starts an API that responds to readiness checks with the given status and body. */
const serveReadiness = (status: number, body: object) =>
  serveApi((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })

const PAGES = { release: 'ok', running: 'ok' }

describe('readiness check of the site', () => {
  test('lists the state of each part', async () => {
    const api = await serveReadiness(200, { checks: { database: 'ok', disk: 'ok', extra: 'ok' } })
    const { url } = await serveFixture({ adminApiUrl: api.url, dataDir: await makeFolder() })
    expect(await readReadiness(url)).toEqual({
      status: 200,
      failed: [],
      checks: { ...PAGES, api: 'ok', database: 'ok', disk: 'ok' },
    })
  })

  test('fails if the database of the API is damaged, and reports only that', async () => {
    const api = await serveReadiness(503, { checks: { database: 'damaged', running: 'ok' } })
    const { url } = await serveFixture({ adminApiUrl: api.url })
    expect(await readReadiness(url)).toMatchObject({ status: 503, failed: ['database'] })
  })

  test.each([
    ['that cannot be reached', async () => UNUSED_URL, 'unreachable'],
    ['that is not ready', async () => (await serveReadiness(503, {})).url, 'not ready'],
  ])('fails with an API %s; pages stay ready', async (_, findApi, state) => {
    const { url } = await serveFixture({ adminApiUrl: await findApi() })
    expect(await readReadiness(url)).toEqual({
      status: 503,
      failed: ['api'],
      checks: { ...PAGES, api: state, disk: 'ok' },
    })
    expect(await readReadiness(url, '/readyz/pages')).toEqual({
      status: 200,
      failed: [],
      checks: PAGES,
    })
  })

  test('succeeds with an API without a readiness endpoint', async () => {
    const api = await serveReadiness(404, { message: 'no such route' })
    const { url } = await serveFixture({ adminApiUrl: api.url })
    expect(await readReadiness(url)).toMatchObject({ status: 200, checks: { api: 'ok' } })
  })

  test('calls the API at most once a second for any number of probes', async () => {
    let calls = 0
    const api = await serveApi((_request, response) => {
      calls += 1
      response.end('{}')
    })
    const { url } = await serveFixture({ adminApiUrl: api.url })
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    await Promise.all(Array.from({ length: 20 }, () => readReadiness(url)))
    expect(calls).toBe(1)
    vi.advanceTimersByTime(1001)
    await readReadiness(url)
    expect(calls).toBe(2)
  })

  test('fails if the API does not respond in time', async () => {
    const timedOut = AbortSignal.abort(new DOMException('', 'TimeoutError'))
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timedOut)
    onTestFinished(() => limit.mockRestore())
    const { url } = await serveFixture({ adminApiUrl: (await serveApi(() => {})).url })
    const { status, checks } = await readReadiness(url)
    expect([status, checks['api']]).toEqual([503, 'no response in time'])
  })

  test('fails if little of the disk is free', async () => {
    // This file system never has free space.
    const { url } = await serveFixture({ dataDir: '/proc' })
    expect(await readReadiness(url)).toMatchObject({
      failed: ['disk'],
      checks: { disk: 'less than 256 MiB free' },
    })
  })
})
