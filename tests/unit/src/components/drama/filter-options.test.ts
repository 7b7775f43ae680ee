import { expect, test } from 'vitest'
import { choosePriceLimits } from '#components/drama/filter-options.ts'

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
