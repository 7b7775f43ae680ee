import { describe, expect, test } from 'vitest'
import { COUNTRIES, HOME_COUNTRY } from '#api/mobile.ts'
import { changeDate, countDays, readDate, writeDate } from '#features/forms/DateParts.tsx'
import { parseMobile, readMobile, writeMobile } from '#features/forms/mobile-value.ts'

const britain = COUNTRIES.find(({ iso }) => iso === 'GB') ?? HOME_COUNTRY

describe('mobile number field', () => {
  test.each([
    ['13800138000', '+8613800138000'],
    ['138 0013 8000', '+8613800138000'],
    ['138-0013-8000', '+8613800138000'],
    ['+86 138 0013 8000', '+8613800138000'],
    ['0086 13800138000', '+8613800138000'],
    ['+852 9123 4567', '+85291234567'],
    ['１３８００１３８０００', '+8613800138000'],
    ['＋８５２　９１２３　４５６７', '+85291234567'],
    ['86 138 0013 8000', '+8613800138000'],
    ['(+44) 07400 123456', '+447400123456'],
    ['（＋８５３）６６１２３４５６', '+85366123456'],
    ['\u202A+49 1512 3456789\u202C', '+4915123456789'],
    ['', ''],
    ['abc', ''],
  ])('normalises %j to %j', (typed, value) =>
    expect(writeMobile(parseMobile(typed, HOME_COUNTRY))).toBe(value),
  )

  test('drops the national trunk prefix 0', () =>
    expect(writeMobile({ country: britain, national: '07400 123456' })).toBe('+447400123456'))

  test('derives the country from a number, and keeps the selected one for an empty field', () => {
    expect(readMobile('+447400123456')).toMatchObject({ national: '7400123456' })
    expect(readMobile('', britain)).toEqual({ country: britain, national: '' })
    expect(readMobile('+999123456').country).toBe(HOME_COUNTRY)
  })
})

describe('date field', { tags: ['S3.26'] }, () => {
  test.each([
    ['2001', '02', 28],
    ['2000', '02', 29],
    ['1900', '02', 28],
    ['2004', '02', 29],
    ['', '02', 29],
    ['2001', '04', 30],
    ['2001', '12', 31],
    ['2001', '', 31],
  ])('counts in %s-%s %i days', (year, month, days) => expect(countDays(year, month)).toBe(days))

  test('reads and writes complete, incomplete and empty dates', () => {
    expect(readDate('2001-02-28')).toEqual({ year: '2001', month: '02', day: '28' })
    expect(writeDate(readDate('2001--'))).toBe('2001--')
    expect(writeDate(readDate(null))).toBeNull()
  })

  test('clears the day if the month lacks it', () => {
    expect(changeDate(readDate('2001-01-31'), { month: '02' }).day).toBe('')
    expect(changeDate(readDate('2001-01-28'), { month: '02' }).day).toBe('28')
    expect(changeDate(readDate('2004-02-29'), { year: '2003' }).day).toBe('')
  })
})
