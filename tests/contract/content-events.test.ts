import { sql } from 'kysely'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { openDatabase, type Database } from '#scripts/admin-api/db/open.ts'
import type { ContentChange } from '#scripts/admin-api/db/tables.ts'
import {
  announceChanges,
  deleteOldDeliveries,
  MAX_CHANGES,
} from '#scripts/admin-api/publishing/outbox.ts'
import { createChangeSender, getRetryDelayMs } from '#scripts/admin-api/publishing/send-changes.ts'
import { startAdminApi } from '#scripts/admin-api/start-admin-api.ts'
import { listen } from '#scripts/lib/listen.ts'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { verifyWebhook } from '#scripts/lib/webhook-signature.ts'
import { readWebhookSecret } from '#scripts/lib/webhook-secret.ts'
import {
  createConfig,
  createTemporaryFolder,
  FIRST_START,
  FIXTURE,
} from '#tests/support/admin-api.ts'
import { createDatabase, readSql } from '#tests/support/database.ts'

const SECRET = 'a key that both sides know'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

interface WebhookRequest {
  id: string
  timestamp: string
  signature: string
  body: string
}
/** Fake site: responds with a status after running a hook. */
const site = { status: 202, received: [] as WebhookRequest[], beforeResponse: async () => {} }
const server = createServer(async (request, response) => {
  const header = (name: string) => String(request.headers[name])
  site.received.push({
    id: header('webhook-id'),
    timestamp: header('webhook-timestamp'),
    signature: header('webhook-signature'),
    body: await text(request),
  })
  await site.beforeResponse()
  response.writeHead(site.status, { location: '/elsewhere' }).end('{}')
})
let url = ''
beforeAll(async () => {
  url = await listen(server, 0, '127.0.0.1', 'PORT')
})
afterAll(() => void server.close())

let db: Database
let ownFolder: ReturnType<typeof createTemporaryFolder>
const clock = { now: FIRST_START }
const logs: { level: number; msg: string }[] = []
beforeEach(async () => {
  ownFolder = createTemporaryFolder()
  db = await openDatabase(await createDatabase(ownFolder.path))
  Object.assign(site, { status: 202, received: [], beforeResponse: async () => {} })
  clock.now = FIRST_START
  logs.length = 0
})
afterEach(async () => {
  await db.close()
  ownFolder[Symbol.dispose]()
})

const newsChange = (id: number, action: ContentChange['action'] = 'changed'): ContentChange => ({
  kind: 'course-news',
  id,
  action,
})
const announce = (version: string, ...changes: ContentChange[]) =>
  db.transaction((trx) => announceChanges(trx, version, changes, clock.now))
const open = (secrets = [SECRET]) =>
  createChangeSender({
    db,
    url,
    secrets,
    logger: pino({ level: 'info' }, { write: (line: string) => void logs.push(JSON.parse(line)) }),
    now: () => clock.now,
    random: () => 0.5,
  })
const readBodies = () => site.received.map(({ body }) => JSON.parse(body) as unknown)
const states = async () =>
  await readSql(db, sql`SELECT state FROM content_delivery ORDER BY version`)

