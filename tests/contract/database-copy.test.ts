import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { importContent } from '#scripts/admin-api/content/import-content.ts'
import { sumTable } from '#scripts/admin-api/backup/compare-tables.ts'
import { openDatabase, type Database } from '#scripts/admin-api/db/open.ts'
import { createOrder } from '#scripts/admin-api/orders/create/create-order.ts'
import { settleInternally } from '#scripts/admin-api/orders/receive-payment.ts'
import type { DatabaseAddress } from '#scripts/lib/db/engines/engine.ts'
import { inspectFile } from '#scripts/lib/db/engines/file-tools.ts'
import { createFolderStore } from '#scripts/lib/file-store/folder-store.ts'
import { openFileStore } from '#scripts/lib/file-store/open-file-store.ts'
import { createConfig, createTemporaryFolder, FIXTURE } from '#tests/support/admin-api.ts'
import {
  createDatabase,
  getDatabaseAddress,
  dropDatabase,
  readNumber,
  runSql,
} from '#tests/support/database.ts'
import {
  startObjectStore,
  type ObjectStore,
} from '#tests/support/object-store/start-object-store.ts'
import { runAdminLine } from '#tests/support/run-admin.ts'

// Migrates an installation from a file to a server: requires a database server.

const NOW = Date.parse('2027-05-05T12:00:00+08:00')

let folder: ReturnType<typeof createTemporaryFolder>
let source: Database
let buyers = 0

/** Creates a member and a free top-up by the regular order functions. */
async function topUp(db: Database): Promise<void> {
  const mobile = `+86138${String(10_000_000 + (buyers += 1))}`
  const rows = await runSql(
    db,
    sql`INSERT INTO "user" (mobile, nickname, created_at)
        VALUES (${mobile}, '戏迷', ${NOW + buyers}) RETURNING id`,
  )
  const userId = Number(rows[0]?.['id'])
  const buyer = { userId, idempotency: null, canBuyOnline: true, now: NOW }
  const order = await createOrder(db, buyer, { type: 'recharge', amount_fen: 100_000 })
  await db.transaction((trx) => settleInternally(trx, order, 'free', NOW))
}

/** Uploads a picture of the first member: the member and the upload refer to each other. */
async function addPicture(db: Database): Promise<void> {
  await runSql(
    db,
    sql`INSERT INTO upload (user_id, kind, "key", name, bytes, mime, ticket_expires_at, created_at)
        SELECT min(id), 'avatar', 'uploads/kept/a', 'a.jpg', 1, 'image/jpeg', ${NOW}, ${NOW} FROM "user"`,
  )
  await runSql(
    db,
    sql`UPDATE "user" SET avatar_upload_id = upload.id FROM upload WHERE user_id = "user".id`,
  )
}

beforeAll(async () => {
  folder = createTemporaryFolder()
  source = await openDatabase(getDatabaseAddress(folder.path))
  const files = createFolderStore(folder.path)
  const cacheDir = path.join(folder.path, 'cache')
  await importContent(source, {
    root: FIXTURE,
    dataDir: folder.path,
    files,
    cacheDir,
    now: () => NOW,
  })
  await topUp(source)
  await addPicture(source)
})
afterAll(async () => {
  await source.close()
  folder[Symbol.dispose]()
})

let target: Extract<DatabaseAddress, { kind: 'server' }>
beforeEach(async (context) => {
  const place = path.join(folder.path, `target-${(buyers += 1)}`)
  const address = await createDatabase(place)
  context.skip(address.kind === 'file', 'requires a database server')
  if (address.kind !== 'server') return
  target = address
  onTestFinished(() => dropDatabase(place))
})

const copy = (options: readonly string[] = [], settings: Record<string, string> = {}) =>
  runAdminLine({ dataDir: folder.path }, ['database', 'copy', '--to', target.url, ...options], {
    settings,
  })

async function withTarget<Result>(run: (db: Database) => Promise<Result>): Promise<Result> {
  const db = await openDatabase(target, { isShared: true })
  try {
    return await run(db)
  } finally {
    await db.close()
  }
}

