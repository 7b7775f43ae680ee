import { sql } from 'kysely'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { importContent } from '#scripts/admin-api/content/import-content.ts'
import { openDatabase, type Database } from '#scripts/admin-api/db/open.ts'
import { createOrder } from '#scripts/admin-api/orders/create/create-order.ts'
import { checkInvariants } from '#scripts/admin-api/orders/invariants.ts'
import { settleInternally } from '#scripts/admin-api/orders/receive-payment.ts'
import { createSessions } from '#scripts/admin-api/sessions/sessions.ts'
import { createFolderStore } from '#scripts/lib/file-store/folder-store.ts'
import { createTemporaryFolder, FIXTURE } from '#tests/support/admin-api.ts'
import { buildTicketOrder } from '#tests/support/buyer.ts'
import { getDatabaseAddress, readSql, runSql } from '#tests/support/database.ts'
import { startApiProcess } from '#tests/support/start-api-process.ts'

// KILLS=20 runs the long version.
const KILLS = Number(process.env['KILLS'] ?? 5)
const BUYERS = 8
/** The server is killed after this many confirmed payments and at least one exchange, amid further calls. */
const PAID_BEFORE_KILL = 6
/** Surcharge for a seat of the other price level. */
const DIFFERENCE_FEN = 19_950

type Headers = Record<string, string>

/** A member with a session and a balance, created by the regular order functions. */
async function createMemberWithBalance(db: Database, mobile: string): Promise<Headers> {
  const now = Date.now()
  const rows = await runSql(
    db,
    sql`INSERT INTO "user" (mobile, nickname, created_at)
        VALUES (${mobile}, ${mobile.slice(-4)}, ${now}) RETURNING id`,
  )
  const userId = Number(rows[0]?.['id'])
  const topUp = { type: 'recharge', amount_fen: 1_000_000 } as const
  const caller = { userId, idempotency: null, canBuyOnline: true, now }
  const client = { address: '127.0.0.1', deviceHash: '', device: 'Test' }
  const order = await createOrder(db, caller, topUp)
  const { token, cookie } = await db.transaction(async (trx) => {
    await settleInternally(trx, order, 'free', now)
    return createSessions(db, 'bound').open(trx, { userId, client, now })
  })
  return { token, cookie: `sid=${cookie}`, lang: 'en', 'content-type': 'application/json' }
}

interface Acknowledged {
  created: Set<string>
  paid: Set<string>
  /** Orders whose ticket was exchanged for a dearer one, with the difference paid. */
  exchanged: Set<string>
}

/** Buys, pays and exchanges until the server is gone, and records the confirmed results. */
async function buyUntilGone(url: string, headers: Headers, acknowledged: Acknowledged) {
  const post = async (path: string, body: object) => {
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(`${url}${path}`, init)
    const result: { code: number; data: { order_no: string } | null } = await response.json()
    return result
  }
  try {
    for (;;) {
      const order = await post('/api/order/create', buildTicketOrder(1))
      // A crash between the two calls leaves an unpaid order, which is resumed.
      const order_no = order.data?.order_no ?? ''
      if (order.code === 200) acknowledged.created.add(order_no)
      else if (order.code !== 500_112) return
      const paid = await post('/api/order/pay', { order_no, method: 'balance' })
      if (paid.code !== 200) return
      acknowledged.paid.add(order_no)
      const detail = await fetch(`${url}/api/order/detail?order_no=${order_no}`, { headers })
      const { data }: { data: { tickets?: { id: number }[] } } = await detail.json()
      const exchange = await post('/api/order/exchange', {
        order_no,
        ticket_ids: data.tickets?.map(({ id }) => id) ?? [],
        show_id: 5,
        tier_id: 1,
        expected_payable_fen: DIFFERENCE_FEN,
        expected_refund_fen: 0,
      })
      const next = exchange.data?.order_no ?? ''
      if (exchange.code !== 200) continue
      acknowledged.created.add(next)
      if ((await post('/api/order/pay', { order_no: next, method: 'balance' })).code !== 200) return
      acknowledged.paid.add(next)
      acknowledged.exchanged.add(order_no)
    }
  } catch {
    // The connection broke, so nothing was confirmed.
  }
}

test(`${KILLS} kills under load lose no confirmed order, payment or exchange`, async () => {
  using folder = createTemporaryFolder()
  const db = await openDatabase(getDatabaseAddress(folder.path))
  await importContent(db, {
    root: FIXTURE,
    dataDir: folder.path,
    files: createFolderStore(folder.path),
    cacheDir: `${folder.path}/cache`,
    now: Date.now,
  })
  await runSql(db, sql`UPDATE show_tier SET stock = 100000 WHERE show_id = 5`)
  await runSql(db, sql`UPDATE performance SET account_limit = 100000`)
  const members: Headers[] = []
  for (let n = 0; n < BUYERS; n += 1) {
    members.push(await createMemberWithBalance(db, `+8613800138${100 + n}`))
  }
  await db.close()

  const acknowledged: Acknowledged = {
    created: new Set(),
    paid: new Set(),
    exchanged: new Set(),
  }
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { child, url } = await startApiProcess({ DATA_DIR: folder.path })
    const before = { paid: acknowledged.paid.size, exchanged: acknowledged.exchanged.size }
    const buyers = members.map((headers) => buyUntilGone(url, headers, acknowledged))
    while (
      acknowledged.paid.size < before.paid + PAID_BEFORE_KILL ||
      acknowledged.exchanged.size === before.exchanged
    ) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    child.kill('SIGKILL')
    await Promise.all([once(child, 'exit'), ...buyers])
  }

  const after = await openDatabase(getDatabaseAddress(folder.path))
  const orders = await after.query
    .selectFrom('order')
    .select(['id', 'order_no', 'status', 'exchanged_order_id as before'])
    .execute()
  // A ticket stays valid until the transaction that pays its exchange.
  const replaced = new Set(
    orders.flatMap(({ status, before }) => (status === 'paid' && before !== null ? before : [])),
  )
  const ended = new Set(orders.flatMap(({ id, order_no }) => (replaced.has(id) ? order_no : [])))
  const statuses = new Map(orders.map(({ order_no, status }) => [order_no, status]))
  const lostOrders = [...acknowledged.created].filter((order) => !statuses.has(order))
  const unpaidOrders = [...acknowledged.paid].filter(
    (order) => statuses.get(order) !== (ended.has(order) ? 'completed' : 'paid'),
  )
  const unexchanged = [...acknowledged.exchanged].filter((order) => !ended.has(order))
  expect([lostOrders, unpaidOrders, unexchanged]).toEqual([[], [], []])
  expect(acknowledged.exchanged.size).toBeGreaterThanOrEqual(KILLS)
  expect(acknowledged.paid.size).toBeGreaterThanOrEqual(KILLS * PAID_BEFORE_KILL)
  expect(await checkInvariants(after.query, Date.now())).toEqual([])
  expect(await readSql(after, sql`PRAGMA integrity_check`)).toEqual([{ integrity_check: 'ok' }])
  await after.close()
})
