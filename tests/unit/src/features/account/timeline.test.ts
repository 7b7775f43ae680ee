import { describe, expect, test } from 'vitest'
import { readTimeline } from '#features/account/timeline.ts'
import { getMonthlyFen } from '#features/order-core/monthly-price.ts'
import { formatBirthday, isFutureDay } from '#features/account/profile/format-birthday.ts'

const at = (day: number) => `2027-05-0${day}T12:00:00+08:00`

describe('application timeline', () => {
  test('shows future steps', () => {
    expect(readTimeline({ events: [{ status: 'received', at: at(1) }] })).toEqual([
      { name: 'received', status: 'received', at: at(1) },
      { name: 'in_review', status: 'in_review', at: null },
      { name: 'decision', status: 'accepted', at: null },
    ])
  })

  test('ends with the last decision', () => {
    const steps = readTimeline({
      events: [
        { status: 'received', at: at(1) },
        { status: 'in_review', at: at(2) },
        { status: 'waitlisted', at: at(3) },
        { status: 'accepted', at: at(4) },
      ],
    })
    expect(steps.map(({ status }) => status)).toEqual(['received', 'in_review', 'accepted'])
    expect(steps.at(-1)?.at).toBe(at(4))
  })

  test('has no decision while a reversed one is reviewed again', () => {
    const events = [
      { status: 'received', at: at(1) },
      { status: 'declined', at: at(2) },
      { status: 'in_review', at: at(3) },
    ] as const
    expect(readTimeline({ events: [...events] }).at(-1)).toEqual({
      name: 'decision',
      status: 'accepted',
      at: null,
    })
    const accepted = { status: 'accepted', at: at(4) } as const
    expect(readTimeline({ events: [...events, accepted] })).toEqual([
      { name: 'received', status: 'received', at: at(1) },
      { name: 'in_review', status: 'in_review', at: at(3) },
      { name: 'decision', status: 'accepted', at: at(4) },
    ])
  })

  test('has no review step if the application was withdrawn before', () => {
    const steps = readTimeline({
      events: [
        { status: 'received', at: at(1) },
        { status: 'withdrawn', at: at(2) },
      ],
    })
    expect(steps.map(({ status }) => status)).toEqual(['received', 'withdrawn'])
  })
})

test('never rounds the price per month down', () => {
  expect(getMonthlyFen({ price_fen: 168_000, months: 12 })).toBe(14_000)
  expect(getMonthlyFen({ price_fen: 10_000, months: 3 })).toBe(3400)
})

test('formats a birthday independently of the time zone', () => {
  expect(formatBirthday('1998-03-05', 'zh-cn')).toBe('1998.03.05')
  expect(formatBirthday('1998-03-05', 'en')).toBe('5 March 1998')
})

test('takes a birthday up to today at the venue', () => {
  const now = new Date('2027-05-08T23:30:00+08:00')
  expect(isFutureDay('2027-05-08', now)).toBe(false)
  expect(isFutureDay('2027-05-09', now)).toBe(true)
})
