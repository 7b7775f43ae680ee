import { sql } from 'kysely'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CHECKSUMS } from '#scripts/admin-api/backup/inventory.ts'
import { DAY } from '#scripts/lib/durations.ts'
import { lockDataDir } from '#scripts/lib/lock-data-dir.ts'
import { getDatabaseFile } from '#scripts/admin-api/db/database-file.ts'
import { openDatabase } from '#scripts/admin-api/db/open.ts'
import { checkInvariants } from '#scripts/admin-api/orders/invariants.ts'
import { createTemporaryFolder, openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { damageHeader, damageMiddle, emptyJournal } from '#tests/support/damage-file.ts'
import { buildTicketOrder, createBuyer } from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'
import { runStaffLine } from '#tests/support/run-admin.ts'
import {
  createOldDatabase,
  getDatabaseAddress,
  readNumber,
  runSql,
} from '#tests/support/database.ts'

let api: TestAdminApi
let folder: ReturnType<typeof createTemporaryFolder>
let target: string
beforeEach(async () => {
  api = await openAdminApi()
  await runSql(api.db, sql`UPDATE show_tier SET stock = 1000 WHERE show_id = 5 AND tier_id = 2`)
  folder = createTemporaryFolder()
  target = join(folder.path, 'backups/monday')
})
afterEach(async () => {
  await api.close()
  folder[Symbol.dispose]()
})

const run = (name: string, dir: string, dataDir: string, flags: string[] = []) =>
  runStaffLine({ dataDir }, [name, dir, ...flags])

/** Another member orders a ticket. */
async function order(): Promise<void> {
  await createBuyer(api, await createMember(api)).order(buildTicketOrder(1))
}

/** State of a database: row counts, sum of holds, invariant violations. */
async function readState(dataDir: string) {
  const db = await openDatabase(getDatabaseAddress(dataDir))
  try {
    const tables = await db.query.introspection.getTables()
    const rows: Record<string, number> = {}
    for (const { name } of tables.filter((table) => !table.name.startsWith('search_'))) {
      rows[name] = await readNumber(db, sql`SELECT count(*) FROM ${sql.table(name)}`)
    }
    return {
      rows,
      held: await readNumber(db, sql`SELECT sum(held) FROM show_tier`),
      faults: await checkInvariants(db.query, api.clock.now),
    }
  } finally {
    await db.close()
  }
}

test('a backup made while orders come in is consistent and restores exactly', async () => {
  for (let n = 0; n < 5; n += 1) await order()
  writeFileSync(join(api.dataDir, 'media', 'held.jpg.1.tmp'), 'half written')
  const progress = { isDone: false }
  const copying = run('backup', target, api.dataDir, ['--with-keys']).finally(() => {
    progress.isDone = true
  })
  let during = 0
  while (!progress.isDone && during < 40) {
    await order()
    during += 1
  }
  expect(await copying).toMatch(/ \d+ orders, 0 applications, checked/)
  expect(during).toBeGreaterThan(0)
  expect(existsSync(join(target, 'media', 'held.jpg.1.tmp'))).toBe(false)
  expect(readdirSync(join(target, '..'))).toEqual(['monday'])
  expect(statSync(target).mode & 0o777).toBe(0o700)

  const elsewhere = join(folder.path, 'data')
  cpSync(target, join(folder.path, 'copy'), { recursive: true })
  expect(await run('restore', target, elsewhere)).toContain('restored')
  expect(statSync(elsewhere).mode & 0o777).toBe(0o700)
  const restored = await readState(elsewhere)
  const copied = await readState(join(folder.path, 'copy'))
  expect(restored).toEqual(copied)
  expect(restored.faults).toEqual([])
  expect(restored.held).toBe(restored.rows['order'])
  expect(restored.rows['order']).toBeGreaterThanOrEqual(5)
  for (const name of readdirSync(join(api.dataDir, 'media')).filter(
    (one) => !one.endsWith('.tmp'),
  )) {
    const [one, other] = [api.dataDir, elsewhere].map((dir) =>
      readFileSync(join(dir, 'media', name)),
    )
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true)
  }
  const keys = readdirSync(api.dataDir).filter((name) => /key|secret|pem/.test(name))
  expect(keys.length).toBeGreaterThan(1)
  for (const name of keys) {
    const [here, there] = [api.dataDir, elsewhere].map((dir) => readFileSync(join(dir, name)))
    expect([name, there]).toEqual([name, here])
  }
})

