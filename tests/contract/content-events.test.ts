import { sql } from 'kysely'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#scripts/admin-api/db/open.ts'
import {
  announceChanges,
  deleteOldDeliveries,
  MAX_CHANGES,
  type ContentChange,
} from '#scripts/admin-api/publishing/outbox.ts'
import { createChangeSender, getRetryDelayMs } from '#scripts/admin-api/publishing/send-changes.ts'
import { startAdminApi } from '#scripts/admin-api/start-admin-api.ts'
import { listen } from '#scripts/lib/listen.ts'
import { verifyWebhook } from '#scripts/lib/sign-webhook.ts'
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

interface Seen {
  id: string
  timestamp: string
  signature: string
  body: string
}
/** A site that answers what the test says, and runs something before it does. */
const site = { status: 202, seen: [] as Seen[], meanwhile: async () => {} }
const server = createServer(async (request, response) => {
  const header = (name: string) => String(request.headers[name])
  site.seen.push({
    id: header('webhook-id'),
    timestamp: header('webhook-timestamp'),
    signature: header('webhook-signature'),
    body: await text(request),
  })
  await site.meanwhile()
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
  Object.assign(site, { status: 202, seen: [], meanwhile: async () => {} })
  clock.now = FIRST_START
  logs.length = 0
})
afterEach(async () => {
  await db.close()
  ownFolder[Symbol.dispose]()
})

