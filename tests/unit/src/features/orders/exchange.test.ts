import { expect, test } from 'vitest'
import { listTiers } from '#features/orders/tickets/ExchangeDialog.tsx'
import { drawOrder } from '#tests/fixtures/orders.ts'

const order = drawOrder({
  lines: ['Stalls', 'Balcony'].map((tier, index) => ({
    tier_id: index + 1,
    tier,
    quantity: 1,
    unit_fen: 18_050,
  })),
  tickets: ['Stalls', 'Balcony'].map((tier, index) => ({
    id: index + 1,
    tier,
    code: `T1${index}`,
    state: 'valid',
    used_at: null,
  })),
})

test.each([
  [5, [], ['Stalls', 'Balcony']],
  [5, [1], ['Balcony']],
  [5, [2], ['Stalls']],
  [5, [1, 2], []],
  [6, [1, 2], ['Stalls', 'Balcony']],
])('for show %i, the tickets %j can be exchanged for %j', (id, chosen, names) => {
  if (order.type !== 'performance') throw new Error('no order of tickets')
  const tiers = ['Stalls', 'Balcony'].map((name, index) => ({
    id: index + 1,
    name,
    price_fen: 18_050,
    member_price_fen: 18_050,
    places_left: 9,
    state: 'on_sale' as const,
  }))
  const listed = listTiers({ id, tiers }, order, new Set(chosen))
  expect(listed.map(({ name }) => name)).toEqual(names)
})
