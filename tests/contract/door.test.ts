import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refundOrder } from '#scripts/admin-api/orders/end-order.ts'
import { LETTERS } from '#scripts/admin-api/orders/numbers.ts'
import { lockOrder } from '#scripts/admin-api/orders/orders.ts'
import { decodeTicketCode } from '#scripts/admin-api/orders/ticket-code.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import {
  buildTicketOrder,
  checkAndClose,
  createBuyer,
  createVerifier,
  moveShow,
  type Buyer,
} from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'
import { readRow, runSql } from '#tests/support/database.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let api: TestAdminApi
let guest: Buyer
let door: Buyer
let codes: string[]
let orderNo: string

beforeEach(async () => {
  api = await openAdminApi()
  guest = createBuyer(api, await createMember(api))
  door = await createVerifier(api)
  orderNo = await guest.buy(buildTicketOrder(3))
  const { tickets } = await guest.readTickets(orderNo)
  codes = tickets.map(({ code }) => code)
  await moveShow(api, HOUR)
})
afterEach(() => checkAndClose(api))

let nonces = 0
const verify = async (
  who: Buyer,
  code = codes[0] ?? '',
  nonce = `test-nonce-${(nonces += 1)}`,
  more: object = {},
) => who.call('POST /api/order/verify', { code, nonce, ...more })

