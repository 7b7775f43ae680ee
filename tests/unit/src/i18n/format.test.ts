import { describe, expect, test } from 'vitest'
import {
  formatDate,
  formatDay,
  formatPrice,
  formatRun,
  formatTime,
  formatWeekday,
} from '#i18n/format.ts'

const evening = '2027-05-08T19:30:00+08:00'

describe('dates of the house', () => {
  test('stand in the time of the house, whatever offset the API sends', () => {
    expect(formatTime('2027-05-08T11:30:00Z')).toBe('19:30')
    expect(formatDay('2027-05-08T17:00:00Z', 'zh-cn')).toBe('05.09')
    expect(formatTime('2027-05-07T16:00:00Z')).toBe('00:00')
  })

  test('read as a playbill in each language', () => {
    expect(formatDay(evening, 'zh-cn')).toBe('05.08')
    expect(formatDay(evening, 'en')).toBe('8 May')
    expect(formatDate(evening, 'zh-cn')).toBe('2027.05.08')
    expect(formatDate(evening, 'en')).toBe('8 May 2027')
    expect(formatWeekday(evening, 'zh-cn')).toBe('周六')
    expect(formatWeekday(evening, 'en')).toBe('Sat')
  })

  test('show one day of a run once', () => {
    const last = '2027-05-24T19:30:00+08:00'
    expect(formatRun({ from: evening, to: last }, 'zh-cn')).toBe('05.08 — 05.24')
    expect(formatRun({ from: evening, to: evening }, 'en')).toBe('8 May')
  })
})

test('prices show fen only where there are some', () => {
  expect(formatPrice(8000)).toBe('¥80')
  expect(formatPrice(8050)).toBe('¥80.50')
  expect(formatPrice(0)).toBe('¥0')
})
