import { sql } from 'kysely'
import { mkdirSync, renameSync, rmdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withExistingDatabase } from '#scripts/admin-api/commands/with-database.ts'
import { UnusableDatabaseError } from '#scripts/admin-api/db/unusable-database.ts'
import { startJobs } from '#scripts/admin-api/jobs.ts'
import { checkInvariants } from '#scripts/admin-api/orders/invariants.ts'
import { registry } from '#scripts/lib/metrics.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { damageMiddle, emptyJournal } from '#tests/support/damage-file.ts'
import { buildTicketOrder } from '#tests/support/buyer.ts'
import { createMember, type TestMember } from '#tests/support/member.ts'
import {
  beginUpload,
  complete,
  findRow,
  getTicket,
  makePdf,
  sendBytes,
} from '#tests/support/upload.ts'
import { readNumber, readSql, runSql } from '#tests/support/database.ts'

let api: TestAdminApi
let member: TestMember
beforeEach(async () => {
  api = await openAdminApi()
  member = await createMember(api)
})
afterEach(() => api.close())

const ORDER = buildTicketOrder(1)
const FULL = {
  en: 'Our storage is full, so this could not be saved. Please try again later',
  'zh-cn': '存储空间已满，未能保存，请稍后再试',
} as const

const createOrder = (by: TestMember, key: string, lang: 'en' | 'zh-cn' = 'en') =>
  api.call('POST /api/order/create', {
    body: ORDER,
    lang,
    headers: { ...by.headers, 'idempotency-key': key },
  })

async function readReadiness() {
  const response = await api.app.request('/readyz')
  const body: unknown = await response.json()
  return { status: response.status, body }
}

const count = (table: string) => readNumber(api.db, sql`SELECT count(*) FROM ${sql.table(table)}`)

/** Stops the database from growing: SQLite reports a full disk, as it would for a real one. */
const fillDisk = () => runSql(api.db, sql`PRAGMA max_page_count = 1`)
const freeDisk = () => runSql(api.db, sql`PRAGMA max_page_count = 1000000`)

test('a full disk refuses orders with its own code and loses none', async () => {
  await runSql(api.db, sql`UPDATE show_tier SET stock = 1000 WHERE show_id = 5 AND tier_id = 2`)
  const buyers = await Promise.all(Array.from({ length: 100 }, () => createMember(api)))
  await fillDisk()
  // Existing pages have room for some rows.
  let acknowledged = 0
  let refused: TestMember | undefined
  for (const buyer of buyers) {
    const { envelope } = await createOrder(buyer, 'order-key')
    if (envelope.code === 200) acknowledged += 1
    else refused = buyer
    if (refused) break
  }
  if (!refused) throw new Error('the disk never was full')

  for (const lang of ['en', 'zh-cn'] as const) {
    const { response, envelope } = await createOrder(refused, 'order-key', lang)
    expect(envelope).toMatchObject({ code: 500904, msg: FULL[lang], data: null })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60'])
  }
  expect(await count('order')).toBe(acknowledged)
  expect(await readReadiness()).toMatchObject({
    status: 503,
    body: { failed: ['database'], checks: { database: 'full' } },
  })
  expect(api.logs.join()).toContain('cannot be written: the disk is full')

  await freeDisk()
  expect((await createOrder(refused, 'order-key')).envelope.code).toBe(200)
  expect(await count('order')).toBe(acknowledged + 1)
  expect(await checkInvariants(api.db.query, api.clock.now)).toEqual([])
  api.clock.now += 61_000
  expect((await readReadiness()).status).toBe(200)
})

test('a command that a full disk stops names the file and the remedy', async () => {
  const write = withExistingDatabase(api.deps.config, async (db) => {
    await runSql(db, sql`PRAGMA max_page_count = 1`)
    const text = 'x'.repeat(1_000_000)
    await runSql(db, sql`UPDATE show SET note = ${text}`)
  })
  await expect(write).rejects.toThrow(UnusableDatabaseError)
  await expect(write).rejects.toThrow('cannot be written: the disk is full.\nFree space on')
})

