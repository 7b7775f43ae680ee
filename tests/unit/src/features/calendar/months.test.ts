import { afterEach, describe, expect, test } from 'vitest'
import { readVenueDay, setVenueTimeZone } from '#i18n/format.ts'
import {
  formatMonthTitle,
  isMonth,
  getLastDay,
  getNoon,
  getSameDay,
  shiftDay,
  shiftMonth,
  listWeek,
  listWeeks,
} from '#features/calendar/months.ts'

describe('calendar months', () => {
  test.each([
    ['2027-05', 1, '2027-06'],
    ['2027-12', 1, '2028-01'],
    ['2027-01', -1, '2026-12'],
    ['2000-01', -1, '2000-01'],
    ['2099-12', 1, '2099-12'],
  ])('shift from %s by %i to %s', (month, count, expected) => {
    expect(shiftMonth(month, count)).toBe(expected)
  })

  test.each([
    ['2027-02', '2027-02-28'],
    ['2028-02', '2028-02-29'],
    ['2100-02', '2100-02-28'],
    ['2027-12', '2027-12-31'],
  ])('%s ends on %s', (month, day) => {
    expect(getLastDay(month)).toBe(day)
  })

  test('have a title in each language', () => {
    expect(formatMonthTitle('2027-05', 'zh-cn')).toBe('2027 年五月')
    expect(formatMonthTitle('2027-05', 'en')).toBe('May 2027')
  })

  test('are valid from 2000 to 2099', () => {
    expect(isMonth('2027-05')).toBe(true)
    for (const text of ['', '2027-13', '2027-5', '1999-12', '2027-05-01']) {
      expect(isMonth(text)).toBe(false)
    }
  })

  test('keep the day, or end on their last day', () => {
    expect(getSameDay('2027-02', '2027-01-31')).toBe('2027-02-28')
    expect(getSameDay('2028-02', '2028-01-31')).toBe('2028-02-29')
    expect(getSameDay('2027-03', '2027-02-28')).toBe('2027-03-28')
  })
})

describe('calendar weeks', () => {
  test('start on Monday and cross years', () => {
    expect(listWeek('2027-01-01')).toEqual([
      '2026-12-28',
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
      '2027-01-03',
    ])
    expect(listWeek('2027-05-09')[6]).toBe('2027-05-09')
    expect(listWeek('2027-05-10')[0]).toBe('2027-05-10')
  })

  test.each([
    ['2027-02', 4],
    ['2027-05', 6],
    ['2027-06', 5],
    ['2028-02', 5],
  ])('of %s are %i, with each day of the month once', (month, count) => {
    const weeks = listWeeks(month)
    expect(weeks).toHaveLength(count)
    const daysOfMonth = weeks.flat().filter((day) => day.startsWith(month))
    expect(daysOfMonth).toHaveLength(Number(getLastDay(month).slice(8)))
    expect(new Set(weeks.flat()).size).toBe(count * 7)
  })
})

describe('calendar days', () => {
  afterEach(() => setVenueTimeZone('Asia/Shanghai'))

  test.each([
    'Asia/Shanghai',
    'Europe/London',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Chatham',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
  ])('round-trip through an instant in %s', (zone) => {
    setVenueTimeZone(zone)
    for (const day of listWeeks('2027-03')
      .concat(listWeeks('2027-10'), listWeeks('2028-02'))
      .flat())
      expect(readVenueDay(getNoon(day))).toBe(day)
  })

  test('are those of the venue for any UTC offset', () => {
    expect(readVenueDay('2027-05-08T15:59:59Z')).toBe('2027-05-08')
    expect(readVenueDay('2027-05-08T16:00:00Z')).toBe('2027-05-09')
    expect(readVenueDay('2027-01-01T00:30:00+08:00')).toBe('2027-01-01')
  })

  test('shift over leap days and stay within the contract', () => {
    expect(shiftDay('2028-02-28', 1)).toBe('2028-02-29')
    expect(shiftDay('2027-02-28', 1)).toBe('2027-03-01')
    expect(shiftDay('2000-01-01', -1)).toBe('2000-01-01')
    expect(shiftDay('2099-12-31', 7)).toBe('2099-12-31')
  })
})
