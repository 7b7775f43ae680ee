import { expect, test } from 'vitest'
import {
  getFile,
  groupByDay,
  isNotable,
  isOver,
  getLabel,
  getPage,
} from '#features/calendar/entries.ts'
import { buildEntry } from './build-entry.ts'

const late = buildEntry({ id: 1 })
const early = buildEntry({
  id: 2,
  kind: 'course',
  item_id: 6,
  starts_at: '2027-05-08T10:00:00+08:00',
  state: 'full',
})
const elsewhere = buildEntry({
  id: 3,
  kind: 'activity',
  item_id: 3,
  starts_at: '2027-05-09T01:00:00Z',
  place: { ...late.place, city: { id: 2, name: '苏州' } },
  state: 'open',
})
const all = [late, elsewhere, early]
const listIds = (filter: Parameters<typeof groupByDay>[1]) =>
  [...groupByDay(all, filter)].map(([day, list]) => [day, list.map(({ id }) => id)])

test('groups entries by venue day, ordered by time', () => {
  expect(listIds({ kind: 'all', city: null })).toEqual([
    ['2027-05-08', [2, 1]],
    ['2027-05-09', [3]],
  ])
})

test('filters entries by kind and by city', () => {
  expect(listIds({ kind: 'course', city: null })).toEqual([['2027-05-08', [2]]])
  expect(listIds({ kind: 'all', city: 2 })).toEqual([['2027-05-09', [3]]])
  expect(listIds({ kind: 'performance', city: 2 })).toEqual([])
})

test('links entries to the page and the calendar file of their item', () => {
  expect(all.map((entry) => getPage(entry, 'zh-cn'))).toEqual([
    '/drama/detail?id=12',
    '/course/activity?id=3',
    '/course/detail?id=6',
  ])
  expect(getPage(late, 'en')).toBe('/en/drama/detail?id=12')
  expect(getFile(early, 'en')).toBe('/en/calendar/ics/course-6.ics')
})

test('labels the state of entries, in day cells only notable ones', () => {
  expect(getLabel(early).key).toBe('states:course_date_full')
  expect(getLabel(buildEntry({ state: 'few_left' })).key).toBe('states:performance_few_left')
  expect([late, early].map(isNotable)).toEqual([false, true])
})

test('entries are over once they have ended, not once applications or sales have', () => {
  const closed = [
    buildEntry({ state: 'sale_ended' }),
    buildEntry({ kind: 'activity', state: 'applications_closed' }),
  ]
  const at = (time: string) => closed.map((entry) => isOver(entry, `2027-05-08T${time}:00+08:00`))
  expect(at('21:59')).toEqual([false, false])
  expect(at('22:00')).toEqual([true, true])
  expect(isOver(late, '2027-05-08T14:00:00Z')).toBe(true)
  expect(isOver(late, null)).toBe(false)
})