const news = (id: number, action: ContentChange['action'] = 'changed'): ContentChange => ({
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
const readBodies = () => site.seen.map(({ body }) => JSON.parse(body) as unknown)
const states = async () =>
  await readSql(db, sql`SELECT state FROM content_delivery ORDER BY version`)

describe('telling a site of changed content', () => {
  test('sends each change once, signed, with version and what changed', async () => {
    await announce('v1', news(5))
    const sender = open()
    await sender.send()
    await sender.send()
    const [seen] = site.seen
    expect(site.seen).toHaveLength(1)
    expect(seen && verifyWebhook(seen, [SECRET], clock.now).kind).toBe('valid')
    expect(readBodies()).toEqual([
      {
        type: 'content.changed',
        timestamp: new Date(FIRST_START).toISOString(),
        data: { version: 'v1', changes: [{ kind: 'course-news', id: 5, action: 'changed' }] },
      },
    ])
    expect(await states()).toEqual([{ state: 'delivered' }])
  })

  test('joins what was not sent yet, each thing once', async () => {
    await announce('v1', news(5), news(6))
    await announce('v2', news(5, 'removed'))
    await open().send()
    expect(readBodies()).toMatchObject([
      { data: { version: 'v2', changes: [news(5, 'removed'), news(6)] } },
    ])
  })

  test('tries again later and later, with one number and one body, each signed anew', async () => {
    site.status = 500
    await announce('v1', news(5))
    const sender = open()
    const waits: number[] = []
    for (let tries = 1; tries <= 11; tries += 1) {
      await sender.send()
      expect(site.seen).toHaveLength(tries)
      const before = clock.now
      clock.now += getRetryDelayMs(tries, 0.5) - 1
      await sender.send()
      expect(site.seen).toHaveLength(tries)
      clock.now += 1
      waits.push((clock.now - before) / 1000)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
    expect(new Set(site.seen.map(({ id }) => id)).size).toBe(1)
    expect(new Set(site.seen.map(({ body }) => body)).size).toBe(1)
    expect(new Set(site.seen.map(({ timestamp }) => timestamp)).size).toBe(11)
    site.status = 200
    await sender.send()
    const last = site.seen.at(-1)
    expect(last && verifyWebhook(last, [SECRET], clock.now).kind).toBe('valid')
    expect(await states()).toEqual([{ state: 'delivered' }])
  })

  test('does not come all at once: waits differ by half', () => {
    expect([getRetryDelayMs(3, 0), getRetryDelayMs(3, 1), getRetryDelayMs(99, 1)]).toEqual([
      3000, 5000, 375_000,
    ])
  })

  test('a change while one is tried has a number of its own and carries both', async () => {
    site.status = 503
    await announce('v1', news(5))
    const sender = open()
    await sender.send()
    await announce('v2', news(6))
    site.status = 202
    await sender.send()
    const [first, second] = site.seen
    expect(first?.id).not.toBe(second?.id)
    expect(readBodies()[1]).toMatchObject({ data: { version: 'v2', changes: [news(5), news(6)] } })
    expect(await states()).toEqual([{ state: 'joined' }, { state: 'delivered' }])
  })

  test('a change that comes while the site answers is not taken for told', async () => {
    await announce('v1', news(5))
    const sender = open()
    site.meanwhile = async () => {
      site.meanwhile = async () => {}
      await announce('v2', news(6))
    }
    await sender.send()
    await sender.send()
    expect(readBodies().at(-1)).toMatchObject({ data: { version: 'v2' } })
    expect(await states()).toEqual([{ state: 'joined' }, { state: 'delivered' }])
  })

  test('gives up after a day, and says so', async () => {
    site.status = 500
    await announce('v1', news(5))
    const sender = open()
    clock.now += 24 * HOUR - MINUTE
    await sender.send()
    expect(await states()).toEqual([{ state: 'waiting' }])
    clock.now += 2 * MINUTE
    await sender.send()
    expect(await states()).toEqual([{ state: 'given_up' }])
    expect(logs.at(-1)).toMatchObject({ level: 50, msg: expect.stringContaining('given up') })
  })

  test('says loudly that the site refuses the signature, and goes on', async () => {
    site.status = 401
    await announce('v1', news(5))
    await open().send()
    expect(logs).toMatchObject([{ level: 50, msg: expect.stringContaining('SECRET') }])
    expect(await states()).toEqual([{ state: 'waiting' }])
  })

  test('says loudly that the site wants no more, and stops', async () => {
    site.status = 410
    await announce('v1', news(5))
    await open().send()
    expect(logs).toMatchObject([{ level: 50 }])
    expect(await states()).toEqual([{ state: 'given_up' }])
  })

  test.each([302, 404])('an answer %i did not take it', async (status) => {
    site.status = status
    await announce('v1', news(5))
    await open().send()
    expect(await states()).toEqual([{ state: 'waiting' }])
  })

  test('tells thousands of changes as a number', async () => {
    await announce('v1', ...Array.from({ length: 10_000 }, (_, id) => news(id)))
    await open().send()
    expect(readBodies()).toMatchObject([{ data: { omitted: 10_000 - MAX_CHANGES } }])
    expect(site.seen[0]?.body.length).toBeLessThan(64 * 1024)
  })

  test('signs with both keys while they rotate', async () => {
    await announce('v1', news(5))
    await open(['the new key of this venue', SECRET]).send()
    const [seen] = site.seen
    expect(seen && verifyWebhook(seen, [SECRET], clock.now).kind).toBe('valid')
  })

  test('forgets what ended a month ago, and nothing that waits', async () => {
    await announce('v1', news(5))
    await open().send()
    await announce('v2', news(6))
    await deleteOldDeliveries(db, clock.now + 31 * 24 * HOUR)
    expect(await states()).toEqual([{ state: 'waiting' }])
  })
})

describe('a running API', () => {
  const admin = fileURLToPath(new URL('../../scripts/admin-api/admin.ts', import.meta.url))

  async function runAdmin(dataDir: string, ...args: string[]) {
    const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
    const child = spawn(process.execPath, [admin, ...args], { env, stdio: 'ignore' })
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
  }

  test('tells of what a command changed beside it, also what nobody could be told before', async () => {
    using folder = createTemporaryFolder()
    const start = (config: object = {}) =>
      startAdminApi(
        { ...createConfig(folder.path), ...config },
        { logger: pino({ level: 'silent' }), contentDir: FIXTURE },
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
    // The first content of a database is no news, and nobody was told of the edit.
    expect(site.seen).toEqual([])

    const second = await start()
    try {
      second.notifySite(url)
      await expect.poll(() => site.seen.length, { timeout: 5000 }).toBe(1)
      const secrets = readWebhookSecret(folder.path, {})
      const [seen] = site.seen
      expect(seen && verifyWebhook(seen, secrets, Date.now()).kind).toBe('valid')
      await runAdmin(folder.path, 'content', 'unpublish', 'course-news', '1')
      await expect.poll(() => site.seen.length, { timeout: 1000 }).toBe(2)
      expect(readBodies()[1]).toMatchObject({
        data: { changes: [{ kind: 'course-news', id: 1, action: 'removed' }] },
      })
    } finally {
      await second.close()
    }
  })

  test('killed between commit and sending: it is sent after the start', async () => {
    using folder = createTemporaryFolder()
    const options = { logger: pino({ level: 'silent' }), contentDir: FIXTURE }
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
    const env = { PATH: process.env['PATH'], DATA_DIR: folder.path }
    const args = ['--input-type=module', '--eval', script]
    const child = spawn(process.execPath, args, { env, stdio: 'inherit' })
    const [, signal] = await once(child, 'exit')
    expect(signal).toBe('SIGKILL')

    const config = { ...createConfig(folder.path), contentWebhookUrl: url }
    const second = await startAdminApi(config, options)
    try {
      await expect.poll(() => site.seen.length, { timeout: 5000 }).toBe(1)
      expect(readBodies()).toMatchObject([{ data: { version: 'v2' } }])
    } finally {
      await second.close()
    }
  })
})