describe('content webhook', () => {
  test('sends each change once, signed, with the version and the changes', async () => {
    await announce('v1', newsChange(5))
    const sender = open()
    await sender.send()
    await sender.send()
    const [received] = site.received
    expect(site.received).toHaveLength(1)
    expect(received && verifyWebhook(received, [SECRET], clock.now).kind).toBe('valid')
    expect(readBodies()).toEqual([
      {
        type: 'content.changed',
        timestamp: new Date(FIRST_START).toISOString(),
        data: { version: 'v1', changes: [{ kind: 'course-news', id: 5, action: 'changed' }] },
      },
    ])
    expect(await states()).toEqual([{ state: 'delivered' }])
  })

  test('merges unsent changes by item', async () => {
    await announce('v1', newsChange(5), newsChange(6))
    await announce('v2', newsChange(5, 'removed'))
    await open().send()
    expect(readBodies()).toMatchObject([
      { data: { version: 'v2', changes: [newsChange(5, 'removed'), newsChange(6)] } },
    ])
  })

  test('records why no address of the site responds', async () => {
    const errors = ['::1', '127.0.0.1'].map(
      (host) => new Error(`connect ECONNREFUSED ${host}:4321`),
    )
    const failed = new TypeError('fetch failed', { cause: new AggregateError(errors) })
    vi.stubGlobal('fetch', () => Promise.reject(failed))
    onTestFinished(() => void vi.unstubAllGlobals())
    await announce('v1', newsChange(5))
    await open().send()
    expect(await readSql(db, sql`SELECT fault FROM content_delivery`)).toEqual([
      { fault: 'fetch failed (connect ECONNREFUSED ::1:4321)' },
    ])
  })

  test('retries with exponential backoff: same id and body, new signature', async () => {
    site.status = 500
    await announce('v1', newsChange(5))
    const sender = open()
    const waits: number[] = []
    for (let tries = 1; tries <= 11; tries += 1) {
      await sender.send()
      expect(site.received).toHaveLength(tries)
      const before = clock.now
      clock.now += getRetryDelayMs(tries, 0.5) - 1
      await sender.send()
      expect(site.received).toHaveLength(tries)
      clock.now += 1
      waits.push((clock.now - before) / 1000)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
    expect(new Set(site.received.map(({ id }) => id)).size).toBe(1)
    expect(new Set(site.received.map(({ body }) => body)).size).toBe(1)
    expect(new Set(site.received.map(({ timestamp }) => timestamp)).size).toBe(11)
    site.status = 200
    await sender.send()
    const last = site.received.at(-1)
    expect(last && verifyWebhook(last, [SECRET], clock.now).kind).toBe('valid')
    expect(await states()).toEqual([{ state: 'delivered' }])
  })

  test('randomises retry delays by half', () => {
    expect([getRetryDelayMs(3, 0), getRetryDelayMs(3, 1), getRetryDelayMs(99, 1)]).toEqual([
      3000, 5000, 375_000,
    ])
  })

  test('sends a change made during retries under a new id together with the first', async () => {
    site.status = 503
    await announce('v1', newsChange(5))
    const sender = open()
    await sender.send()
    await announce('v2', newsChange(6))
    site.status = 202
    await sender.send()
    const [first, second] = site.received
    expect(first?.id).not.toBe(second?.id)
    expect(readBodies()[1]).toMatchObject({
      data: { version: 'v2', changes: [newsChange(5), newsChange(6)] },
    })
    expect(await states()).toEqual([{ state: 'joined' }, { state: 'delivered' }])
  })

  test('sends a change made during a delivery separately', async () => {
    await announce('v1', newsChange(5))
    const sender = open()
    site.beforeResponse = async () => {
      site.beforeResponse = async () => {}
      await announce('v2', newsChange(6))
    }
    await sender.send()
    await sender.send()
    expect(readBodies().at(-1)).toMatchObject({ data: { version: 'v2' } })
    expect(await states()).toEqual([{ state: 'joined' }, { state: 'delivered' }])
  })

  test('gives up after a day and logs an error', async () => {
    site.status = 500
    await announce('v1', newsChange(5))
    const sender = open()
    clock.now += 24 * HOUR - MINUTE
    await sender.send()
    expect(await states()).toEqual([{ state: 'waiting' }])
    clock.now += 2 * MINUTE
    await sender.send()
    expect(await states()).toEqual([{ state: 'given_up' }])
    expect(logs.at(-1)).toMatchObject({ level: 50, msg: expect.stringContaining('given up') })
  })

  test('logs an error when the site rejects the signature, and keeps retrying', async () => {
    site.status = 401
    await announce('v1', newsChange(5))
    await open().send()
    expect(logs).toMatchObject([{ level: 50, msg: expect.stringContaining('SECRET') }])
    expect(await states()).toEqual([{ state: 'waiting' }])
  })

  test('logs an error and stops on 410 Gone', async () => {
    site.status = 410
    await announce('v1', newsChange(5))
    await open().send()
    expect(logs).toMatchObject([{ level: 50 }])
    expect(await states()).toEqual([{ state: 'given_up' }])
  })

  test.each([302, 404])('keeps a change waiting on status %i', async (status) => {
    site.status = status
    await announce('v1', newsChange(5))
    await open().send()
    expect(await states()).toEqual([{ state: 'waiting' }])
    expect(site.received).toHaveLength(1)
  })

  test('sends the number of omitted changes above the limit', async () => {
    await announce('v1', ...Array.from({ length: 10_000 }, (_, id) => newsChange(id)))
    await open().send()
    expect(readBodies()).toMatchObject([{ data: { omitted: 10_000 - MAX_CHANGES } }])
    expect(site.received[0]?.body.length).toBeLessThan(64 * 1024)
  })

  test('signs with both keys during a rotation', async () => {
    await announce('v1', newsChange(5))
    const secrets = ['the new key of this venue', SECRET]
    await open(secrets).send()
    const [received] = site.received
    for (const secret of secrets) {
      expect(received && verifyWebhook(received, [secret], clock.now).kind).toBe('valid')
    }
  })

  test('deletes deliveries a month after they ended, but not waiting ones', async () => {
    await announce('v1', newsChange(5))
    await open().send()
    await announce('v2', newsChange(6))
    await deleteOldDeliveries(db, clock.now + 29 * 24 * HOUR)
    expect(await states()).toEqual([{ state: 'delivered' }, { state: 'waiting' }])
    await deleteOldDeliveries(db, clock.now + 31 * 24 * HOUR)
    expect(await states()).toEqual([{ state: 'waiting' }])
  })
})

describe('running API', () => {
  const admin = fileURLToPath(new URL('../../scripts/admin-api/admin.ts', import.meta.url))

  async function runAdmin(dataDir: string, ...args: string[]) {
    const env = {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
    }
    const child = spawn(process.execPath, [admin, ...args], { env, stdio: 'ignore' })
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
  }

  test('notifies the site of changes made by a command, including earlier ones', async () => {
    using folder = createTemporaryFolder()
    const start = (config: object = {}) =>
      startAdminApi(
        { ...createConfig(folder.path), ...config },
        { logger: SILENT_LOGGER, contentDir: FIXTURE },
      )
    const first = await start()
    await runAdmin(
      folder.path,
      'content',
      'set',
      'artists',
      'lao-she',
      'latin_name',
      'Shu Qingchun',
    )
    await first.close()
    // The initial content is not announced, and no site was configured for the edit.
    expect(site.received).toEqual([])

    const second = await start()
    try {
      second.notifySite(url)
      await expect.poll(() => site.received.length).toBe(1)
      const secrets = readWebhookSecret(folder.path, {})
      const [received] = site.received
      expect(received && verifyWebhook(received, secrets, Date.now()).kind).toBe('valid')
      await runAdmin(folder.path, 'content', 'unpublish', 'course-news', '1')
      await expect.poll(() => site.received.length).toBe(2)
      expect(readBodies()[1]).toMatchObject({
        data: { changes: [{ kind: 'course-news', id: 1, action: 'removed' }] },
      })
    } finally {
      await second.close()
    }
  })

  test('delivers a change after a crash between commit and sending', async () => {
    using folder = createTemporaryFolder()
    const options = { logger: SILENT_LOGGER, contentDir: FIXTURE }
    const first = await startAdminApi(createConfig(folder.path), options)
    await first.close()
    const script = `
      import { openDatabase } from '#scripts/admin-api/db/open.ts'
      import { announceChanges, beginAttempt, findDueDelivery } from '#scripts/admin-api/publishing/outbox.ts'
      const db = await openDatabase({ kind: 'file', file: process.env.DATA_DIR + '/entracte.db' })
      const now = Date.now()
      const changes = [{ kind: 'artists', id: 1, action: 'changed' }]
      await db.transaction((trx) => announceChanges(trx, 'v2', changes, now))
      const due = await findDueDelivery(db.query, now)
      await db.transaction((trx) => beginAttempt(trx, due, now + 300000))
      process.kill(process.pid, 'SIGKILL')`
    const env = { PATH: process.env['PATH'], NODE_ENV: 'test', DATA_DIR: folder.path }
    const args = ['--input-type=module', '--eval', script]
    const child = spawn(process.execPath, args, { env, stdio: 'inherit' })
    const [, signal] = await once(child, 'exit')
    expect(signal).toBe('SIGKILL')

    const config = { ...createConfig(folder.path), contentWebhookUrl: url }
    const second = await startAdminApi(config, options)
    try {
      await expect.poll(() => site.received.length).toBe(1)
      expect(readBodies()).toMatchObject([{ data: { version: 'v2' } }])
    } finally {
      await second.close()
    }
  })
})
