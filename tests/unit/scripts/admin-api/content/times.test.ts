import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { TimeSchema } from '#api/primitives.ts'
import { time } from '#scripts/admin-api/content/format/fields.ts'
import { resolveTime } from '#scripts/admin-api/content/times.ts'
import { formatTime } from '#scripts/admin-api/venue-time.ts'

const resolve = (expression: string, firstStart: string) =>
  formatTime(resolveTime(expression, Date.parse(firstStart)))

describe('resolveTime', () => {
  test.each([
    ['+0w wed 19:30', '2027-05-05T12:00:00+08:00', '2027-05-05T19:30:00+08:00'],
    ['+0w mon 00:00', '2027-05-05T12:00:00+08:00', '2027-05-03T00:00:00+08:00'],
    ['+0w sun 23:59', '2027-05-05T12:00:00+08:00', '2027-05-09T23:59:00+08:00'],
    ['+2w sat 19:30', '2027-05-05T12:00:00+08:00', '2027-05-22T19:30:00+08:00'],
    ['-1w sat 19:30', '2027-05-05T12:00:00+08:00', '2027-05-01T19:30:00+08:00'],
    ['-10d 14:00', '2027-05-05T12:00:00+08:00', '2027-04-25T14:00:00+08:00'],
    ['+0d 09:00', '2027-05-05T12:00:00+08:00', '2027-05-05T09:00:00+08:00'],
    // Monday 00:00 in Shanghai is Sunday 16:00 UTC: the weekday is that of the venue.
    ['+0w mon 10:00', '2027-05-02T16:00:00Z', '2027-05-03T10:00:00+08:00'],
    ['+0w mon 10:00', '2027-05-02T15:59:59Z', '2027-04-26T10:00:00+08:00'],
    ['+1d 10:00', '2027-12-31T15:59:00Z', '2028-01-01T10:00:00+08:00'],
    ['+52w fri 20:00', '2028-02-29T12:00:00+08:00', '2029-03-02T20:00:00+08:00'],
    ['2027-05-08T19:30:00+08:00', '2027-05-05T12:00:00+08:00', '2027-05-08T19:30:00+08:00'],
    ['2027-05-08T11:30Z', '2027-05-05T12:00:00+08:00', '2027-05-08T19:30:00+08:00'],
  ])('resolves %s relative to %s as %s', (expression, firstStart, expected) => {
    expect(resolve(expression, firstStart)).toBe(expected)
  })

  test('refuses an invalid time', () => {
    expect(() => resolveTime('tomorrow', 0)).toThrow('not a time')
    expect(() => resolveTime('2027-13-01T10:00+08:00', 0)).toThrow('no such moment')
  })
})

describe('content time schema', () => {
  test.each(['2028-02-29T19:30:00+08:00', '2027-05-08T11:30Z', '+2w sat 19:30', '-10d 14:00'])(
    'accepts %s',
    (text) => {
      expect(v.is(time, text)).toBe(true)
    },
  )

  test.each([
    ['2027-02-30T19:30:00+08:00', 'there is no such day, 2027-02 has the days 01 to 28'],
    ['2026-11-31T14:30:00+08:00', 'there is no such day, 2026-11 has the days 01 to 30'],
    ['2027-05-00T14:30:00+08:00', 'there is no such day, 2027-05 has the days 01 to 31'],
    ['2027-13-01T14:30:00+08:00', 'there is no such month, months are 01 to 12'],
    ['2027-05-08T25:30:00+08:00', expect.stringContaining('there is no such time')],
    ['2027-05-08T19:30:60+08:00', expect.stringContaining('there is no such time')],
  ])('refuses %s', (text, message) => {
    expect(v.safeParse(time, text).issues?.map((issue) => issue.message)).toEqual([message])
  })
})

test.each(['2026-11-31T14:30:00+08:00', '2027-02-30T14:30:00+08:00', '2027-05-08T25:30:00+08:00'])(
  'refuses %s in times of the API contract',
  (text) => {
    expect(v.is(TimeSchema, text)).toBe(false)
  },
)
