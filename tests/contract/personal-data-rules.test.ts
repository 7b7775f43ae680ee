import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { IMPERSONAL_TABLES } from '#scripts/admin-api/personal-data/impersonal-tables.ts'
import { TABLE_RULES } from '#scripts/admin-api/personal-data/rules.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { runSql } from '#tests/support/database.ts'

let api: TestAdminApi
beforeEach(async () => {
  api = await openAdminApi()
})
afterEach(() => api.close())

/** Tables of the migrations. */
const MIGRATIONS = /^schema_step/
const IMPERSONAL: ReadonlySet<string> = new Set(IMPERSONAL_TABLES)
/** Names of columns that identify a person. */
const PERSONAL = /(?:^|_)(?:user|mobile|phone|e?mail|nickname|birthday|recipient|target)(?:_id)?$/

/** Tables and columns without a rule, one per line. */
async function listFaults({ db }: TestAdminApi): Promise<string[]> {
  const tables = await db.query.introspection.getTables()
  return tables.flatMap(({ name, columns }) => {
    if (MIGRATIONS.test(name)) return []
    if (IMPERSONAL.has(name)) {
      const personal = columns.filter((column) => PERSONAL.test(column.name))
      return personal.map((column) => `${name}.${column.name} leads to a person`)
    }
    const rule = TABLE_RULES.get(name)
    if (!rule) return `${name} has no rule`
    const { exported, internal = [], anonymised = {}, log = [] } = rule
    const ruled = [...exported, ...internal, ...Object.keys(anonymised), ...log]
    const missing = columns.filter((column) => !ruled.includes(column.name))
    const known = new Set(columns.map((column) => column.name))
    return [
      ...missing.map((column) => `${name}.${column.name} has no rule`),
      ...ruled.filter((column) => !known.has(column)).map((column) => `${name}.${column} is gone`),
      ...ruled
        .filter((column, index) => ruled.indexOf(column) !== index)
        .map((column) => `${name}.${column} has two rules`),
    ]
  })
}

test('every table and column of the database has a rule for export and removal', async () => {
  const tables = await api.db.query.introspection.getTables()
  expect(tables.length).toBeGreaterThan(60)
  expect(await listFaults(api)).toEqual([])
})

test('new tables, new columns and personal columns in content tables are reported', async () => {
  const faults = [
    [sql`create table guest_list (id integer, user_id integer)`, 'guest_list has no rule'],
    [sql`alter table "user" add column wechat_name text`, 'user.wechat_name has no rule'],
    [sql`alter table scan add column device text`, 'scan.device has no rule'],
    [sql`alter table artist add column email text`, 'artist.email leads to a person'],
    [sql`alter table activity add column user_id integer`, 'activity.user_id leads to a person'],
  ] as const
  for (const [change] of faults) await runSql(api.db, change)
  expect(await listFaults(api)).toEqual(expect.arrayContaining(faults.map(([, fault]) => fault)))
  expect(await listFaults(api)).toHaveLength(faults.length)
})

test('every table that refers to an account has a personal-data rule', async () => {
  const tables = await api.db.query.introspection.getTables()
  const referring = tables.filter(({ columns }) => columns.some(({ name }) => name === 'user_id'))
  expect(referring.length).toBeGreaterThan(15)
  for (const { name } of referring) expect([name, TABLE_RULES.has(name)]).toEqual([name, true])
})
