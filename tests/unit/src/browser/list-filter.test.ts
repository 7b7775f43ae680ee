import { expect, test } from 'vitest'
import { describeCount, matchesValues } from '#browser/list-filter.ts'

const course = { city: '1 2 34', state: 'open' }

test.each([
  ['', '', true],
  ['34', '', true],
  ['2', '', true],
  ['3', '', false],
  ['', 'open', true],
  ['', 'sold_out', false],
  ['1', 'open', true],
  ['1', 'ended', false],
])('matches city %o and state %o: %s', (city, state, expected) => {
  expect(matchesValues(course, { city, state })).toBe(expected)
})

test.each([
  [1, '1 production'],
  [0, '0 productions'],
  [12, '12 productions'],
])('counts %i items as %o', (count, expected) => {
  const forms = { one: '1 production', many: '{{count}} productions' }
  expect(describeCount(count, forms)).toBe(expected)
})
