import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BodyInput } from '#api/index.ts'
import { writeAudit } from '#scripts/admin-api/db/audit.ts'
import { eraseOldLogins, RETENTION } from '#scripts/admin-api/personal-data/retention.ts'
import { MAX_UNPAID_ORDERS } from '#scripts/admin-api/orders/limits.ts'
import { expireOrders } from '#scripts/admin-api/orders/jobs.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { buildTicketOrder, checkAndClose, createBuyer } from '#tests/support/buyer.ts'
import { createMember, openSession, type TestMember } from '#tests/support/member.ts'
import { runStaffLine } from '#tests/support/run-admin.ts'
import { readNumber, readRow, runSql } from '#tests/support/database.ts'

const MINUTE_MS = 60_000
const MAX_BODY = 64 * 1024

let api: TestAdminApi
beforeEach(async () => {
  api = await openAdminApi()
})
afterEach(() => checkAndClose(api))

const tickets = buildTicketOrder(2)
const topUp: BodyInput<'POST /api/order/create'> = { type: 'recharge', amount_fen: 10_000 }

/** Adds expired unpaid top-ups of a member, as an attacker would leave them. */
async function seedExpiredTopUps({ id }: TestMember, count: number): Promise<void> {
  const end = api.clock.now - 10 * MINUTE_MS
  const orders = Array.from({ length: count }, (_, index) => ({
    order_no: `STALL${String(index).padStart(8, '0')}`,
    user_id: id,
    type: 'recharge' as const,
    quantity: 1,
    original_fen: 100,
    member_discount_fen: 0,
    payable_fen: 100,
    rule: 'regular' as const,
    created_at: end - 15 * MINUTE_MS,
    expires_at: end,
  }))
  await api.db.transaction((trx) => trx.insertInto('order').values(orders).execute())
}

const countPending = () =>
  readNumber(api.db, sql`SELECT count(*) FROM "order" WHERE status = 'pending'`)
const readHeld = () =>
  readNumber(api.db, sql`SELECT held FROM show_tier WHERE show_id = 5 AND tier_id = 2`)

describe('holds', () => {
  test('expire in one run even behind thousands of expired orders of another member', async () => {
    const buyer = createBuyer(api, await createMember(api))
    await buyer.order(tickets)
    expect(await readHeld()).toBe(2)
    api.clock.now += 20 * MINUTE_MS
    await seedExpiredTopUps(await createMember(api), 2000)
    await expireOrders(api.deps, api.clock.now)
    expect(await countPending()).toBe(0)
    expect(await readHeld()).toBe(0)
  })

  test('expire while a payment provider does not respond about other orders', async () => {
    const attacker = createBuyer(api, await createMember(api))
    const { order_no } = await attacker.order(topUp)
    await attacker.openPayment(order_no)
    const buyer = createBuyer(api, await createMember(api))
    await buyer.order(tickets)
    const provider = api.deps.payments.get('sandbox')
    if (!provider) throw new Error('the sandbox is off')
    const { query } = provider
    const calls: ((error: Error) => void)[] = []
    provider.query = () => new Promise((_, reject) => calls.push(reject))
    api.clock.now += 20 * MINUTE_MS
    const round = expireOrders(api.deps, api.clock.now)
    await expect.poll(async () => [await readHeld(), calls.length]).toEqual([0, 1])
    for (const reject of calls) reject(new Error('no answer'))
    await round
    // The order with an open payment waits until the provider responds.
    expect(await countPending()).toBe(1)
    provider.query = query
    await expireOrders(api.deps, api.clock.now)
    expect(await countPending()).toBe(0)
  })

  test('are limited per account across all order kinds', async () => {
    const buyer = createBuyer(api, await createMember(api))
    for (let created = 0; created < MAX_UNPAID_ORDERS; created += 1) await buyer.order(topUp)
    expect((await buyer.create(topUp)).code).toBe(500121)
    expect((await buyer.create(tickets)).code).toBe(500121)
    const other = createBuyer(api, await createMember(api))
    expect((await other.create(tickets)).code).toBe(200)
  })
})

describe('a payment notification', () => {
  function notify(provider: string, body: ReadableStream<Uint8Array>) {
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
    return api.app.request(new Request(`http://127.0.0.1/api/pay/${provider}_notify`, init))
  }

  /** An endless body that counts the chunks read from it. */
  function createEndlessBody() {
    const chunk = new Uint8Array(MAX_BODY / 4)
    const read = { chunks: 0 }
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        read.chunks += 1
        controller.enqueue(chunk)
      },
    })
    return { body, read }
  }

  test('with an endless body is refused once the limit is read', async () => {
    const { body, read } = createEndlessBody()
    expect((await notify('sandbox', body)).status).toBe(413)
    expect(read.chunks).toBeLessThan(10)
  })

  test('to an unconfigured provider is refused without reading the body', async () => {
    const { body, read } = createEndlessBody()
    expect((await notify('wechat', body)).status).toBe(404)
    expect(read.chunks).toBeLessThan(3)
  })
})

test('an idempotency key cannot be reused with another body after its record was deleted', async () => {
  const buyer = createBuyer(api, await createMember(api))
  const first = await buyer.create(topUp, 'one-key-for-both')
  await runSql(api.db, sql`DELETE FROM idempotency_key`)
  const other = await buyer.create({ ...topUp, amount_fen: 20_000 }, 'one-key-for-both')
  expect([first.code, other.code]).toEqual([200, 500105])
  const again = await buyer.create(topUp, 'one-key-for-both')
  expect(again.data).toMatchObject({ order_no: (first.data as { order_no: string }).order_no })
})

test('codes and login addresses are erased after their retention period', async () => {
  const { id } = await createMember(api)
  const { db, clock } = api
  await runSql(
    db,
    sql`INSERT INTO failed_code (target, address, at) VALUES ('+8613800138000', '::1', ${clock.now})`,
  )
  const login = { action: 'login', userId: id, data: { by: 'sms', address: '::1' }, at: clock.now }
  await db.transaction((trx) => writeAudit(trx, login))
  await eraseOldLogins(db, clock.now + RETENTION.codesMs)
  expect(await readNumber(db, sql`SELECT count(*) FROM failed_code`)).toBe(0)
  const readLogin = async () =>
    (
      await readRow(db, sql`SELECT data FROM audit_log WHERE action = 'login' AND user_id = ${id}`)
    )?.['data']
  expect(await readLogin()).toContain('::1')
  await eraseOldLogins(db, clock.now + RETENTION.addressesMs)
  expect(await readLogin()).toBe('{"by":"sms"}')
  const rewriting = runSql(db, sql`UPDATE audit_log SET action = 'other'`)
  await expect(rewriting).rejects.toThrow('append-only')
})

test('staff can list and end all sessions of a member', async () => {
  const mobile = '+8613912345678'
  const member = await createMember(api, mobile)
  const run = (...line: string[]) => runStaffLine(api, line)
  expect(await run('sessions', 'list', mobile)).toContain('1 session')
  const idle = api.clock.now - 8 * 24 * 3_600_000
  await openSession(api, member.id)
  await runSql(
    api.db,
    sql`UPDATE session SET last_seen_at = ${idle} WHERE id = (SELECT max(id) FROM session)`,
  )
  expect(await run('sessions', 'list', mobile)).toContain('1 session')
  expect(await run('sessions', 'end', mobile, '--yes')).toContain('1 session ended')
  const { envelope } = await api.call('GET /api/account/profile', { headers: member.headers })
  expect(envelope.code).toBe(401)
})
