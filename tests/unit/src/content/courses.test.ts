import { afterEach, expect, test } from 'vitest'
import { getCourseDateList, getCourseIndex, getCourseList } from '#api/course.ts'
import { SECTIONS } from '#api/sections.ts'
import { getCategory, getCourseDates, getLowestFreePrice } from '#content/courses.ts'
import { clearQueryCache } from '#content/query-cache.ts'
import { cacheInit, cacheResponse } from '#tests/support/cache-response.ts'

afterEach(clearQueryCache)

const cacheCourses = (items: object[]) =>
  cacheResponse(getCourseList.path, { items, total: items.length }, { page: '1', size: '100' })

test('lists course dates that are neither over nor cancelled', async () => {
  await cacheInit(SECTIONS)
  const states = ['ended', 'cancelled', 'full', 'open']
  const items = states.map((state, index) => ({ id: index + 1, state, course: { id: 7 } }))
  await cacheResponse(getCourseDateList.path, { items }, { size: '4' })
  const courses = [{ id: 7, state: 'applications_closed' }]
  await cacheCourses(courses)
  const dates = await getCourseDates('en', 4)
  expect(dates.map(({ state }) => state)).toEqual(['full', 'open'])
  expect(dates[1]?.course_state).toBe('applications_closed')
})

test('links only to categories with courses, because only these have a page', async () => {
  await cacheInit(SECTIONS)
  const category = (id: number) => ({ id, name: `Category ${id}`, summary: '' })
  const items = [{ id: 1, category: category(1) }]
  await cacheCourses(items)
  await cacheResponse(getCourseIndex.path, { categories: [category(1), category(2)] })
  expect(await getCategory('en', 2)).toMatchObject({
    categories: [category(1)],
    category: category(2),
    courses: [],
  })
})

test('finds the lowest price of courses that are free for members', async () => {
  await cacheInit(SECTIONS)
  const prices = [
    [300, 0],
    [200, 0],
    [100, 50],
    [0, 0],
  ]
  const items = prices.map(([price_fen, member_price_fen]) => ({ price_fen, member_price_fen }))
  await cacheCourses(items)
  expect(await getLowestFreePrice('en')).toBe(200)
})