const countOrders = (db: Database) => readNumber(db, sql`SELECT count(*) FROM "order"`)

/** Checksums of all tables in the source and the target. */
async function sumTables(db: Database) {
  using file = inspectFile(path.join(folder.path, 'entracte.db'))
  const sums = { here: {}, there: {} } as Record<'here' | 'there', Record<string, unknown>>
  for (const table of file.listTables().filter(({ name }) => !name.startsWith('schema_step'))) {
    sums.here[table.name] = await sumTable(source.query, table)
    sums.there[table.name] = await sumTable(db.query, table)
  }
  return sums
}

describe('a copy of the database', () => {
  test('has every row of the source and continues with its sequences and triggers', async () => {
    const { code, output, errors } = await copy()
    expect([code, errors]).toEqual([0, ''])
    expect(output).toMatch(/\d+ rows of \d+ tables, counts and sums equal/)
    await withTarget(async (db) => {
      const { here, there } = await sumTables(db)
      expect(there).toEqual(here)
      expect(Object.keys(here).length).toBeGreaterThan(40)
      const audited = sql`SELECT count(*) FROM audit_log WHERE action = 'database copy'`
      expect(await readNumber(db, audited)).toBe(1)
      const before = await countOrders(db)
      await topUp(db)
      expect(await countOrders(db)).toBe(before + 1)
      await expect(runSql(db, sql`DELETE FROM event_log`)).rejects.toThrow(/event_log/)
    })
  })

  test('becomes equal to the source again when repeated', async () => {
    await copy()
    await withTarget((db) => runSql(db, sql`UPDATE "user" SET nickname = 'changed'`))
    await topUp(source)
    expect((await copy()).code).toBe(0)
    await withTarget(async (db) => {
      const { here, there } = await sumTables(db)
      expect(there).toEqual(here)
    })
  })

  test('is refused if the target has its own orders, unless --replace is given', async () => {
    await copy()
    await withTarget(topUp)
    const refused = await copy()
    expect(refused.code).toBe(1)
    expect(refused.errors).toMatch(/1 orders, 1 payments, 1 members of its own: add --replace/)
    expect((await copy(['--replace'])).code).toBe(0)
    await withTarget(async (db) => {
      expect(await countOrders(db)).toBe(await countOrders(source))
    })
  })

  test('leaves the target unchanged if the source violates an invariant', async () => {
    await copy()
    const before = await withTarget(countOrders)
    await topUp(source)
    await runSql(source, sql`UPDATE balance SET fen = fen + 1`)
    onTestFinished(async () => void (await runSql(source, sql`UPDATE balance SET fen = fen - 1`)))
    const { code, errors } = await copy()
    expect(code).toBe(1)
    expect(errors).toContain('The copy was undone')
    expect(await withTarget(countOrders)).toBe(before)
  })
})

describe('a database copy with a bucket', () => {
  let store: ObjectStore
  beforeAll(async () => {
    store = await startObjectStore()
    for (const [name, value] of Object.entries(store.environment)) vi.stubEnv(name, value)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await store.close()
  })

  test('copies files and removes files that the source no longer has', async () => {
    const kept = path.join(folder.path, 'uploads/kept')
    mkdirSync(kept, { recursive: true })
    writeFileSync(path.join(kept, 'portrait'), 'a picture of a member')
    const settings = { STORAGE_URL: store.url }
    const bucket = await openFileStore(createConfig(folder.path, settings))
    await bucket.write('uploads/kept/deleted', 'a file of an account that was closed')
    const first = await copy([], settings)
    expect([first.code, first.errors]).toEqual([0, ''])
    expect(first.output).toMatch(/\d+ files, \d+ copied, 1 removed/)
    expect(String(await bucket.read('uploads/kept/portrait'))).toBe('a picture of a member')
    for (const place of ['media/', 'files/']) {
      const names = await createFolderStore(folder.path).listNames(place)
      expect(names.size).toBeGreaterThan(0)
      expect(await bucket.listNames(place)).toEqual(names)
    }
    expect((await copy([], settings)).output).toMatch(/\d+ files, 0 copied, 0 removed/)
  })
})
