import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '#scripts/lib/listen.ts'
import { createPlainBuilder } from '#scripts/publish/create-plain-builder.ts'
import type { BuildResult } from '#scripts/publish/status.ts'
import type { Store } from '#scripts/publish/store.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { servePublishing, untilIdle, type PublishingSite } from './publishing-site.ts'

/** Answers a call in its own way, or leaves it to the real API by giving false. */
type Fault = (address: string, response: ServerResponse) => boolean

let api: TestAdminApi
let site: PublishingSite
/** The current fault of the API: the real API behind a proxy to which tests add faults. */
let fault: Fault = () => false
const cleanUps: (() => Promise<unknown>)[] = []

// Only the builder's timeout distinguishes a hanging API from a slow one.
const LIMITS = { timeoutMs: 8000, memoryMiB: 256 }

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
  const makeBuilder = (store: Store, dataDir: string) =>
    createPlainBuilder({
      projectDir: process.cwd(),
      dataDir,
      store,
      apiUrl,
      siteUrl: 'https://example.org',
      command: ['tests/publish/small-builder.ts'],
      limits: LIMITS,
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

/** Answers as the real API does, with its text changed. */
function change(address: string, response: ServerResponse, edit: (text: string) => string): true {
  const answer = async () => {
    const real = await api.app.request(address, { headers: { lang: 'en' } })
    json(response, JSON.parse(edit(await real.text())))
  }
  void answer()
  return true
}

interface Case {
  name: string
  fault: Fault
  expected: BuildResult['kind']
  says: RegExp
}

const cases: Case[] = [
  {
    name: 'answers 500',
    fault(address, response) {
      if (!isItem(address)) return false
      response.statusCode = 500
      return json(response, { code: 500, msg: 'the database is away', data: null })
    },
    expected: 'failed',
    says: /GET \/api\/perform\/detail \{"id":"1"\} \(en\).*the database is away/,
  },
  {
    name: 'hangs',
    fault: isItem,
    expected: 'failed',
    says: /longer than 8 s/,
  },
  {
    name: 'breaks off in the middle of an answer',
    fault(address, response) {
      if (!isItem(address)) return false
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '5000' })
      response.write('{"code":200,"data":{"title":"Tea', () => response.destroy())
      return true
    },
    expected: 'failed',
    says: /GET \/api\/perform\/detail \{"id":"1"\} \(en\)/,
  },
  {
    name: 'says a business error with status 200',
    fault: (address, response) =>
      isItem(address) && json(response, { code: 500, msg: 'license expired', data: null }),
    expected: 'failed',
    says: /GET \/api\/perform\/detail \{"id":"1"\} \(en\).*license expired/,
  },
  {
    name: 'gives empty lists',
    fault: (address, response) =>
      address.startsWith('/api/perform/index') &&
      change(address, response, (text) =>
        text.replace(/"(on_sale|coming|past)":\[/g, '"$1":[],"x":['),
      ),
    expected: 'refused',
    says: /only 86 pages, less than four fifths/,
  },
  {
    name: 'gives an item without a title',
    fault: (address, response) =>
      isItem(address) &&
      change(address, response, (text) => text.replace(/"title":"[^"]*"/, '"title":null')),
    expected: 'failed',
    says: /GET \/api\/perform\/detail \{"id":"1"\} \(en\): title: /,
  },
]

test.each(cases)(
  'an API that $name does not change the site, and the status contains the reason',
  async ({ name, fault: broken, expected, says }) => {
    const before = await site.read('/drama/home')
    fault = broken
    const answers: boolean[] = []
    const over = new AbortController()
    const reading = (async () => {
      while (!over.signal.aborted) {
        const { status, text } = await site.read('/drama/home')
        answers.push(status === 200 && text === before.text)
      }
    })()
    expect(await site.send(name.replaceAll(' ', '-'))).toBe(202)
    await untilIdle(site.publishing)
    over.abort()
    await reading
    expect(answers.length).toBeGreaterThan(0)
    expect(answers.every(Boolean)).toBe(true)
    const [{ result } = { result: null }] = site.publishing.publisher.status.builds
    expect(result?.kind).toBe(expected)
    expect(JSON.stringify(result).replaceAll('\\"', '"')).toMatch(says)
  },
)
