import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, withSavepoint, type Database } from '#scripts/lib/db/database.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

interface Tables {
  entry: { id: number; text: string }
}

let folder: ReturnType<typeof createTemporaryFolder>
let db: Database<Tables>

const openTestDatabase = (isShared = false) =>
  openDatabase<Tables>(
    { kind: 'file', file: join(folder.path, 'test.db') },
    {
      isShared,
      history: {
        table: 'step',
        steps: {
          '0001': async (trx, { number, text }) => {
            await sql`create table entry (id ${number} primary key, text ${text} not null)`.execute(
              trx,
            )
          },
        },
      },
    },
  )

beforeEach(async () => {
  folder = createTemporaryFolder()
  db = await openTestDatabase()
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

describe('concurrent transactions on a SQLite file', () => {
  test('are visible once acknowledged', async () => {
    await Promise.all(
      range(120).map(async (id) => {
        await db.transaction((trx) => insert(trx, id))
        expect(await listIds()).toContain(id)
      }),
    )
    expect(await listIds()).toEqual(range(120))
  })

  test('are rolled back individually', async () => {
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

  test('keep what surrounds a part that fails', async () => {
    await db.transaction(async (trx) => {
      await insert(trx, 1)
      const part = withSavepoint(trx, async () => {
        await insert(trx, 2)
        throw new Error('failed')
      })
      await expect(part).rejects.toThrow('failed')
      await insert(trx, 3)
    })
    expect(await listIds()).toEqual([1, 3])
  })

  test('refuse reads and transactions that would not see their writes', async () => {
    const refusal = 'Inside a transaction'
    await expect(db.transaction(listIds)).rejects.toThrow(refusal)
    await expect(db.transaction(() => db.transaction((trx) => insert(trx, 1)))).rejects.toThrow(
      refusal,
    )
    expect(await listIds()).toEqual([])
  })

  test('end before their database is closed', async () => {
    const writing = db.transaction(async (trx) => {
      await setImmediate()
      await insert(trx, 1)
    })
    await db.close()
    await writing
    db = await openTestDatabase()
    expect(await listIds()).toEqual([1])
  })

  test('do not interleave while one awaits other work', async () => {
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

  test('are invisible until acknowledged', async () => {
    const { promise: mayFinish, resolve: finishSecond } = Promise.withResolvers<void>()
    const first = db.transaction((trx) => insert(trx, 1))
    const second = db.transaction(async (trx) => {
      await insert(trx, 2)
      await mayFinish
    })
    await new Promise((done) => setTimeout(done, 20))
    expect(await listIds()).toEqual([])
    finishSecond()
    await Promise.all([first, second])
    expect(await listIds()).toEqual([1, 2])
  })

  test('are acknowledged only when committed, even on a full disk', async () => {
    await db.transaction(async (trx) => {
      const { rows } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(trx)
      await sql`PRAGMA max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 20)}`.execute(trx)
    })
    const results = await Promise.allSettled(
      range(40).map((id) => db.transaction((trx) => insert(trx, id, 'x'.repeat(5000)))),
    )
    const committed = range(40).filter((id) => results[id]?.status === 'fulfilled')
    expect(committed.length).toBeGreaterThan(0)
    expect(committed.length).toBeLessThan(40)
    expect(await listIds()).toEqual(committed)
  })

  test('let transactions of another process run in between', async () => {
    const other = await openTestDatabase(true)
    const own = Promise.all(range(100).map((id) => db.transaction((trx) => insert(trx, id))))
    const others = range(10).map((id) => other.transaction((trx) => insert(trx, 1000 + id)))
    await Promise.all([own, ...others])
    expect(await listIds()).toHaveLength(110)
    await other.close()
  })
})