describe('ticket verification at the door', () => {
  test('returns "not_paid" for the number of an unpaid order', { tags: ['S7.30'] }, async () => {
    const unpaid = await guest.order(buildTicketOrder(1))
    expect((await verify(door, unpaid.order_no.toLowerCase())).data).toEqual({
      result: 'not_paid',
      title: '茶馆',
    })
    expect((await verify(door, orderNo)).data).toEqual({ result: 'unknown' })
  })

  test(
    'admits a ticket once, and afterwards returns the time of admission',
    { tags: ['S7.30'] },
    async () => {
      expect(await verify(door)).toMatchObject({
        code: 200,
        data: { result: 'admitted', title: '茶馆', ticket: { tier: '乙票', state: 'used' } },
      })
      api.clock.now += MINUTE
      expect((await verify(door)).data).toEqual({
        result: 'already_used',
        used_at: '2027-05-05T12:00:00+08:00',
        title: '茶馆',
      })
    },
  )

  test(
    'marks an order as verified once all its tickets are used',
    { tags: ['S4.14'] },
    async () => {
      for (const code of codes.slice(0, 2)) await verify(door, code)
      expect(await guest.read(orderNo)).toMatchObject({ status: 'paid' })
      await verify(door, codes[2])
      expect(await guest.read(orderNo)).toMatchObject({ status: 'verified' })
      const { data } = await guest.call('POST /api/order/list', { status: 'verified' })
      expect(data).toMatchObject({ total: 1 })
      const paid = await guest.call('POST /api/order/list', { status: 'paid' })
      expect(paid.data).toMatchObject({ items: [], total: 0 })
    },
  )

  test('admits once out of a hundred simultaneous scans; the others get the time of admission', async () => {
    const devices = await Promise.all(Array.from({ length: 10 }, () => createVerifier(api)))
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, n) => verify(devices[n % 10] ?? door)),
    )
    const results = responses.map(({ data }) => (data as { result: string }).result)
    expect(results.filter((result) => result === 'admitted')).toHaveLength(1)
    expect(results.filter((result) => result === 'already_used')).toHaveLength(99)
  })

  test('refuses a used nonce with another code, valid or forged', async () => {
    await verify(door, codes[0], 'bound-nonce')
    for (const other of [codes[1], 'T1FORGED']) {
      expect((await verify(door, other, 'bound-nonce')).code).toBe(500105)
    }
  })

  test('returns the time of admission for a used ticket, also after the show', async () => {
    await verify(door)
    const usedAt = api.clock.now
    api.clock.now += 24 * HOUR
    const { data } = await verify(door)
    expect(data).toMatchObject({ result: 'already_used' })
    expect(Date.parse((data as { used_at: string }).used_at)).toBe(usedAt)
  })

  test('is not throttled by scans of real tickets', async () => {
    const statusCodes = []
    for (let n = 0; n < 40; n += 1) statusCodes.push((await verify(door)).code)
    expect(new Set(statusCodes)).toEqual(new Set([200]))
  })

  test('returns the same admission for a repeated nonce and records one scan', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => verify(door, codes[0], 'one-nonce')),
    )
    const again = await verify(door, codes[0], 'one-nonce')
    expect(again.data).toMatchObject({ result: 'admitted' })
    expect(responses.every(({ code }) => code === 200)).toBe(true)
    expect(await readRow(api.db, sql`SELECT count(*) AS n FROM scan`)).toEqual({ n: 1 })
  })

  test('allows undoing an admission within five minutes and keeps a record', async () => {
    await verify(door, codes[0], 'nonce-undo')
    const undo = () => door.call('POST /api/order/undo_verify', { nonce: 'nonce-undo' })
    expect((await undo()).data).toEqual({ undone: true })
    expect((await verify(door)).data).toMatchObject({ result: 'admitted' })
    // A repeated call undoes nothing else.
    expect((await undo()).data).toEqual({ undone: true })
    expect((await verify(door, codes[0], 'nonce-after')).data).toMatchObject({
      result: 'already_used',
    })
    await verify(door, codes[1], 'nonce-in-time')
    await verify(door, codes[2], 'nonce-late')
    api.clock.now += 5 * MINUTE - 1
    const inTime = await door.call('POST /api/order/undo_verify', { nonce: 'nonce-in-time' })
    expect(inTime.data).toEqual({ undone: true })
    api.clock.now += 1
    const late = await door.call('POST /api/order/undo_verify', { nonce: 'nonce-late' })
    expect(late.data).toEqual({ undone: false })
  })

  test('does not make a refunded ticket valid when its admission is undone', async () => {
    await verify(door, codes[0], 'nonce-refunded')
    await api.db.transaction(async (trx) => {
      const { id } = await trx
        .selectFrom('order')
        .select('id')
        .where('order_no', '=', orderNo)
        .executeTakeFirstOrThrow()
      await refundOrder(trx, await lockOrder(trx, id), 'staff', api.clock.now)
    })
    expect((await verify(door, codes[0])).data).toMatchObject({ result: 'already_used' })
    const undo = await door.call('POST /api/order/undo_verify', { nonce: 'nonce-refunded' })
    expect(undo.data).toEqual({ undone: true })
    expect((await verify(door, codes[0])).data).not.toMatchObject({ result: 'admitted' })
    const valid = sql`SELECT count(*) AS n FROM ticket WHERE state <> 'void'`
    expect(await readRow(api.db, valid)).toEqual({ n: 0 })
  })

  test.each([
    ['from two hours before the show', 2 * HOUR],
    ['until the end of the show', -2 * HOUR],
  ])('admits %s', async (_, inMs) => {
    await moveShow(api, inMs)
    expect((await verify(door)).data).toMatchObject({ result: 'admitted' })
  })

  test.each([
    ['more than two hours before the show', 2 * HOUR + 1],
    ['on another day', 48 * HOUR],
    ['after the end of the show', -2 * HOUR - 1],
  ])('returns "wrong_day" %s', async (_, inMs) => {
    await moveShow(api, inMs)
    expect((await verify(door)).data).toMatchObject({ result: 'wrong_day', title: '茶馆' })
  })

  test('returns "wrong_day" for a ticket of another show, also if it was used', async () => {
    const { data } = await verify(door, codes[0], 'nonce-other-show', { show_id: 2 })
    expect(data).toMatchObject({ result: 'wrong_day' })
    expect((await verify(door, codes[0])).data).toMatchObject({ result: 'admitted' })
    const used = await verify(door, codes[0], 'nonce-used-show', { show_id: 2 })
    expect(used.data).toMatchObject({ result: 'wrong_day' })
  })

  test('returns "void" for a refunded ticket', async () => {
    await moveShow(api, 72 * HOUR)
    await guest.call('POST /api/order/refund', { order_no: orderNo })
    await moveShow(api, HOUR)
    expect((await verify(door)).data).toEqual({ result: 'void', title: '茶馆' })
  })

  test('returns "void" while the show is cancelled, before its orders are refunded', async () => {
    const setCancelled = (cancelled: 0 | 1) =>
      runSql(api.db, sql`UPDATE show SET cancelled = ${cancelled} WHERE id = 5`)
    await verify(door, codes[1])
    await setCancelled(1)
    expect((await verify(door)).data).toEqual({ result: 'void', title: '茶馆' })
    expect((await verify(door, codes[1])).data).toMatchObject({ result: 'already_used' })
    await setCancelled(0)
    expect((await verify(door)).data).toMatchObject({ result: 'admitted' })
  })

  test('rejects the former code of a ticket that has a new version', async () => {
    await runSql(api.db, sql`UPDATE ticket SET version = version + 1`)
    expect((await verify(door)).data).toEqual({ result: 'unknown' })
    const { tickets } = await guest.readTickets(orderNo)
    expect((await verify(door, tickets[0]?.code)).data).toMatchObject({ result: 'admitted' })
  })

  test('accepts a code typed in lower case with spaces', async () => {
    const typed = (codes[0] ?? '').toLowerCase().replaceAll(/(.{4})/g, '$1 ')
    expect((await verify(door, typed)).data).toMatchObject({ result: 'admitted' })
  })

  test('rejects malformed codes and throttles guessing', async () => {
    const bad = ['', ' ', 'T1', 'https://x.example', '💥', codes[0]?.slice(0, -1), `${codes[0]}0`]
    for (const code of bad) {
      const { code: status, data } = await verify(door, code)
      expect([200, 400]).toContain(status)
      if (status === 200) expect(data).toEqual({ result: 'unknown' })
    }
    api.clock.now += MINUTE
    for (let n = 0; n < 30; n += 1) expect((await verify(door, `T1BAD${n}`)).code).toBe(200)
    expect(await verify(door, 'T1BAD30')).toEqual({
      code: 500201,
      data: { retry_at: '2027-05-05T12:02:00+08:00', server_time: '2027-05-05T12:01:00+08:00' },
    })
    api.clock.now += MINUTE
    expect((await verify(door)).data).toMatchObject({ result: 'admitted' })
  })
})