test('a backup removes the folders of killed ones, but not of running ones', async () => {
  const parent = join(target, '..')
  const [old, running] = [
    'sunday.ff2af3aa-5371-4a3a-9c6e-8f4f6a5ff4fb.tmp',
    'sunday.0b0f2c7e-9a55-4a0e-8d0f-0c4de0b0a7a1.tmp',
  ]
  for (const name of [old, running]) mkdirSync(join(parent, name, 'media'), { recursive: true })
  const yesterday = new Date(Date.now() - DAY)
  utimesSync(join(parent, old), yesterday, yesterday)
  await run('backup', target, api.dataDir)
  expect(readdirSync(parent)).toEqual(['monday', running])
})

test('backup never overwrites, and restore overwrites only with --replace', async () => {
  await run('backup', target, api.dataDir)
  await expect(run('backup', target, api.dataDir)).rejects.toThrow('is not empty')
  const elsewhere = join(folder.path, 'data')
  await run('restore', target, elsewhere)
  await order()
  rmSync(target, { recursive: true })
  await run('backup', target, api.dataDir)
  await expect(run('restore', target, elsewhere)).rejects.toThrow('add --replace')
  const missing = join(folder.path, 'missing')
  await expect(run('restore', missing, elsewhere)).rejects.toThrow(`There is no folder ${missing}`)
  expect((await readState(elsewhere)).rows['order']).toBe(0)
  const output = await run('restore', target, elsewhere, ['--replace', '--yes'])
  expect((await readState(elsewhere)).rows['order']).toBe(1)
  const before = /replaced database is kept as (\S+)/.exec(output)?.[1] ?? ''
  expect(statSync(before).size).toBeGreaterThan(0)
})

test('a backup of an earlier version is restored, and the next start migrates it', async () => {
  const old = join(folder.path, 'old')
  mkdirSync(old)
  await createOldDatabase(getDatabaseFile(old), '0001-initial')
  expect(await run('backup', target, old)).toContain('0 orders, 0 applications, checked')
  const elsewhere = join(folder.path, 'data')
  expect(await run('restore', target, elsewhere)).toContain('restored')
  expect((await readState(elsewhere)).faults).toEqual([])
})

test('restore is refused while the server runs', async () => {
  await run('backup', target, api.dataDir)
  const lock = lockDataDir(api.dataDir)
  await expect(run('restore', target, api.dataDir, ['--replace', '--yes'])).rejects.toThrow(
    // The plan, which begins with "Would replace", is not printed.
    /^(?!Would)[^]*is in use by/,
  )
  lock.release()
  expect(await run('restore', target, api.dataDir, ['--replace', '--dry-run'])).toContain(
    `Would replace: ${join(api.dataDir, 'entracte.db')}: 0 members`,
  )
})

test.each([
  ['a modified file', () => writeFileSync(join(target, 'secret.key'), 'x'), 'was changed'],
  ['a missing file', () => rmSync(join(target, 'secret.key')), 'is missing from'],
  ['no checksum list', () => rmSync(join(target, CHECKSUMS)), 'is no backup'],
  [
    'an unreadable checksum list',
    () => {
      rmSync(join(target, CHECKSUMS))
      mkdirSync(join(target, CHECKSUMS))
    },
    'EISDIR',
  ],
  [
    'a checksum list that leaves the folder',
    () => writeFileSync(join(target, CHECKSUMS), `${'0'.repeat(64)}  ../../etc/passwd\n`),
    'names no file',
  ],
])('restore refuses a backup with %s and changes nothing', async (_, corrupt, reason) => {
  await run('backup', target, api.dataDir, ['--with-keys'])
  corrupt()
  const elsewhere = join(folder.path, 'data')
  await expect(run('restore', target, elsewhere)).rejects.toThrow(reason)
  expect(existsSync(elsewhere)).toBe(false)
})

