import { expect, test } from 'vitest'
import { getTimeToSale } from '#features/tickets/sale.ts'
import { buildShow } from '#tests/fixtures/shows.ts'

const upcoming = buildShow({
  state: 'not_on_sale',
  member_sale_starts_at: '2027-03-01T10:00:00+08:00',
  sale_starts_at: '2027-03-03T10:00:00+08:00',
})

test.each([
  ['2027-03-01T09:59:30+08:00', 30_000],
  // The sale for members has started.
  ['2027-03-01T10:00:00+08:00', null],
  ['2027-03-03T09:00:00+08:00', 3_600_000],
  ['2027-03-03T10:00:00+08:00', null],
  // Timers do not last for weeks.
  ['2027-02-01T10:00:00+08:00', null],
])('at %s the next sale starts in %j ms', (serverTime, ms) => {
  expect(getTimeToSale([buildShow(), upcoming], serverTime)).toBe(ms)
})

test('no sale starts for shows that are on sale, or without shows', () => {
  expect(getTimeToSale([buildShow()], '2027-03-01T09:59:30+08:00')).toBeNull()
  expect(getTimeToSale([], '2027-03-01T09:59:30+08:00')).toBeNull()
})
