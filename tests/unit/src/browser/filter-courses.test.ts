import { expect, test } from 'vitest'
import { passesFilter } from '#browser/filter-courses.ts'

const course = { cities: '1 2', state: 'open' }

test.each([
  [['', ''], true],
  [['2', ''], true],
  [['3', ''], false],
  [['', 'open'], true],
  [['', 'sold_out'], false],
  [['1', 'open'], true],
  [['1', 'ended'], false],
])('passes %o: %s', (filter, expected) => {
  expect(passesFilter(course, filter)).toBe(expected)
})
