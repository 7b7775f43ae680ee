import { afterEach, describe, expect, test } from 'vitest'
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatMoment,
  formatPrice,
  formatRun,
  formatTicketCode,
  formatSeconds,
  formatTime,
  formatWeekday,
  formatYear,
  formatZone,
  formatZoneName,
  setVenueTimeZone,
} from '#i18n/format.ts'
import { formatMonthOfYear } from '#i18n/format-month-of-year.ts'

const evening = '2027-05-08T19:30:00+08:00'

afterEach(() => setVenueTimeZone('Asia/Shanghai'))

describe('venue dates', () => {
  test("use the venue's time for any UTC offset", () => {
    expect(formatTime('2027-05-08T11:30:00Z')).toBe('19:30')
    expect(formatDay('2027-05-08T17:00:00Z', 'zh-cn')).toBe('05.09')
    expect(formatTime('2027-05-07T16:00:00Z')).toBe('00:00')
  })

  test("follow the daylight saving time of the venue's zone", () => {
    setVenueTimeZone('Europe/London')
    expect(formatTime('2027-03-28T00:30:00Z')).toBe('00:30')
    expect(formatTime('2027-03-28T01:30:00Z')).toBe('02:30')
    expect(formatTime('2027-10-31T00:30:00Z')).toBe('01:30')
    expect(formatTime('2027-10-31T01:30:00Z')).toBe('01:30')
    expect(formatDay('2027-05-08T23:30:00Z', 'en')).toBe('9 May')
    expect(formatSeconds(Date.parse('2027-05-08T18:30:05Z'))).toBe('19:30:05')
  })

  test.each([
    ['America/New_York', '2028-01-01T04:59:59Z', 'Fri 31 Dec 2027, 23:59'],
    ['America/New_York', '2028-01-01T05:00:00Z', 'Sat 1 Jan 2028, 00:00'],
    ['Australia/Lord_Howe', '2028-02-28T13:00:00Z', 'Tue 29 Feb 2028, 00:00'],
    ['Australia/Lord_Howe', '2027-04-03T15:15:00Z', 'Sun 4 Apr 2027, 01:45'],
    ['Asia/Kathmandu', '2027-12-31T18:14:59Z', 'Fri 31 Dec 2027, 23:59'],
    ['Asia/Kathmandu', '2027-12-31T18:15:00Z', 'Sat 1 Jan 2028, 00:00'],
  ])('in %s show %s as %s', (zone, time, text) => {
    setVenueTimeZone(zone)
    expect(formatMoment(time, 'en')).toBe(text)
    expect(formatYear(time)).toBe(/\d{4}/.exec(text)?.[0])
  })

  test('have playbill style in each language', () => {
    expect(formatDay(evening, 'zh-cn')).toBe('05.08')
    expect(formatDay(evening, 'en')).toBe('8 May')
    expect(formatDate(evening, 'zh-cn')).toBe('2027.05.08')
    expect(formatMonthOfYear(evening, 'zh-cn')).toBe('2027 年五月')
    expect(formatMonthOfYear(evening, 'en')).toBe('May 2027')
    expect(formatDate(evening, 'en')).toBe('8 May 2027')
    expect(formatWeekday(evening, 'zh-cn')).toBe('周六')
    expect(formatWeekday(evening, 'en')).toBe('Sat')
    expect(formatDateTime(evening, 'zh-cn')).toBe('2027.05.08 19:30')
    expect(formatDateTime(evening, 'en')).toBe('8 May 2027, 19:30')
    expect(formatMoment(evening, 'en')).toBe('Sat 8 May 2027, 19:30')
  })

  test("show the venue's zone and its UTC offset at that time", () => {
    expect(formatZone(evening, 'en')).toBe('China Standard Time, UTC+8')
    expect(formatZone(evening, 'zh-cn')).toBe('中国标准时间，UTC+8')
    setVenueTimeZone('Europe/London')
    expect(formatZone('2027-01-08T19:30:00Z', 'en')).toBe('Greenwich Mean Time, UTC+0')
    expect(formatZone('2027-05-08T18:30:00Z', 'en')).toBe('British Summer Time, UTC+1')
    expect(formatZoneName('2027-05-08T18:30:00Z', 'zh-cn')).toBe('英国夏令时间')
    setVenueTimeZone('Asia/Kolkata')
    expect(formatZone(evening, 'en')).toBe('India Standard Time, UTC+5:30')
  })

  test('show a one-day run as one date', () => {
    const last = '2027-05-24T19:30:00+08:00'
    expect(formatRun({ from: evening, to: last }, 'zh-cn')).toBe('05.08 — 05.24')
    expect(formatRun({ from: evening, to: evening }, 'en')).toBe('8 May')
  })
})

test('groups thousands of yuan, and shows fen only where the price is not a whole yuan', () => {
  expect(formatPrice(8000)).toBe('¥80')
  expect(formatPrice(1_234_500)).toBe('¥12,345')
  expect(formatPrice(8050)).toBe('¥80.50')
  expect(formatPrice(0)).toBe('¥0')
})

test('groups a ticket code by four characters', () => {
  expect(formatTicketCode('T1ABCDEFGH')).toBe('T1AB CDEF GH')
})
