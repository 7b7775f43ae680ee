import { afterEach, expect, test } from 'vitest'
import { getCourseDateList, getCourseIndex, getCourseList } from '#api/course.ts'
import { SECTIONS } from '#api/sections.ts'
import { getInit } from '#api/site.ts'
import { getCategory, getCourseDates, getLowestFreePrice } from '#content/courses.ts'
import { clearQueryCache, fetchCached } from '#content/query-cache.ts'
import { makeQueryKey } from '#content/query-cache/query-key.ts'

afterEach(clearQueryCache)

const respond = (path: string, query: object, response: object) =>
  fetchCached(makeQueryKey({ method: 'GET', path, locale: 'en', query }), async () => response)

test('lists course dates that are neither over nor cancelled', async () => {
  await respond(getInit.path, {}, { site: { time_zone: 'Asia/Shanghai', sections: SECTIONS } })
  const states = ['ended', 'cancelled', 'full', 'open']
  const items = states.map((state, index) => ({ id: index + 1, state, course: { id: 7 } }))
  await respond(getCourseDateList.path, { size: '4' }, { items })
  const courses = [{ id: 7, state: 'applications_closed' }]
  await respond(getCourseList.path, { page: '1', size: '100' }, { items: courses, total: 1 })
  const dates = await getCourseDates('en', 4)
  expect(dates.map(({ state }) => state)).toEqual(['full', 'open'])
  expect(dates[1]?.course_state).toBe('applications_closed')
})

test('links only to categories with courses, because only these have a page', async () => {
  await respond(getInit.path, {}, { site: { time_zone: 'Asia/Shanghai', sections: SECTIONS } })
  const category = (id: number) => ({ id, name: `Category ${id}`, summary: '' })
  const items = [{ id: 1, category: category(1) }]
  await respond(getCourseList.path, { page: '1', size: '100' }, { items, total: 1 })
  await respond(getCourseIndex.path, {}, { categories: [category(1), category(2)] })
  expect((await getCategory('en', 2)).categories).toEqual([category(1)])
})

test('finds the lowest price of courses that are free for members', async () => {
  await respond(getInit.path, {}, { site: { time_zone: 'Asia/Shanghai', sections: SECTIONS } })
  const prices = [
    [300, 0],
    [200, 0],
    [100, 50],
    [0, 0],
  ]
  const items = prices.map(([price_fen, member_price_fen]) => ({ price_fen, member_price_fen }))
  await respond(getCourseList.path, { page: '1', size: '100' }, { items, total: items.length })
  expect(await getLowestFreePrice('en')).toBe(200)
})
