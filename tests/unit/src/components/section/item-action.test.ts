import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ActivityState } from '#api/availability.ts'
import { getActivityAction } from '#components/activity/action.ts'
import { getPerformanceAction } from '#components/drama/action.ts'
import { getClosedLabel, listOpenDates, readApplicationPeriod } from '#components/course/action.ts'
import { buildShow, PLACE } from '#tests/fixtures/shows.ts'

const t = (key: string, values?: object) => (values ? `${key} ${JSON.stringify(values)}` : key)
const context = { site: { can_buy_online: true }, locale: 'en', t } as const

// Dates of other years are shown with their year.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-05-01') }))
afterAll(() => void vi.useRealTimers())

test('links a performance on sale to its tickets, with price and nearest date', () => {
  const shows = [
    buildShow({ state: 'sold_out' }),
    buildShow({ starts_at: '2027-05-09T14:00:00+08:00' }),
  ]
  expect(getPerformanceAction({ id: 3, state: 'on_sale', shows }, context)).toMatchObject({
    kind: 'act',
    label: 'drama:buy',
    href: '/en/drama/buyTicket?id=3',
    price: 'common:price_from {"price":"¥80"}',
    note: 'Sun 9 May, 14:00',
  })
})

test('links to the box office on the page without online sales', () => {
  const action = getPerformanceAction(
    { id: 3, state: 'on_sale', shows: [buildShow()] },
    { ...context, site: { can_buy_online: false } },
  )
  expect(action).toMatchObject({ label: 'common:box_office', href: '#dates' })
})

test('offers the calendar file before the sale, and labels a sold-out performance', () => {
  const coming = [buildShow({ state: 'not_on_sale' })]
  expect(getPerformanceAction({ id: 3, state: 'coming', shows: coming }, context)).toMatchObject({
    kind: 'wait',
    label: 'drama:sale_opens_members {"members":"1 Mar 2027, 10:00","date":"3 Mar 2027, 10:00"}',
    calendar: '/en/calendar/ics/performance-3.ics',
  })
  const sold = [buildShow({ state: 'sold_out' })]
  expect(getPerformanceAction({ id: 3, state: 'sold_out', shows: sold }, context)).toEqual({
    kind: 'over',
    label: 'states:performance_sold_out',
    live: 'performance:3',
  })
})

describe('an activity', () => {
  const date = (day: number) => ({
    id: day,
    starts_at: `2027-05-0${day}T14:00:00+08:00`,
    ends_at: `2027-05-0${day}T16:00:00+08:00`,
    place: PLACE,
  })
  const getAction = (state: ActivityState, now: string) =>
    getActivityAction(
      {
        id: 4,
        state,
        opens_at: '2027-04-01T10:00:00+08:00',
        places_left: 5,
        price_fen: 0,
        dates: [date(1), date(8), date(9)],
        server_time: now,
      },
      { ...context, site: { can_log_in: true } },
    )

  test('has its next date beside the button, also after its first ones', () => {
    const action = getAction('open', '2027-05-02T10:00:00+08:00')
    expect(action).toMatchObject({ kind: 'act', note: 'Sat 8 May, 14:00' })
  })

  test.each([
    ['full', 'activity:full'],
    ['applications_closed', 'states:applications_closed'],
    ['ended', 'activity:ended'],
  ] as const)('that is %s has the label %s', (state, label) => {
    expect(getAction(state, '2027-05-08T15:00:00+08:00')).toEqual({ kind: 'over', label })
  })
})

const course = (admission: 'book' | 'apply', now: string) => ({
  admission,
  application: { opens_at: '2027-05-01T10:00:00+08:00', closes_at: '2027-05-10T10:00:00+08:00' },
  server_time: now,
})

test.each([
  ['none', course('book', '2027-05-05T10:00:00+08:00')],
  ['before', course('apply', '2027-04-30T10:00:00+08:00')],
  ['open', course('apply', '2027-05-05T10:00:00+08:00')],
  ['over', course('apply', '2027-05-10T10:00:00+08:00')],
] as const)('reads the application period of a course as %s', (period, courseInPeriod) => {
  expect(readApplicationPeriod(courseInPeriod)).toBe(period)
})

test('lists only open dates as bookable', () => {
  const states = ['open', 'few_left', 'full', 'ended', 'cancelled', 'not_open'] as const
  const dates = states.map((state) => ({ state }))
  expect(listOpenDates({ dates }).map(({ state }) => state)).toEqual(['open', 'few_left'])
})

test.each([
  ['open', 'book', 'open', undefined],
  ['full', 'book', 'open', 'states:course_date_full'],
  ['open', 'apply', 'open', undefined],
  ['open', 'apply', 'applications_closed', 'states:applications_closed'],
  ['few_left', 'apply', 'not_open', 'states:course_not_open'],
  ['open', 'apply', null, undefined],
] as const)(
  'labels a date that is %s, of a course to %s that is %s, as %s',
  (state, admission, course_state, key) => {
    expect(getClosedLabel({ state, admission, course_state })?.key).toBe(key)
  },
)
