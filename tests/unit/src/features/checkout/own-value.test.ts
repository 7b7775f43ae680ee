import { expect, test } from 'vitest'
import type { Order } from '#api/order.ts'
import { countToBreakEven, sumOwnValue } from '#features/checkout/own-value.ts'
import { getMonthlyFen } from '#features/order-core/monthly-price.ts'

const NOW = Date.parse('2026-11-24T12:00:00+08:00')

const shared = {
  order_no: 'AB12CD34',
  status: 'paid',
  title: 'Tea',
  image: null,
  quantity: 1,
  created_at: '2026-10-01T12:00:00+08:00',
  paid_at: '2026-10-01T12:01:00+08:00',
  expires_at: null,
  remaining_ms: 0,
  original_fen: 16_000,
  member_discount_fen: 0,
  payable_fen: 16_000,
  credit_fen: 0,
  rule: 'regular',
  cancel_reason: null,
  paid_late: false,
  refund: null,
  actions: { pay: false, cancel: false, refund: false, extend: false },
  pay_methods: [],
  events: [],
  server_time: '2026-11-24T12:00:00+08:00',
} as const
const place = {
  city: { id: 1, name: 'Shanghai' },
  venue: { id: 1, name: 'House', address: '1 Road' },
  hall: { id: 1, name: 'Studio' },
}
const course = (change: Partial<Order> = {}) =>
  ({
    ...shared,
    type: 'course',
    course_id: 1,
    content: {
      kind: 'date',
      course_date_id: 1,
      starts_at: '2026-10-03T19:00:00+08:00',
      ends_at: '2026-10-03T21:00:00+08:00',
      place,
    },
    ...change,
  }) as Order
const tickets = (change: Partial<Order> = {}) =>
  ({
    ...shared,
    type: 'performance',
    performance_id: 1,
    show_id: 1,
    starts_at: '2026-10-03T19:00:00+08:00',
    duration_min: 120,
    place,
    lines: [],
    tickets: [],
    exchanged_to: [],
    quantity: 2,
    ...change,
  }) as Order

test('sums up payments at the regular price and the savings of the membership', () => {
  const member = tickets({ rule: 'member_price', member_discount_fen: 3_200, payable_fen: 28_800 })
  const attended = course({ status: 'verified' })
  expect(sumOwnValue([course(), attended, tickets(), member], NOW)).toEqual({
    savedFen: 3_200,
    classes: { count: 2, paidFen: 32_000 },
    tickets: { count: 2, paidFen: 16_000 },
  })
})

test('counts exchanged tickets once, at their price', () => {
  const old = tickets({ status: 'completed', exchanged_to: ['CD34EF56'] })
  const exchange = tickets({ order_no: 'CD34EF56', payable_fen: 0, credit_fen: 16_000 })
  expect(sumOwnValue([exchange, old], NOW).tickets).toEqual({ count: 2, paidFen: 16_000 })
  const price = { rule: 'member_price', member_discount_fen: 3_200 } as const
  expect(
    sumOwnValue(
      [
        { ...exchange, ...price },
        { ...old, ...price },
      ],
      NOW,
    ).savedFen,
  ).toBe(3_200)
})

test('omits orders that are cancelled, refunded, older than a year, free or without a visit', () => {
  const packageContent = {
    kind: 'package',
    class_hours: 10,
    hours_left: 10,
    permanent: true,
    expires_at: null,
  } as const
  const none = sumOwnValue(
    [
      course({ status: 'cancelled' }),
      course({ refund: { status: 'done', amount_fen: 8_000 } }),
      course({ created_at: '2025-11-01T12:00:00+08:00' }),
      course({ payable_fen: 0 }),
      course({ content: packageContent }),
      course({ type: 'member' }),
      course({ rule: 'class_hour', member_discount_fen: 16_000, payable_fen: 0 }),
    ],
    NOW,
  )
  expect(none).toEqual(sumOwnValue([], NOW))
})

test('never overstates the value of a membership', () => {
  expect(getMonthlyFen({ price_fen: 10_000, months: 3 })).toBe(3400)
  expect(countToBreakEven(39_900, 8000)).toBe(5)
})
