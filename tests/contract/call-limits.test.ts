import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EndpointKey } from '#api/index.ts'
import { CALL_LIMITS } from '#scripts/admin-api/security/limit-calls.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { buildTicketOrder, checkAndClose, createBuyer, type Buyer } from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'
import { readNumber, runSql } from '#tests/support/database.ts'

const HALL = '203.0.113.9'
const HOME = '198.51.100.7'

/** The production limits with smaller bursts, because each call takes time. */
const LIMITS = CALL_LIMITS.map((limit) => ({ ...limit, burst: Math.min(limit.burst, 60) }))

const getLimit = (key: EndpointKey, by: 'account' | 'address') => {
  const limit = LIMITS.find(({ calls, by: kind }) => calls.includes(key) && kind === by)
  if (!limit) throw new Error(`${key} has no limit by ${by}`)
  return limit
}
const ORDERS = getLimit('POST /api/order/create', 'account')
const SEARCHES = getLimit('GET /api/search/results', 'address')

const TICKETS = buildTicketOrder(1)

let api: TestAdminApi
beforeEach(async () => {
  api = await openAdminApi({ callLimits: LIMITS })
})
afterEach(() => checkAndClose(api))

const search = (address: string, lang: 'zh-cn' | 'en' = 'zh-cn', target = api) =>
  target.call('GET /api/search/results', {
    query: { q: 'zzz' },
    lang,
    headers: { 'x-forwarded-for': address },
  })

/** Searches from an address until refused. @returns the refusal and the number of accepted searches */
async function searchUntilRefused(address: string) {
  for (let accepted = 0; accepted <= SEARCHES.burst; accepted += 1) {
    const { response, envelope } = await search(address)
    if (response.status !== 200) return { response, envelope, accepted }
  }
  throw new Error('never refused')
}

/** Holds and cancels tickets repeatedly. @returns the number of completed rounds */
async function holdAndCancel(buyer: Buyer, rounds: number): Promise<number> {
  for (let completed = 0; completed < rounds; completed += 1) {
    const { code, data } = await buyer.create(TICKETS)
    if (code !== 200) return completed
    await buyer.call('POST /api/order/cancel', {
      order_no: (data as { order_no: string }).order_no,
    })
  }
  return rounds
}

/** Repeats a call until it is refused. @param call receives the number of calls before it */
async function countAccepted(call: (count: number) => Promise<{ code: number }>): Promise<number> {
  let count = 0
  while (count < 100 && (await call(count)).code === 200) count += 1
  return count
}

describe('search', () => {
  test('is limited by address without affecting other addresses', async () => {
    const { response, envelope, accepted } = await searchUntilRefused(HALL)
    expect([accepted, response.status, envelope.code]).toEqual([SEARCHES.burst, 429, 500905])
    expect((await search(HOME)).response.status).toBe(200)
  })

  test('explains the limit in both languages and also counts pages of results', async () => {
    const { envelope } = await searchUntilRefused(HALL)
    expect(envelope).toMatchObject({ msg: expect.stringContaining('稍等片刻'), data: null })
    expect((await search(HALL, 'en')).envelope.msg).toContain('Please wait a moment')
    const more = await api.call('GET /api/search/morelist', {
      query: { q: 'zzz', kind: 'course' },
      headers: { 'x-forwarded-for': HALL },
    })
    expect(more.response.status).toBe(429)
  })

  test('ignores addresses that the caller wrote before the one of the proxy', async () => {
    await searchUntilRefused(HALL)
    expect((await search(`192.0.2.1, ${HALL}`)).response.status).toBe(429)
  })

  test('is not limited without configured limits', async () => {
    const open = await openAdminApi({ callLimits: [] })
    const statuses = new Set<number>()
    for (let n = 0; n < SEARCHES.burst + 10; n += 1) {
      statuses.add((await search(HALL, 'zh-cn', open)).response.status)
    }
    await open.close()
    expect([...statuses]).toEqual([200])
  })
})

