import { describe, expect, test } from 'vitest'
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