test('an upload interrupted by a full disk can be continued later', async () => {
  const file = makePdf()
  const granted = await getTicket(api, member, { bytes: file.length })
  const path = await beginUpload(api, granted, file.length)
  const incoming = join(api.dataDir, 'uploads/incoming', path.split('/').at(-1) ?? '')
  // Writing to this device fails with ENOSPC.
  renameSync(incoming, `${incoming}.kept`)
  symlinkSync('/dev/full', incoming)
  const response = await sendBytes(api, path, { ticket: granted.ticket, body: file })
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ code: 500904, msg: FULL['zh-cn'] })

  rmSync(incoming)
  renameSync(`${incoming}.kept`, incoming)
  expect((await sendBytes(api, path, { ticket: granted.ticket, body: file })).status).toBe(204)
  expect((await complete(api, member, granted)).envelope.code).toBe(200)
})

test('an upload that cannot be created is not reported as already created', async () => {
  const bytes = makePdf().length
  const granted = await getTicket(api, member, { bytes })
  const incoming = join(api.dataDir, 'uploads/incoming')
  rmSync(incoming, { recursive: true })
  // Files cannot be created in this folder.
  symlinkSync('/proc', incoming)
  expect(await beginUpload(api, granted, bytes)).toBe('500')
})

test('an upload whose creation failed halfway can be started again', async () => {
  const file = makePdf()
  const granted = await getTicket(api, member, { bytes: file.length })
  const { key } = (await findRow(api, granted.upload_id)) ?? {}
  // The description of the upload cannot be written to a folder.
  const description = join(api.dataDir, `uploads/incoming/${key}.json`)
  mkdirSync(description)
  expect(await beginUpload(api, granted, file.length)).toBe('500')
  rmdirSync(description)
  const path = await beginUpload(api, granted, file.length)
  expect((await sendBytes(api, path, { ticket: granted.ticket, body: file })).status).toBe(204)
})

test('a database damaged while the API runs refuses further calls', async () => {
  emptyJournal(join(api.dataDir, 'entracte.db'))
  damageMiddle(join(api.dataDir, 'entracte.db'))
  // Otherwise SQLite would use cached pages instead of the file.
  await readSql(api.db, sql`PRAGMA shrink_memory`)
  await runSql(api.db, sql`PRAGMA shrink_memory`)
  for (const key of ['order-one', 'order-two']) {
    const { response, envelope } = await createOrder(member, key)
    expect([response.status, envelope.code]).toEqual([503, 500903])
  }
  expect(await readReadiness()).toMatchObject({
    status: 503,
    body: { failed: ['database'], checks: { database: 'damaged' } },
  })
  const messages = api.logs.filter((line) =>
    line.includes(`${join(api.dataDir, 'entracte.db')} is damaged`),
  )
  expect(messages).toHaveLength(1)
  expect(messages[0]).toContain('npm run admin -- restore BACKUP_FOLDER --replace')
  // No job runs: a write could destroy more of it.
  const readRuns = () => registry.getSingleMetricAsString('job_duration_seconds')
  const runs = await readRuns()
  await (await startJobs(api.deps, api.app)).stop()
  expect(await readRuns()).toBe(runs)
})

test('a fault makes the server not ready for a minute, and is logged once a minute', async () => {
  const { health } = api.deps
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
  const countErrors = () => api.logs.filter((line) => line.includes('"level":50')).length
  for (let n = 0; n < 2; n += 1) expect(health.report(full)).toBe('full')
  api.clock.now += 59_000
  expect([await health.check(api.clock.now), countErrors()]).toEqual(['full', 1])
  api.clock.now += 1000
  // A small test write succeeds.
  expect(await health.check(api.clock.now)).toBe('ok')
  api.clock.now += 1
  health.report(full)
  expect(countErrors()).toBe(2)
  // The next call may get the lock.
  api.clock.now += 60_000
  const busy = Object.assign(new Error('locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 })
  expect([health.report(busy), await health.check(api.clock.now)]).toEqual(['busy', 'ok'])
})
