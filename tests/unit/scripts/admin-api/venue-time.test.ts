import { afterEach, describe, expect, test } from 'vitest'
import { DEFAULT_TIME_ZONE } from '#api/primitives.ts'
import { resolveTime } from '#scripts/admin-api/content/times.ts'
import {
  addMonths,
  formatTime,
  getMonth,
  readDay,
  readMonth,
  setVenueTimeZone,
  startOfDay,
} from '#scripts/admin-api/venue-time.ts'

const HOUR_MS = 3_600_000

afterEach(() => setVenueTimeZone(DEFAULT_TIME_ZONE))

describe('venue in a zone with daylight saving time', () => {
  const resolve = (expression: string, from: string) => {
    setVenueTimeZone('Europe/London')
    return formatTime(resolveTime(expression, Date.parse(from)))
  }

  test.each([
    // On 28 March 2027, 01:00 to 02:00 does not exist; on 31 October 2027, it occurs twice.
    ['+0w sun 19:30', '2027-03-24T12:00:00Z', '2027-03-28T19:30:00+01:00'],
    ['+0w sat 19:30', '2027-03-24T12:00:00Z', '2027-03-27T19:30:00+00:00'],
    ['+0w sun 01:30', '2027-03-24T12:00:00Z', '2027-03-28T02:30:00+01:00'],
    ['+0w sun 02:30', '2027-03-24T12:00:00Z', '2027-03-28T02:30:00+01:00'],
    ['+0w sun 01:30', '2027-10-27T12:00:00Z', '2027-10-31T01:30:00+01:00'],
    ['+0w sun 02:30', '2027-10-27T12:00:00Z', '2027-10-31T02:30:00+00:00'],
    ['+1d 09:00', '2027-03-27T12:00:00Z', '2027-03-28T09:00:00+01:00'],
    ['-1d 09:00', '2027-11-01T12:00:00Z', '2027-10-31T09:00:00+00:00'],
  ])('resolves %s relative to %s as %s', (expression, from, expected) => {
    expect(resolve(expression, from)).toBe(expected)
  })

  test.each([
    ['America/New_York', '+0w sun 02:30', '2027-03-10T12:00:00Z', '2027-03-14T03:30:00-04:00'],
    ['America/New_York', '+0w sun 01:30', '2027-11-03T12:00:00Z', '2027-11-07T01:30:00-04:00'],
    // On Lord Howe Island, clocks change by half an hour.
    ['Australia/Lord_Howe', '+0w sun 02:15', '2027-09-29T12:00:00Z', '2027-10-03T02:45:00+11:00'],
    ['Australia/Lord_Howe', '+0w sun 01:45', '2027-03-31T12:00:00Z', '2027-04-04T01:45:00+11:00'],
    ['Asia/Kathmandu', '+1d 00:00', '2027-12-30T18:14:59Z', '2027-12-31T00:00:00+05:45'],
    ['Asia/Kathmandu', '+1d 00:00', '2027-12-30T18:15:00Z', '2028-01-01T00:00:00+05:45'],
  ])('in %s resolves %s relative to %s as %s', (zone, expression, from, expected) => {
    setVenueTimeZone(zone)
    expect(formatTime(resolveTime(expression, Date.parse(from)))).toBe(expected)
  })

  test('has days of 23 and 25 hours', () => {
    setVenueTimeZone('Europe/London')
    expect(readDay('2027-03-29') - readDay('2027-03-28')).toBe(23 * HOUR_MS)
    expect(readDay('2027-11-01') - readDay('2027-10-31')).toBe(25 * HOUR_MS)
    expect(formatTime(startOfDay(Date.parse('2027-03-28T12:00:00Z')))).toBe(
      '2027-03-28T00:00:00+00:00',
    )
  })

  test("starts and ends months at the venue's midnight", () => {
    setVenueTimeZone('Europe/London')
    const { from, to } = readMonth('2027-10')
    expect([formatTime(from), formatTime(to)]).toEqual([
      '2027-10-01T00:00:00+01:00',
      '2027-11-01T00:00:00+00:00',
    ])
    expect(getMonth(Date.parse('2027-09-30T23:30:00Z'))).toBe('2027-10')
  })

  test('starts a day at 01:00 if its midnight does not exist', () => {
    setVenueTimeZone('America/Santiago')
    expect(formatTime(readDay('2027-09-05'))).toBe('2027-09-05T01:00:00-03:00')
  })
})

test('refuses an unknown zone without changing the current one', () => {
  expect(() => setVenueTimeZone('Europe/Lodnon')).toThrow(RangeError)
  expect(formatTime(0)).toBe('1970-01-01T08:00:00+08:00')
})

describe('adding months', () => {
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

  test.each([
    ['America/New_York', '2028-01-31T23:30:00-05:00', 1, '2028-02-29T23:30:00-05:00'],
    ['America/New_York', '2027-02-14T02:30:00-05:00', 1, '2027-03-14T03:30:00-04:00'],
    ['America/New_York', '2027-08-31T20:00:00-04:00', 6, '2028-02-29T20:00:00-05:00'],
    ['Australia/Lord_Howe', '2027-03-31T02:00:00+11:00', 1, '2027-04-30T02:00:00+10:30'],
    ['Asia/Kathmandu', '2027-01-31T02:00:00+05:45', 1, '2027-02-28T02:00:00+05:45'],
  ])('in %s, %s plus %i months is %s', (zone, from, months, expected) => {
    setVenueTimeZone(zone)
    expect(formatTime(addMonths(Date.parse(from), months))).toBe(expected)
  })

  test('keeps the clock time when summer time begins', () => {
    setVenueTimeZone('Europe/London')
    const until = addMonths(Date.parse('2027-03-01T19:30:00+00:00'), 1)
    expect(formatTime(until)).toBe('2027-04-01T19:30:00+01:00')
  })
})
