import type { RequestListener } from 'node:http'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { describeStatus } from '#scripts/publish/describe-status.ts'
import { openPublishing } from '#scripts/publish/open-publishing.ts'
import { makeStatusKey } from '#scripts/publish/status-page/status-key.ts'
import { readStatus } from '#scripts/publish/status.ts'
import { openStore } from '#scripts/publish/store.ts'
import { startSiteServer } from '#scripts/serve/server.ts'
import { sendRequest } from '#tests/serve/send-request.ts'
import { serveApi, UNUSED_URL } from '#tests/serve/fake-api.ts'
import { makeFolder } from '#tests/serve/fixture-site.ts'
import { openEmptyRelease, publishingOptions, SECRET } from './publishing-site.ts'
import { createSmallBuilder } from './small-site.ts'

interface FirstStart {
  apiUrl: string
  /** Called before each build; throws to make it fail. */
  onBuild?: (build: number) => void
  onPause?: (ms: number) => void
  /** The text of each page. */
  text?: string
  isForced?: boolean
}

/** Starts with an external API and an empty data folder; pauses end immediately. */
async function startFirst({
  apiUrl,
  onBuild = () => {},
  onPause = () => {},
  text = 'Teahouse',
  isForced = false,
}: FirstStart) {
  const dataDir = path.join(await makeFolder(), '.data')
  const lines: string[] = []
  const results: string[] = []
  let builds = 0
  const builder = createSmallBuilder(openStore(dataDir), async () => {
    builds += 1
    onBuild(builds)
    return { text, items: [1] }
  })
  const publishing = await openPublishing({
    ...publishingOptions(dataDir, builder),
    apiUrl,
    isExternalApi: true,
    onStarted: (result) => results.push(result),
    setTimer(run, ms) {
      // Longer timers schedule sweeps.
      if (ms > 1000 && ms <= 30_000) onPause(ms)
      const timer = setImmediate(run)
      return () => clearImmediate(timer)
    },
  })
  onTestFinished(publishing.close)
  const error: unknown = await publishing
    .begin((line) => lines.push(line), isForced)
    .then(
      () => null,
      (reason: unknown) => reason,
    )
  return { error, lines, results, builds }
}

const respondOk: RequestListener = (_request, response) => {
  response.end(JSON.stringify({ code: 200, msg: 'ok', time: 1, data: {} }))
}

test('names the command that publishes a refused first site', async () => {
  const api = await serveApi(respondOk)
  const site = { apiUrl: api.url, text: 'drama:past_title' }
  const { error } = await startFirst(site)
  expect(String(error)).toContain('npm start -- --force')
  const { results } = await startFirst({ ...site, isForced: true })
  expect(results).toEqual([expect.stringMatching(/is live, \d+ pages/)])
})

test('retries an external API in growing pauses until it is up, then publishes', async () => {
  const pauses: number[] = []
  const api = await serveApi((request, response) => {
    if (pauses.length >= 6) return respondOk(request, response)
    response.writeHead(request.url === '/readyz' && pauses.length >= 2 ? 404 : 503).end()
  })
  const { error, lines, results, builds } = await startFirst({
    apiUrl: api.url,
    onPause: (ms) => pauses.push(ms),
  })
  expect(error).toBeNull()
  expect(pauses).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000])
  expect(lines).toContain(`GET ${api.url}/readyz is not ready. Trying again in 2 s.`)
  expect(lines).toContain(
    `GET ${api.url}/api/index/init (zh-cn) responds 503. Trying again in 8 s.`,
  )
  expect(results).toEqual([expect.stringMatching(/is live, \d+ pages/)])
  expect(builds).toBe(1)
})

test('waits for an external API that went down during the first build', async () => {
  let isDown = false
  const api = await serveApi((request, response) => {
    if (isDown && request.url?.startsWith('/api/perform/') === true) {
      isDown = false
      response.writeHead(502).end()
      return
    }
    respondOk(request, response)
  })
  const { error, lines, builds } = await startFirst({
    apiUrl: api.url,
    onBuild(build) {
      if (build > 2) return
      isDown = true
      throw new Error('connection lost')
    },
  })
  expect(error).toBeNull()
  expect(builds).toBe(3)
  expect(
    lines.filter((line) => /\/api\/perform\/\S+ \(\S+\) responds 502/.test(line)),
  ).toHaveLength(2)
})