test('keys are left out of a backup by default, and restore reports the missing keys', async () => {
  expect(await run('backup', target, api.dataDir)).toContain('secret.key')
  expect(existsSync(join(target, 'secret.key'))).toBe(false)
  const output = await run('restore', target, join(folder.path, 'data'))
  expect(output).toContain('restore secret.key')
})

test('restored keys and members are readable by their owner only, whatever the mode of the backup', async () => {
  await run('backup', target, api.dataDir, ['--with-keys'])
  const dataDir = join(folder.path, 'data')
  const files = ['entracte.db', 'secret.key']
  for (const name of files) chmodSync(join(target, name), 0o644)
  await run('restore', target, dataDir)
  for (const name of files) expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)
})

test('a database with a reference to a missing row is not backed up', async () => {
  const database = new DatabaseSync(getDatabaseFile(api.dataDir))
  database.exec('PRAGMA foreign_keys = OFF; UPDATE show SET hall_id = 999 WHERE id = 5')
  database.close()
  await expect(run('backup', target, api.dataDir)).rejects.toThrow(/a row of show .* missing row/)
  expect(existsSync(target)).toBe(false)
})

test('the database file is readable by its owner only, whatever its previous mode', async () => {
  const file = join(folder.path, 'private', 'entracte.db')
  mkdirSync(join(file, '..'))
  writeFileSync(file, '', { mode: 0o644 })
  await (await openDatabase({ kind: 'file', file })).close()
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a database that violates an invariant is backed up and restored, and both report it', async () => {
  await runSql(api.db, sql`UPDATE show_tier SET sold = sold + 1 WHERE show_id = 5 AND tier_id = 2`)
  const report = /stock or money is wrong \(I2/
  expect(await run('backup', target, api.dataDir)).toMatch(report)
  const dataDir = join(folder.path, 'restored')
  expect(await run('restore', target, dataDir)).toMatch(report)
  expect(await readState(dataDir)).toEqual(await readState(api.dataDir))
})

test('restore deletes the copy of a restore that was killed', async () => {
  await run('backup', target, api.dataDir)
  const dataDir = join(folder.path, 'killed')
  mkdirSync(dataDir)
  const copy = 'entracte.db.ff2af3aa-5371-4a3a-9c6e-8f4f6a5ff4fb.tmp'
  for (const name of [copy, `${copy}-wal`]) writeFileSync(join(dataDir, name), 'members')
  await run('restore', target, dataDir)
  expect(readdirSync(dataDir).filter((name) => name.includes('.tmp'))).toEqual([])
})

test('a failed restore leaves no copy of a file', async () => {
  await run('backup', target, api.dataDir, ['--with-keys'])
  const dataDir = join(folder.path, 'failed')
  mkdirSync(join(dataDir, 'secret.key'), { recursive: true })
  await expect(run('restore', target, dataDir)).rejects.toThrow('EISDIR')
  expect(readdirSync(dataDir).filter((name) => name.includes('.tmp'))).toEqual([])
})

test('a journal that a lost database has left is not applied to the restored one', async () => {
  await run('backup', target, api.dataDir)
  const expected = await readState(api.dataDir)
  await order()
  const dataDir = join(folder.path, 'lost')
  // While the database is open, its journal has the order.
  cpSync(api.dataDir, dataDir, { recursive: true })
  rmSync(getDatabaseFile(dataDir))
  await run('restore', target, dataDir)
  expect(await readState(dataDir)).toEqual(expected)
})

test.each([
  ['header', damageHeader],
  ['pages', damageMiddle],
])('a database with damaged %s is replaced and kept with its journal', async (_, damage) => {
  await order()
  await run('backup', target, api.dataDir)
  emptyJournal(getDatabaseFile(api.dataDir))
  const dataDir = join(folder.path, 'damaged')
  cpSync(api.dataDir, dataDir, { recursive: true })
  damage(join(dataDir, 'entracte.db'))
  const opening = openDatabase(getDatabaseAddress(dataDir), { checksPages: true })
  await expect(opening).rejects.toThrow('is damaged')

  const output = await run('restore', target, dataDir, ['--replace', '--yes'])
  expect(output).toContain('The replaced database is kept as')
  expect(readdirSync(dataDir).some((name) => name.includes('.replaced-'))).toBe(true)
  expect(await readState(dataDir)).toEqual(await readState(api.dataDir))
})
