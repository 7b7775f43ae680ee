import { afterEach, expect, test } from 'vitest'
import { DEFAULT_TIME_ZONE } from '#api/primitives.ts'
import { addMonths } from '#scripts/admin-api/orders/add-months.ts'
import { formatTime, setVenueTimeZone } from '#scripts/admin-api/venue-time.ts'

afterEach(() => setVenueTimeZone(DEFAULT_TIME_ZONE))

test.each([
  ['2027-05-05T12:00:00+08:00', 12, '2028-05-05T12:00:00+08:00'],
  ['2027-01-31T12:00:00+08:00', 1, '2027-02-28T12:00:00+08:00'],
  ['2028-02-29T12:00:00+08:00', 12, '2029-02-28T12:00:00+08:00'],
  // Before 8:00, the day at the venue is one after the day in UTC.
  ['2027-03-01T02:00:00+08:00', 1, '2027-04-01T02:00:00+08:00'],
  ['2027-03-01T00:00:00+08:00', 12, '2028-03-01T00:00:00+08:00'],
  ['2027-01-31T02:00:00+08:00', 1, '2027-02-28T02:00:00+08:00'],
])('%s plus %i months is %s', (from, months, expected) => {
  expect(formatTime(addMonths(Date.parse(from), months))).toBe(expected)
})

test('keeps the clock time when summer time begins', () => {
  setVenueTimeZone('Europe/London')
  const until = addMonths(Date.parse('2027-03-01T19:30:00+00:00'), 1)
  expect(formatTime(until)).toBe('2027-04-01T19:30:00+01:00')
})
