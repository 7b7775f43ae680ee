import { expect, test } from 'vitest'
import { passesFilter } from '#browser/filter-courses.ts'

const course = { cities: ['1', '2'], state: 'open' }

test.each([
  [{ city: '', state: '' }, true],
  [{ city: '2', state: '' }, true],
  [{ city: '3', state: '' }, false],
  [{ city: '', state: 'open' }, true],
  [{ city: '', state: 'sold_out' }, false],
  [{ city: '1', state: 'open' }, true],
  [{ city: '1', state: 'ended' }, false],
])('passes %o: %s', (filter, expected) => {
  expect(passesFilter(course, filter)).toBe(expected)
})
