import { describe, expect, test } from 'vitest'
import {
  readCourseApplicationState,
  readCourseDateState,
  readCourseState,
} from '#scripts/admin-api/states/course-state.ts'

const NOW = 1000
const date = { starts_at: 2000, places: 10, held: 0, booked: 0, cancelled: 0 } as const
const full = { ...date, booked: 10 }
const few = { ...date, booked: 9 }
const over = { ...date, starts_at: 1000 }
const cancelled = { ...date, cancelled: 1 } as const

describe('readCourseDateState', () => {
  test.each([
    ['open', date, 0],
    ['open', { ...date, booked: 6 }, 1000],
    ['few_left', few, 0],
    ['few_left', { ...date, booked: 6, held: 1 }, 0],
    ['full', full, 0],
    ['full', { ...date, booked: 6, held: 4 }, 0],
    ['not_open', full, 1001],
    ['ended', { ...over, booked: 10 }, 2000],
    ['cancelled', { ...over, cancelled: 1 } as const, 2000],
  ] as const)('returns %s', (state, facts, bookingOpensAt) => {
    expect(readCourseDateState(facts, bookingOpensAt, NOW)).toBe(state)
  })
})

describe('readCourseState', () => {
  const book = {
    admission: 'book',
    application_opens_at: null,
    application_closes_at: null,
    booking_opens_at: 0,
  } as const

  test.each([
    ['not_open', 'without dates', book, []],
    ['ended', 'when every date is over or cancelled', book, [over, cancelled]],
    ['not_open', 'before booking opens', { ...book, booking_opens_at: 1001 }, [date]],
    ['sold_out', 'when every coming date is full', book, [over, full, cancelled]],
    ['few_left', 'when few places are left', book, [few, full]],
    ['open', 'with one open date', book, [few, date]],
  ] as const)('returns %s %s', { tags: ['S4.20'] }, (state, _, course, dates) => {
    expect(readCourseState(course, dates, NOW)).toBe(state)
  })

  const apply = {
    ...book,
    admission: 'apply',
    application_opens_at: 900,
    application_closes_at: 1100,
  } as const

  test.each([
    ['not_open', { ...apply, application_opens_at: 1001 }, [date]],
    ['open', { ...apply, application_opens_at: 1000 }, [date]],
    ['open', apply, []],
    ['sold_out', apply, [full]],
    ['applications_closed', { ...apply, application_closes_at: 1000 }, [date]],
    ['ended', { ...apply, application_closes_at: 1000 }, [over]],
  ] as const)('follows the application period: %s', (state, course, dates) => {
    expect(readCourseState(course, dates, NOW)).toBe(state)
  })

  test('reports a full application state if every coming date is full', () => {
    expect(readCourseApplicationState(900, 1100, [over, full], NOW)).toBe('full')
    expect(readCourseApplicationState(900, 1100, [few, full], NOW)).toBe('open')
  })
})