describe('permission to verify tickets', () => {
  test('is required: other members are refused and admit nobody', { tags: ['S6.02'] }, async () => {
    const responses = await Promise.all(codes.map((code) => verify(guest, code)))
    expect(responses.map(({ code }) => code)).toEqual([500502, 500502, 500502])
    const refusal = await guest.call('GET /api/order/door')
    expect(refusal).toMatchObject({
      code: 500502,
      data: { grant_command: expect.stringMatching(/^npm run admin -- grant verify \+86\d+$/) },
    })
    const used = await readRow(api.db, sql`SELECT count(*) AS n FROM ticket WHERE state = 'used'`)
    expect(used).toEqual({ n: 0 })
  })

  test('shows the expected and admitted visitors per show', async () => {
    await verify(door)
    const { data } = await door.call('GET /api/order/door')
    expect(data).toMatchObject({ shows: [{ show_id: 5, title: '茶馆', sold: 3, entered: 1 }] })
  })

  test('lists no cancelled shows', async () => {
    await runSql(api.db, sql`UPDATE show SET cancelled = 1 WHERE id = 5`)
    expect((await door.call('GET /api/order/door')).data).toMatchObject({ shows: [] })
  })

  test('lists shows that the content no longer has while they have tickets', async () => {
    await moveShow(api, HOUR, 2)
    await runSql(api.db, sql`UPDATE show SET published = 0 WHERE id IN (2, 5)`)
    const { data } = await door.call('GET /api/order/door')
    expect(data).toMatchObject({ shows: [{ show_id: 5, sold: 3 }] })
  })
})

test('every code with one other letter is rejected', () => {
  const [code = ''] = codes
  const altered = Array.from(code).flatMap((own, at) =>
    Array.from(LETTERS.replace(own, ''), (other) => code.slice(0, at) + other + code.slice(at + 1)),
  )
  expect(decodeTicketCode(api.deps.secrets, code)).not.toBeNull()
  expect(altered.filter((one) => decodeTicketCode(api.deps.secrets, one))).toEqual([])
})
