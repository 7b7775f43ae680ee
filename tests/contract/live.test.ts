import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAdminApi } from '#tests/support/admin-api.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'

let api: TestAdminApi
beforeAll(async () => {
  api = await openAdminApi()
})
afterAll(() => api.close())

test('live facts match the details for all requested items', async () => {
  const [performance, course, activity] = await Promise.all([
    api.read('GET /api/perform/detail', { query: { id: 1 } }),
    api.read('GET /api/course/detail', { query: { id: 1 } }),
    api.read('GET /api/course/activity_detail', { query: { id: 1 } }),
  ])
  const facts = await api.read('POST /api/live/facts', {
    body: {
      performance: [1],
      show: performance.shows.map(({ id }) => id),
      course: [1],
      course_date: course.dates.map(({ id }) => id),
      activity: [1],
    },
  })
  const pick = <T extends { id: number; state: string; places_left: number }>(item: T) => ({
    id: item.id,
    state: item.state,
    places_left: item.places_left,
  })
  expect(facts.show).toEqual(performance.shows.map(pick))
  expect(facts.course_date).toEqual(course.dates.map(pick))
  expect(facts.activity).toEqual([pick(activity)])
  expect(facts.performance).toEqual([{ id: 1, state: performance.state, places_left: null }])
  expect(facts.course).toEqual([{ id: 1, state: course.state, places_left: null }])
})

test('live facts omit unknown ids and return empty lists without ids', async () => {
  const unknown = await api.read('POST /api/live/facts', { body: { show: [999_999] } })
  expect(unknown.show).toEqual([])
  const empty = await api.read('POST /api/live/facts', {})
  expect(empty).toMatchObject({ performance: [], show: [], course: [], course_date: [] })
})

test('live facts reject more than 200 ids', async () => {
  const ids = Array.from({ length: 201 }, (_, index) => index + 1)
  const { response } = await api.call('POST /api/live/facts', { body: { show: ids } })
  expect(response.status).toBe(400)
})
