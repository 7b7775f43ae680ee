import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { BodyInput } from '#api/index.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { buildTicketOrder, checkAndClose, createBuyer } from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'
import { readNumber } from '#tests/support/database.ts'

type CreateOrderInput = BodyInput<'POST /api/order/create'>

const PAID_ORDERS: readonly [string, CreateOrderInput][] = [
  ['tickets', buildTicketOrder(1)],
  [
    'a course date',
    { type: 'course', item: { kind: 'date', course_date_id: 4 }, expected_payable_fen: 12_000 },
  ],
  [
    'a class package',
    {
      type: 'course',
      item: { kind: 'package', course_package_id: 1 },
      expected_payable_fen: 99_000,
    },
  ],
  ['a membership', { type: 'member', member_package_id: 1, expected_payable_fen: 39_900 }],
  ['a top-up', { type: 'recharge', amount_fen: 10_000 }],
]

const PRODUCTION = { NODE_ENV: 'production' }
const GATEWAY = {
  MESSENGER: 'http',
  MESSENGER_URL: 'https://sms.example.org',
  MESSENGER_SECRET: 's'.repeat(32),
}

let api: TestAdminApi
afterEach(() => checkAndClose(api))

const countOrders = () => readNumber(api.db, sql`SELECT count(*) FROM "order"`)
const readHeld = () => readNumber(api.db, sql`SELECT sum(held) FROM show_tier`)

test.each(PAID_ORDERS)(
  'without a payment provider, refuses an order for %s and holds nothing',
  async (_, order) => {
    api = await openAdminApi({ settings: { ...PRODUCTION, ...GATEWAY } })
    const buyer = createBuyer(api, await createMember(api))
    const held = await readHeld()
    const { code } = await buyer.call('POST /api/order/create', order, 'a-key-of-this-order')
    expect(code).toBe(500120)
    expect(await countOrders()).toBe(0)
    expect(await readHeld()).toBe(held)
  },
)

test.each(PAID_ORDERS)('with a payment provider, accepts an order for %s', async (_, order) => {
  api = await openAdminApi({ settings: { PAYMENT_PROVIDER: 'sandbox' } })
  const buyer = createBuyer(api, await createMember(api))
  const { code } = await buyer.call('POST /api/order/create', order, 'a-key-of-this-order')
  expect(code).toBe(200)
})

test('members can book free dates without a payment provider', async () => {
  api = await openAdminApi({ settings: { PAYMENT_PROVIDER: 'sandbox' } })
  const buyer = createBuyer(api, await createMember(api))
  await buyer.buy({
    type: 'member',
    member_package_id: 1,
    expected_payable_fen: 39_900,
  })
  api.deps.services.canBuyOnline = false
  const booked = await buyer.order({
    type: 'course',
    item: { kind: 'date', course_date_id: 4 },
    expected_payable_fen: 0,
  })
  expect(booked).toMatchObject({ status: 'paid', payable_fen: 0 })
})

test('eligibility is "not_sold_online" without a payment provider', async () => {
  api = await openAdminApi({ settings: { PAYMENT_PROVIDER: 'none' } })
  const { headers } = await createMember(api)
  const body = { course_date_id: 4 }
  const eligibility = await api.read('POST /api/course/eligibility', { body, headers })
  expect(eligibility.reason).toBe('not_sold_online')
})

test('without a messenger, no codes are sent and no login is offered', async () => {
  api = await openAdminApi({ settings: PRODUCTION })
  const body = { mobile: '+8613800138000', purpose: 'login' }
  const { envelope } = await api.call('POST /api/sms/send', { body, lang: 'en' })
  expect(envelope).toMatchObject({ code: 500212, msg: 'Member accounts are not open yet' })
  expect(await readNumber(api.db, sql`SELECT count(*) FROM one_time_code`)).toBe(0)
  expect(await api.read('GET /api/index/init')).toMatchObject({
    can_log_in: false,
    can_buy_online: false,
    sign_in: [],
  })
})

test('init data reflect the configured providers', async () => {
  api = await openAdminApi({ settings: { ...PRODUCTION, ...GATEWAY } })
  expect(await api.read('GET /api/index/init')).toMatchObject({
    can_log_in: true,
    can_buy_online: false,
  })
})
