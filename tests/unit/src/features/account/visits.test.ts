import { expect, test } from 'vitest'
import { splitVisits } from '#features/account/visits.ts'
import { drawOrder } from '#tests/fixtures/orders.ts'

const NOW = Date.parse('2027-05-09T12:00:00+08:00')
const names = (visits: ReturnType<typeof splitVisits>['coming']) =>
  visits.map(({ order }) => order.title)

test('sorts future visits ascending and past visits descending', () => {
  const orders = [
    drawOrder({ title: 'later', starts_at: '2027-06-01T19:30:00+08:00' }),
    drawOrder({ title: 'next', starts_at: '2027-05-09T19:30:00+08:00' }),
    drawOrder({ title: 'first', starts_at: '2027-01-02T19:30:00+08:00', status: 'completed' }),
    drawOrder({ title: 'last', starts_at: '2027-05-08T19:30:00+08:00', status: 'verified' }),
  ]
  const { coming, past } = splitVisits(orders, NOW)
  expect([names(coming), names(past)]).toEqual([
    ['next', 'later'],
    ['last', 'first'],
  ])
})

test('counts a visit as coming until its end, and skips cancelled and unpaid orders', () => {
  const orders = [
    drawOrder({ title: 'running', starts_at: '2027-05-09T11:00:00+08:00' }),
    drawOrder({ title: 'unpaid', status: 'pending', paid_at: null }),
    drawOrder({ title: 'refunded', status: 'refunded' }),
  ]
  const { coming, past } = splitVisits(orders, NOW)
  expect([names(coming), past]).toEqual([['running'], []])
})

test('skips an order whose tickets were all exchanged, and one without a visit', () => {
  const starts_at = '2027-06-01T19:30:00+08:00'
  const draw = (title: string, states: readonly string[]) =>
    drawOrder({
      title,
      starts_at,
      status: 'completed',
      tickets: states.map((state, index) => ({
        id: index + 1,
        tier: 'Stalls',
        code: `T${index}`.padEnd(46, 'A'),
        state,
        used_at: null,
      })),
    })
  const orders = [
    draw('exchanged', ['void', 'void']),
    draw('partly exchanged', ['void', 'valid']),
    drawOrder({ type: 'recharge', title: 'top-up' }),
  ]
  expect(names(splitVisits(orders, NOW).coming)).toEqual(['partly exchanged'])
})

test('shows the latest past performances only', () => {
  const orders = Array.from({ length: 60 }, (_, index) => {
    const day = String(1 + (index % 28)).padStart(2, '0')
    const month = String(1 + Math.floor(index / 28)).padStart(2, '0')
    return drawOrder({
      title: String(index),
      starts_at: `2026-${month}-${day}T19:30:00+08:00`,
      status: 'completed',
    })
  })
  const { past } = splitVisits(orders, NOW)
  expect(names(past)).toEqual(Array.from({ length: 50 }, (_, index) => String(59 - index)))
})
