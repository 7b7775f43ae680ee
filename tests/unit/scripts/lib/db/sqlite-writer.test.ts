import { join } from 'node:path'
import { sql, type Transaction } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#scripts/lib/db/database.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

interface Tables {
  entry: { id: number; text: string }
}

let folder: ReturnType<typeof createTemporaryFolder>
let db: Database<Tables>

const openHere = (isShared = false) =>
  openDatabase<Tables>(
    { kind: 'file', file: join(folder.path, 'test.db') },
    {
      isShared,
      history: {
        table: 'step',
        steps: {
          '0001': async (trx, schema) => {
            await schema
              .createTable(trx, 'entry')
              .addColumn('id', schema.number, (column) => column.primaryKey())
              .addColumn('text', schema.text, (column) => column.notNull())
              .execute()
          },
        },
      },
    },
  )

beforeEach(async () => {
  folder = createTemporaryFolder()
  db = await openHere()
})
afterEach(async () => {
  await db.close()
  folder[Symbol.dispose]()
})

const insert = (trx: Transaction<Tables>, id: number, text = '') =>
  trx.insertInto('entry').values({ id, text }).execute()
const listIds = async () =>
  (await db.query.selectFrom('entry').select('id').orderBy('id').execute()).map(({ id }) => id)

const range = (length: number) => Array.from({ length }, (_, index) => index)

describe('transactions of a file that come at once', () => {
  test('are all there when they are acknowledged', async () => {
    await Promise.all(
      range(120).map(async (id) => {
        await db.transaction((trx) => insert(trx, id))
        expect(await listIds()).toContain(id)
      }),
    )
    expect(await listIds()).toEqual(range(120))
  })

  test('are undone alone', async () => {
    const results = await Promise.allSettled(
      range(20).map((id) =>
        db.transaction(async (trx) => {
          await insert(trx, id)
          if (id % 2 === 1) throw new Error('odd')
        }),
      ),
    )
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual(
      range(20).map((id) => id % 2 === 0),
    )
    expect(await listIds()).toEqual(range(20).filter((id) => id % 2 === 0))
  })

  test('do not slip into each other while one waits for something else', async () => {
    const order: string[] = []
    await Promise.all(
      range(3).map((id) =>
        db.transaction(async (trx) => {
          order.push(`begin ${id}`)
          await new Promise((done) => setTimeout(done, 3 - id))
          await insert(trx, id)
          order.push(`end ${id}`)
        }),
      ),
    )
    expect(order).toEqual(range(3).flatMap((id) => [`begin ${id}`, `end ${id}`]))
  })

  test('are shown to nobody before they are acknowledged', async () => {
    const { promise: first, resolve: goOn } = Promise.withResolvers<void>()
    const one = db.transaction((trx) => insert(trx, 1))
    const two = db.transaction(async (trx) => {
      await insert(trx, 2)
      await first
    })
    await new Promise((done) => setTimeout(done, 20))
    expect(await listIds()).toEqual([])
    goOn()
    await Promise.all([one, two])
    expect(await listIds()).toEqual([1, 2])
  })

  test('are acknowledged only when they are kept, also while the disk is full', async () => {
    await db.transaction(async (trx) => {
      const { rows } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(trx)
      await sql`PRAGMA max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 20)}`.execute(trx)
    })
    const results = await Promise.allSettled(
      range(40).map((id) => db.transaction((trx) => insert(trx, id, 'x'.repeat(5000)))),
    )
    const kept = range(40).filter((id) => results[id]?.status === 'fulfilled')
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.length).toBeLessThan(40)
    expect(await listIds()).toEqual(kept)
  })

  test('leave room for those of another process', async () => {
    const other = await openHere(true)
    const own = Promise.all(range(100).map((id) => db.transaction((trx) => insert(trx, id))))
    const others = range(10).map((id) => other.transaction((trx) => insert(trx, 1000 + id)))
    await Promise.all([own, ...others])
    expect(await listIds()).toHaveLength(110)
    await other.close()
  })
})