test('names an unreachable API URL in the output and on the status page', async () => {
  const dataDir = path.join(await makeFolder(), '.data')
  const builder = createSmallBuilder(openStore(dataDir), async () => ({ text: '', items: [] }))
  const live = openEmptyRelease(dataDir)
  onTestFinished(live.close)
  const retryLine = Promise.withResolvers<string>()
  const publishing = await openPublishing({
    ...publishingOptions(dataDir, builder),
    target: live,
    apiUrl: UNUSED_URL,
    isExternalApi: true,
  })
  onTestFinished(publishing.close)
  // The pause never ends in this test: the start keeps waiting.
  void publishing.begin((line) => {
    if (line.includes('Trying again')) retryLine.resolve(line)
  })
  expect(await retryLine.promise).toBe(
    `GET ${UNUSED_URL}/readyz does not respond (ECONNREFUSED). Trying again in 2 s.`,
  )
  await publishing.publisher.settle()

  const { hooks } = publishing
  const { url, close } = await startSiteServer({
    ...live,
    adminApiUrl: UNUSED_URL,
    hooks,
    host: '127.0.0.1',
    port: 0,
    logger: SILENT_LOGGER,
  })
  onTestFinished(() => close())
  const status = await sendRequest(url, '/hooks/status?lang=en', {
    headers: { cookie: `publish-status=${makeStatusKey(SECRET)}` },
  })
  expect(status.body.toString()).toContain(`retried: GET ${UNUSED_URL}/readyz does not respond`)
  const visitor = await sendRequest(url, '/en/drama/home')
  expect([visitor.status, visitor.headers['retry-after']]).toEqual([503, '10'])
  expect(visitor.body.toString()).toContain('This site is being built')
  expect((await sendRequest(url, '/')).body.toString()).toContain('网站正在首次生成')
  const responses = await Promise.all(
    ['/healthz', '/readyz/pages', '/api/index/init', '/hooks/content'].map((at) =>
      sendRequest(url, at),
    ),
  )
  expect(responses.map((response) => response.status)).toEqual([200, 503, 503, 503])

  expect(describeStatus(await readStatus(dataDir))).toContain(
    `building  nothing yet: GET ${UNUSED_URL}/readyz does not respond (ECONNREFUSED)`,
  )
  await publishing.close()
  expect(describeStatus(await readStatus(dataDir))).toContain('building  nothing')
})

test.each([
  ['an HTML page with status 404', 404, '<h1>Not found</h1>', 'responds 404 with text/html'],
  ['a not-found envelope', 200, '{"code":404,"msg":"not found"}', 'responds 404'],
  ['an HTML page with status 200', 200, '<h1>Welcome</h1>', 'responds 200 with text/html'],
  ['a redirect', 302, '', 'responds 302 with a redirect to /login'],
])('exits with code 76 if the API URL returns %s', async (_, status, body, reason) => {
  const api = await serveApi((_request, response) => {
    const location = status === 302 ? { location: '/login' } : {}
    response.writeHead(status, { 'content-type': 'text/html', ...location }).end(body)
  })
  const { error, builds } = await startFirst({ apiUrl: api.url })
  expect(error).toMatchObject({
    exitCode: 76,
    message: expect.stringContaining(
      `GET ${api.url}/api/index/init (zh-cn) ${reason}. Is ADMIN_API_URL the address before /api?`,
    ),
  })
  expect(builds).toBe(0)
})

test('retries a first build once if it fails for another reason', async () => {
  const api = await serveApi(respondOk)
  const once = await startFirst({
    apiUrl: api.url,
    onBuild(build) {
      if (build === 1) throw new Error('a race')
    },
  })
  expect([once.error, once.builds]).toEqual([null, 2])
  expect(once.lines).toContain('The first build failed and is repeated once: a race')

  const always = await startFirst({
    apiUrl: api.url,
    onBuild() {
      throw new Error('broken on purpose')
    },
  })
  expect(always.error).toMatchObject({
    exitCode: 1,
    message: 'There is no site yet. broken on purpose',
  })
  expect([always.builds, always.results]).toEqual([2, []])

  const faulty = await startFirst({
    apiUrl: api.url,
    onBuild() {
      throw new Error('GET /api/index/init: langs is missing')
    },
  })
  expect(faulty.error).toMatchObject({
    message: `There is no site yet. GET /api/index/init: langs is missing\n"npm run check:api -- ${api.url}" lists what differs from the contract.`,
  })
})
