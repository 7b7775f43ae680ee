import { expect, test } from 'vitest'
import {
  quoteCourseDate,
  quoteExchange,
  quoteTickets,
  type TicketLine,
} from '#scripts/admin-api/orders/quote.ts'

const line = (priceFen: number, memberPriceFen: number, quantity = 1): TicketLine => ({
  tierId: 1,
  quantity,
  priceFen,
  memberPriceFen,
})

test('members pay the member price of each tier, and never more than the regular price', () => {
  const lines = [line(38_000, 34_200, 2), line(10_000, 12_000)]
  expect(quoteTickets(lines, true)).toEqual({
    original_fen: 86_000,
    member_discount_fen: 7600,
    payable_fen: 78_400,
    rule: 'member_price',
  })
  expect(quoteTickets(lines, false)).toMatchObject({ payable_fen: 86_000, rule: 'regular' })
})

test('tickets without a lower price for members have the regular price', () => {
  expect(quoteTickets([line(0, 0)], true)).toMatchObject({ payable_fen: 0, rule: 'regular' })
  expect(quoteTickets([line(5000, 5000)], true)).toMatchObject({ rule: 'regular' })
})

test.each([
  { paidFen: 10_000, creditFen: 8000, payableFen: 0, refundFen: 2000 },
  { paidFen: 8000, creditFen: 8000, payableFen: 0, refundFen: 0 },
  { paidFen: 5000, creditFen: 5000, payableFen: 3000, refundFen: 0 },
])('tickets bought for $paidFen fen are exchanged for one of 8,000 fen', ({ paidFen, ...rest }) => {
  expect(quoteExchange([{ paidFen }], [line(8000, 8000)], false)).toMatchObject(rest)
})

test.each([
  { isMember: true, hasClassHour: true, member: 9000, payable_fen: 9000, rule: 'member_price' },
  { isMember: true, hasClassHour: false, member: 0, payable_fen: 0, rule: 'member_free' },
  { isMember: true, hasClassHour: true, member: 12_000, payable_fen: 12_000, rule: 'regular' },
  { isMember: true, hasClassHour: false, member: 15_000, payable_fen: 12_000, rule: 'regular' },
  { isMember: false, hasClassHour: true, member: 0, payable_fen: 0, rule: 'class_hour' },
  { isMember: false, hasClassHour: false, member: 0, payable_fen: 12_000, rule: 'regular' },
])(
  'a course date costs $payable_fen fen by the rule $rule',
  ({ member, payable_fen, rule, ...buyer }) => {
    const price = { priceFen: 12_000, memberPriceFen: member }
    expect(quoteCourseDate(price, buyer)).toMatchObject({ payable_fen, rule })
  },
)

test('a course date that is free of charge for everyone is not free for members only', () => {
  const buyer = { isMember: true, hasClassHour: false }
  const quoted = quoteCourseDate({ priceFen: 0, memberPriceFen: 0 }, buyer)
  expect(quoted).toMatchObject({ payable_fen: 0, rule: 'regular' })
})
