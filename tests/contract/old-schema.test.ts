import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillSearchIndex } from '#scripts/admin-api/content/write/search.ts'
import { getDatabaseFile } from '#scripts/admin-api/db/database-file.ts'
import { HISTORY } from '#scripts/admin-api/db/migrations/history.ts'
import { openDatabase } from '#scripts/admin-api/db/open.ts'
import { checkInvariants } from '#scripts/admin-api/orders/invariants.ts'
import { createTemporaryFolder, openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { buildTicketOrder, createBuyer } from '#tests/support/buyer.ts'
import { createOldDatabase } from '#tests/support/database.ts'
import { createMember } from '#tests/support/member.ts'

// The first start of a version migrates the databases of earlier ones.

type Row = Record<string, unknown>

const STEPS = Object.keys(HISTORY.steps)

const folder = createTemporaryFolder()
afterAll(() => folder[Symbol.dispose]())
const fileNamed = (name: string) => join(folder.path, `${name}.db`)

async function migrate(file: string): Promise<void> {
  await (await openDatabase({ kind: 'file', file })).close()
}

/** Normalised description of a schema, one line per element, to compare schemas by. */
function describeSchema(file: string): string[] {
  const sqlite = new DatabaseSync(file, { readOnly: true })
  const list = (query: string, ...values: string[]): Row[] => sqlite.prepare(query).all(...values)
  const describeTable = (name: string): string[] =>
    [
      ...list(`SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_xinfo(?)`, name),
      ...list(
        `SELECT "from", "table", ifnull("to", (SELECT name FROM pragma_table_info("table")
         WHERE pk = seq + 1)) AS "to" FROM pragma_foreign_key_list(?)`,
        name,
      ),
      // Keys and constraints have no comparable names unless they were named explicitly.
      ...list(
        `SELECT CASE origin WHEN 'c' THEN index_list.name ELSE origin END AS "index", "unique", partial,
         (SELECT group_concat(name) FROM pragma_index_info(index_list.name)) AS columns
       FROM pragma_index_list(?) AS index_list`,
        name,
      ),
      ...list('SELECT strict, wr FROM pragma_table_list WHERE name = ?', name),
    ].map((row) => `${name} ${JSON.stringify(row)}`)
  const tables = list(
    `SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
  )
  const others = list(`SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'view')`)
  const countMatches = (sql: unknown, word: RegExp) => String(sql).match(word)?.length ?? 0
  const lines = [
    ...tables.flatMap(({ name }) => describeTable(String(name))),
    ...tables.map(
      ({ name, sql }) => `${String(name)}: ${countMatches(sql, /\bcheck\s*\(/gi)} checks`,
    ),
    ...others.map((row) => JSON.stringify(row)),
  ]
  sqlite.close()
  return lines.toSorted()
}

describe('migration of an old database', () => {
  test.for(STEPS.slice(0, -1))(
    'from step %s gives the same schema as a new database',
    async (step) => {
      await migrate(fileNamed('new'))
      const old = fileNamed(step)
      await createOldDatabase(old, step)
      expect(describeSchema(old)).not.toEqual(describeSchema(fileNamed('new')))
      await migrate(old)
      expect(describeSchema(old)).toEqual(describeSchema(fileNamed('new')))
    },
  )

  test('is refused for a database of a newer version, which stays unchanged', async () => {
    const file = fileNamed('newer')
    await migrate(file)
    const sqlite = new DatabaseSync(file)
    sqlite.exec(`INSERT INTO schema_step VALUES ('9999-newer', '2027-01-01')`)
    sqlite.close()
    const before = describeSchema(file)
    await expect(migrate(file)).rejects.toThrow(/has schema 9999-newer.*use the newer program/)
    expect(describeSchema(file)).toEqual(before)
  })
})

const OLD_COLUMNS = `SELECT old.name FROM pragma_table_info(:table) AS old`

/** Copies the rows of a current installation into a file of an old version. @returns row counts */
function copyToOldFile(from: string, to: string): Map<string, number> {
  const sqlite = new DatabaseSync(to)
  sqlite.exec(`PRAGMA foreign_keys = OFF; ATTACH '${from}' AS today`)
  const counts = new Map<string, number>()
  const tables = sqlite
    .prepare(
      `SELECT name FROM main.sqlite_schema WHERE type = 'table'
       AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'schema_step%'`,
    )
    .all()
    .map(({ name }) => String(name))
  for (const table of tables) {
    const columns = sqlite
      .prepare(OLD_COLUMNS)
      .all({ table })
      .map(({ name }) => `"${String(name)}"`)
      .join()
    const { changes } = sqlite
      .prepare(`INSERT INTO main."${table}" (${columns}) SELECT ${columns} FROM today."${table}"`)
      .run()
    counts.set(table, Number(changes))
  }
  sqlite.exec(`DELETE FROM main.setting WHERE key = 'search_version'`)
  sqlite.close()
  return counts
}

function readRows(file: string, table: string): Row[] {
  const sqlite = new DatabaseSync(file, { readOnly: true })
  const rows = sqlite.prepare(`SELECT * FROM "${table}" ORDER BY 1, 2`).all()
  sqlite.close()
  return rows
}

describe('data of an old database', () => {
  let api: TestAdminApi
  let old: string
  let counts: Map<string, number>
  beforeAll(async () => {
    api = await openAdminApi()
    const buyer = createBuyer(api, await createMember(api))
    for (const quantity of [1, 2]) {
      const other = createBuyer(api, await createMember(api))
      const number = await other.buy(buildTicketOrder(quantity))
      if (quantity === 2) await other.call('POST /api/order/refund', { order_no: number })
    }
    await buyer.order(buildTicketOrder(1))
    old = fileNamed('filled')
    await createOldDatabase(old, '0001-initial')
    counts = copyToOldFile(getDatabaseFile(api.dataDir), old)
    await migrate(old)
  })
  afterAll(() => api.close())

  test('is preserved: content, members, orders, payments, tickets and logs', async () => {
    for (const table of ['show', 'user', 'order', 'payment', 'refund', 'ticket', 'event_log']) {
      expect.soft([table, counts.get(table) ?? 0]).not.toEqual([table, 0])
    }
    for (const table of counts.keys()) {
      const rows = readRows(getDatabaseFile(api.dataDir), table).filter(
        ({ key }) => table !== 'setting' || key !== 'search_version',
      )
      expect.soft(readRows(old, table), table).toEqual(rows)
    }
  })

  test('keeps its invariants, sequences and search index', async () => {
    const db = await openDatabase({ kind: 'file', file: old })
    expect(await checkInvariants(db.query, api.clock.now)).toEqual([])
    await expect(db.transaction((trx) => trx.deleteFrom('event_log').execute())).rejects.toThrow(
      /append/i,
    )
    const insert = { mobile: '+8613900000000', nickname: 'Wu', created_at: 0 }
    const { id } = await db.transaction((trx) =>
      trx.insertInto('user').values(insert).returning('id').executeTakeFirstOrThrow(),
    )
    expect(id).toBe((counts.get('user') ?? 0) + 1)
    await fillSearchIndex(db)
    const index = (file: string) => readRows(file, 'search_doc')
    expect(index(old)).toEqual(index(getDatabaseFile(api.dataDir)))
    expect(index(old).length).toBeGreaterThan(10)
    await db.close()
  })
})
