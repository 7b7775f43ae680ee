import { expect, test } from 'vitest'
import { passesFilter } from '#browser/filter-courses.ts'

const course = { city: '1 2 34', state: 'open' }

test.each([
  [['', ''], true],
  [['34', ''], true],
  [['2', ''], true],
  [['3', ''], false],
  [['', 'open'], true],
  [['', 'sold_out'], false],
  [['1', 'open'], true],
  [['1', 'ended'], false],
])('passes %o: %s', ([city, state], expected) => {
  const filter = Object.entries({ city, state })
  expect(passesFilter(course, filter)).toBe(expected)
})
