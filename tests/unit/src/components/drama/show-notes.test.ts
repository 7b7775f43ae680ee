import { expect, test } from 'vitest'
import { chooseAction } from '#components/drama/show-notes.ts'
import { buildShow } from '#tests/fixtures/shows.ts'

test('offers the cheapest price of the shows on sale', () => {
  const shows = [
    buildShow({ state: 'sold_out', price_from_fen: 5000 }),
    buildShow({ state: 'few_left', price_from_fen: 12_000 }),
    buildShow({ state: 'on_sale', price_from_fen: 9000 }),
  ]
  expect(chooseAction(shows)).toEqual({ kind: 'buy', fromFen: 9000 })
})

test('offers the earliest start of sale before any sale has started', () => {
  const early = buildShow({ state: 'not_on_sale', sale_starts_at: '2027-04-01T10:00:00+08:00' })
  // Five hours later, although its date is earlier.
  const late = buildShow({ state: 'not_on_sale', sale_starts_at: '2027-03-31T23:00:00-08:00' })
  expect(chooseAction([late, early])).toEqual({
    kind: 'wait',
    opensAt: early.sale_starts_at,
    membersFrom: early.member_sale_starts_at,
  })
})

test('names the start of sale for members if it is earlier', () => {
  const membersFrom = '2027-03-01T10:00:00+08:00'
  const early = buildShow({ state: 'not_on_sale', member_sale_starts_at: membersFrom })
  expect(chooseAction([early])).toMatchObject({ kind: 'wait', membersFrom })
  const same = { ...early, member_sale_starts_at: early.sale_starts_at }
  expect(chooseAction([same])).toMatchObject({ kind: 'wait', membersFrom: null })
})

test('offers nothing if all shows are sold out, over, cancelled or moved', () => {
  const states = ['sold_out', 'sale_ended', 'cancelled', 'moved', 'all_held'] as const
  expect(chooseAction(states.map((state) => buildShow({ state })))).toEqual({ kind: 'none' })
  expect(chooseAction([])).toEqual({ kind: 'none' })
})
