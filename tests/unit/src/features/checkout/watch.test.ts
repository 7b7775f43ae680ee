import { describe, expect, test } from 'vitest'
import { getMonthlyFen } from '#features/order-core/monthly-price.ts'
import { countToBreakEven } from '#features/checkout/own-value.ts'
import { getCheckoutStage } from '#features/checkout/watch.ts'

describe('checkout', () => {
  test.each([
    ['pending', 10, 'waiting'],
    ['pending', 0, 'expired'],
    ['paid', 0, 'paid'],
    ['completed', 0, 'paid'],
    ['verified', 0, 'paid'],
    ['cancelled', 0, 'cancelled'],
    ['refunding', 0, 'closed'],
    ['refunded', 0, 'closed'],
  ] as const)('shows an order that is %s with %i s left as %s', (status, seconds, stage) => {
    expect(getCheckoutStage({ status }, seconds)).toBe(stage)
  })
})

test('never overstates the value of a membership', () => {
  expect(getMonthlyFen({ price_fen: 10_000, months: 3 })).toBe(3400)
  expect(countToBreakEven(39_900, 8000)).toBe(5)
})
