import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeCloudflare } from '#scripts/hosts/cloudflare/write-cloudflare.ts'
import { readHostedSite, type HostSettings } from '#scripts/hosts/hosted-site.ts'
import { sendRequest } from '#tests/serve/send-request.ts'
import { createPlatform } from './cloudflare-platform.ts'
import { listDifferences, normalizeResponse, type ComparableResponse } from './compare.ts'
import { findBuiltFolder, serveFolder } from './find-built-folder.ts'
import { listRequests, getName, type HostRequest } from './requests.ts'

const WorkerModule = v.object({ default: v.object({ fetch: v.function() }) })

const folder = findBuiltFolder()
const rows = listRequests(folder)
let own: Awaited<ReturnType<typeof serveFolder>>
let settings: HostSettings
let platform: ReturnType<typeof createPlatform>
let workDir: string

beforeAll(async () => {
  own = await serveFolder(folder)
  settings = await writeCloudflare(await readHostedSite(folder))
  workDir = await mkdtemp(path.join(tmpdir(), 'entracte-worker-'))
  const file = path.join(workDir, 'worker.mjs')
  await writeFile(file, settings.files.get('_worker.js') ?? '')
  const loaded = v.parse(WorkerModule, await import(pathToFileURL(file).href))
  platform = createPlatform(folder, settings.files, async (...args) =>
    v.parse(v.instance(Response), await loaded.default.fetch(...args)),
  )
})

afterAll(async () => {
  await own.close()
  await rm(workDir, { recursive: true, force: true })
})

/** Leaves out what the platform does: compression, and no request id without the worker. */
function withoutPlatformHeaders(
  comparable: ComparableResponse,
  row: HostRequest,
): ComparableResponse {
  const { 'content-encoding': _encoding, ...headers } = comparable.headers
  const hasRequestId = comparable.hasRequestId && !platform.isExcluded(row.path)
  return { ...comparable, headers, hasRequestId }
}

/** Whether the platform responds without our code: conditional and range requests, excluded paths. */
const isHandledByPlatform = ({
  path: target,
  method = 'GET',
  headers = {},
}: HostRequest): boolean =>
  Object.keys(headers).some((name) => /^(?:range|if-)/.test(name)) ||
  (platform.isExcluded(target) && (method !== 'GET' || /nothing|\/$|\.html$/.test(target)))

test('the Cloudflare worker responds to all requests as our server does', async () => {
  const faults: string[] = []
  let compared = 0
  for (const row of rows) {
    if (isHandledByPlatform(row)) continue
    const theirs = withoutPlatformHeaders(normalizeResponse(await platform.sendRequest(row)), row)
    const deviation = row.deviations?.cloudflare
    if (deviation) {
      expect([row.path, theirs.status]).toEqual([row.path, deviation.status])
      continue
    }
    const ours = withoutPlatformHeaders(
      normalizeResponse(await sendRequest(own.url, row.path, row)),
      row,
    )
    faults.push(...listDifferences(ours, theirs).map((line) => `${getName(row)}: ${line}`))
    compared += 1
  }
  expect(faults).toEqual([])
  expect(compared).toBeGreaterThan(450)
})

test('responds with 304 to a client that has the page', async () => {
  const first = await platform.sendRequest({ path: '/drama/home' })
  const headers = { 'if-none-match': String(first.headers.etag) }
  const again = await platform.sendRequest({ path: '/drama/home', headers })
  expect([again.status, again.body.length]).toEqual([304, 0])
  expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
})

test('API calls respond with 502 if the API is down', async () => {
  const reply = await platform.sendRequest({ path: '/api/index/init' })
  expect([reply.status, JSON.parse(reply.body.toString())]).toMatchObject([
    502,
    { code: 502, data: null },
  ])
})

test('the settings respect the limits of the platform', () => {
  const rules = settings.files.get('_headers')?.split('\n') ?? []
  expect(rules.filter((line) => line.startsWith('/')).length).toBeLessThanOrEqual(100)
  expect(Math.max(...rules.map((line) => line.length))).toBeLessThanOrEqual(2000)
  expect(settings.notes).toEqual([])
})