describe('orders', () => {
  beforeEach(
    async () => await runSql(api.db, sql`UPDATE show_tier SET stock = 10000 WHERE show_id = 5`),
  )

  test('are limited per account even if cancelled at once', async () => {
    const buyer = createBuyer(api, await createMember(api))
    expect(await holdAndCancel(buyer, 502)).toBe(ORDERS.burst)
    const other = createBuyer(api, await createMember(api))
    expect(await holdAndCancel(other, 1)).toBe(1)
  })

  test('are accepted again after exactly the time in Retry-After', async () => {
    const { headers } = await createMember(api)
    const buyer = createBuyer(api, { id: 0, headers })
    await holdAndCancel(buyer, 502)
    api.clock.now += 1500
    const create = () =>
      api.call('POST /api/order/create', {
        body: TICKETS,
        headers: { ...headers, 'idempotency-key': 'after-the-wait' },
      })
    const { response } = await create()
    const seconds = Number(response.headers.get('retry-after'))
    expect([response.status, seconds]).toEqual([429, Math.ceil((ORDERS.refillMs - 1500) / 1000)])
    api.clock.now += seconds * 1000 - 1000
    expect((await create()).response.status).toBe(429)
    api.clock.now += 1000
    expect((await create()).envelope.code).toBe(200)
  })

  test('repeated with the same idempotency key are not counted', async () => {
    const buyer = createBuyer(api, await createMember(api))
    for (let n = 0; n < ORDERS.burst * 2; n += 1) {
      expect((await buyer.create(TICKETS, 'one-and-the-same')).code).toBe(200)
    }
  })

  test('count exchanges, which hold tickets, too', async () => {
    const buyer = createBuyer(api, await createMember(api))
    const order_no = await buyer.buy(TICKETS)
    const { tickets } = await buyer.readTickets(order_no)
    const exchange = {
      order_no,
      ticket_ids: tickets.map(({ id }) => id),
      show_id: 5,
      tier_id: 1,
      expected_payable_fen: 38_000 - 18_050,
      expected_refund_fen: 0,
    }
    const exchanged = await countAccepted(async () => {
      const { code, data } = await buyer.call('POST /api/order/exchange', exchange)
      const { order_no: created = '' } = (data ?? {}) as { order_no?: string }
      if (code === 200) await buyer.call('POST /api/order/cancel', { order_no: created })
      return { code }
    })
    expect(1 + exchanged).toBe(ORDERS.burst)
  })

  test('reserve nothing when refused', async () => {
    const buyer = createBuyer(api, await createMember(api))
    await holdAndCancel(buyer, 502)
    const count = () => readNumber(api.db, sql`SELECT count(*) FROM "order"`)
    const before = await count()
    expect((await buyer.create(TICKETS)).code).toBe(500905)
    expect(await count()).toBe(before)
  })
})

test('payments are limited per account: each one can call the provider twice', async () => {
  const buyer = createBuyer(api, await createMember(api))
  const { data } = await buyer.create(TICKETS)
  const { order_no } = data as { order_no: string }
  const open = (key: 'POST /api/order/pay' | 'POST /api/order/pay_h5') =>
    buyer.call(key, { order_no, method: 'sandbox' })
  // Another way to pay closes the payment at the provider and opens a new one.
  const opened = await countAccepted((count) =>
    open(count % 2 === 0 ? 'POST /api/order/pay' : 'POST /api/order/pay_h5'),
  )
  expect(opened).toBe(getLimit('POST /api/order/pay', 'account').burst)
  expect((await open('POST /api/order/pay')).code).toBe(500905)
})

test('changes of invoices are limited per account: each one is logged and listed with the order', async () => {
  const buyer = createBuyer(api, await createMember(api))
  const order_no = await buyer.buy(TICKETS)
  const request = (title: string) =>
    buyer.call('POST /api/order/invoice', {
      order_no,
      invoice: { kind: 'person', title, email: 'member@example.org' },
    })
  const changed = await countAccepted((count) => request(`Name ${count}`))
  expect(changed).toBe(getLimit('POST /api/order/invoice', 'account').burst)
  expect((await request('Name')).code).toBe(500905)
})

test('extensions of a hold, which are logged too, are limited per account', async () => {
  const buyer = createBuyer(api, await createMember(api))
  const { order_no } = await buyer.order(TICKETS)
  const extend = () => buyer.call('POST /api/order/extend', { order_no })
  const extended = await countAccepted(extend)
  expect(extended).toBe(getLimit('POST /api/order/extend', 'account').burst)
  expect((await extend()).code).toBe(500905)
})
