import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '#scripts/lib/listen.ts'
import { createPlainBuilder } from '#scripts/publish/create-plain-builder.ts'
import type { BuildResult } from '#scripts/publish/status.ts'
import type { Store } from '#scripts/publish/store.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { servePublishing, waitUntilIdle, type PublishingSite } from './publishing-site.ts'

/** Handles a call, or returns false to leave it to the real API. */
type Fault = (address: string, response: ServerResponse) => boolean

let api: TestAdminApi
let site: PublishingSite
/** The current fault of the API: the real API behind a proxy to which tests add faults. */
let fault: Fault = () => false
const cleanUps: (() => Promise<unknown>)[] = []

// Only the builder's timeout distinguishes a hanging API from a slow one.
const limits = { timeoutMs: 60_000, memoryMiB: 256 }

beforeAll(async () => {
  api = await openAdminApi()
  const pass = getRequestListener(api.app.fetch)
  const server = createServer((request, response) => {
    if (!fault(request.url ?? '', response)) void pass(request, response)
  })
  const apiUrl = await listen(server, 0, '127.0.0.1', 'PORT')
  cleanUps.push(
    async () => server.close(),
    async () => server.closeAllConnections(),
  )
  const folder = await mkdtemp(path.join(tmpdir(), 'entracte-'))
  cleanUps.push(() => rm(folder, { recursive: true, force: true }))
  const makeBuilder = (store: Store) =>
    createPlainBuilder({
      projectDir: process.cwd(),
      store,
      apiUrl,
      siteUrl: 'https://example.org',
      command: ['tests/publish/small-builder.ts'],
      limits,
    })
  site = await servePublishing(makeBuilder, {}, folder, (cleanUp) => cleanUps.push(cleanUp))
})
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  await api.close()
})

const isItem = (address: string) => address.startsWith('/api/perform/detail?id=1')
const json = (response: ServerResponse, value: unknown) => {
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify(value))
  return true
}

/** Sends the real API's response after editing its text. */
function respondEdited(
  address: string,
  response: ServerResponse,
  edit: (text: string) => string,
): true {
  const respond = async () => {
    const real = await api.app.request(address, { headers: { lang: 'en' } })
    json(response, JSON.parse(edit(await real.text())))
  }
  void respond()
  return true
}

interface Case {
  name: string
  fault: Fault
  timeoutMs?: number
  expected: BuildResult['kind']
  reason: RegExp
}

const cases: Case[] = [
  {
    name: 'responds with 500',
    fault(address, response) {
      if (!isItem(address)) return false
      response.statusCode = 500
      return json(response, { code: 500, msg: 'the database is away', data: null })
    },
    expected: 'failed',
    reason: /GET \/api\/perform\/detail \{"id":"1"\} \(en\).*the database is away/,
  },
  {
    name: 'hangs',
    fault: isItem,
    timeoutMs: 3000,
    expected: 'failed',
    reason: /no progress for 3 s/,
  },
  {
    name: 'aborts a response halfway',
    fault(address, response) {
      if (!isItem(address)) return false
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '5000' })
      response.write('{"code":200,"data":{"title":"Tea', () => response.destroy())
      return true
    },
    expected: 'failed',
    reason: /GET \/api\/perform\/detail \{"id":"1"\} \(en\)/,
  },
  {
    name: 'sends an error code with status 200',
    fault: (address, response) =>
      isItem(address) && json(response, { code: 500, msg: 'license expired', data: null }),
    expected: 'failed',
    reason: /GET \/api\/perform\/detail \{"id":"1"\} \(en\).*license expired/,
  },
  {
    name: 'sends empty lists',
    fault: (address, response) =>
      address.startsWith('/api/perform/index') &&
      respondEdited(address, response, (text) =>
        text.replace(/"(on_sale|coming|past)":\[/g, '"$1":[],"x":['),
      ),
    expected: 'refused',
    reason: /only 86 pages, less than four fifths/,
  },
  {
    name: 'sends an item without a title',
    fault: (address, response) =>
      isItem(address) &&
      respondEdited(address, response, (text) => text.replace(/"title":"[^"]*"/, '"title":null')),
    expected: 'failed',
    reason: /GET \/api\/perform\/detail \{"id":"1"\} \(en\): title: /,
  },
]

test.each(cases)(
  'an API that $name leaves the site unchanged, and the status has the reason',
  async ({ name, fault: broken, timeoutMs = 60_000, expected, reason }) => {
    const before = await site.read('/drama/home')
    fault = broken
    limits.timeoutMs = timeoutMs
    const isUnchanged: boolean[] = []
    const over = new AbortController()
    const reading = (async () => {
      while (!over.signal.aborted) {
        const { status, text } = await site.read('/drama/home')
        isUnchanged.push(status === 200 && text === before.text)
        // Leaves the processor to the build.
        await sleep(20)
      }
    })()
    expect(await site.send(name.replaceAll(' ', '-'))).toBe(202)
    await waitUntilIdle(site.publishing)
    over.abort()
    await reading
    expect(isUnchanged.length).toBeGreaterThan(0)
    expect(isUnchanged.every(Boolean)).toBe(true)
    const [{ result } = { result: null }] = site.publishing.publisher.status.builds
    expect(result?.kind).toBe(expected)
    expect(JSON.stringify(result).replaceAll('\\"', '"')).toMatch(reason)
  },
)
