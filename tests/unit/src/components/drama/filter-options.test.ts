import { expect, test } from 'vitest'
import { choosePriceLimits, listShowFilters } from '#components/drama/filter-options.ts'

test.each([
  [
    [8000, 9000, 10000, 12000],
    [8000, 10000],
  ],
  [[8000, 8000], []],
  [[], []],
  [
    [4000, 9000, 14000, 19000, 29000],
    [5000, 10000, 15000],
  ],
])('offers for the prices %o the limits %o', (prices, limits) => {
  expect(choosePriceLimits(prices)).toEqual(limits)
})

test('lists the months to come and leaves out filters without a choice', () => {
  const cards = [8000, 9000].map((price_from_fen, index) => ({
    price_from_fen,
    genre: { id: 1, name: 'Drama' },
    cities: [{ id: index, name: `City ${index}` }],
  }))
  const days = ['2028-01-02', '2027-05-01', '2027-05-31', '2027-04-30']
  const shows = days.map((day) => ({
    day,
    startsAt: `${day}T19:30:00+08:00`,
    cityId: 1,
    // Past shows count for no filter.
    features: [day < '2027-05-08' ? ('talk' as const) : ('captioned' as const)],
  }))
  const t = (key: string, values?: object) => (values ? Object.values(values).join() : key)
  const filters = listShowFilters(cards, shows, { locale: 'en', t, today: '2027-05-08' })
  expect(filters.map(({ name, options }) => [name, options.map(({ label }) => label)])).toEqual([
    ['date', ['drama:filter_week', 'drama:filter_weekend', 'May', 'January 2028']],
    ['city', ['City 0', 'City 1']],
    ['feature', ['tickets:feature_captioned']],
    ['price', ['¥80']],
  ])
})
