import { afterEach, expect, test } from 'vitest'
import { getCourseDateList } from '#api/course.ts'
import { SECTIONS } from '#api/sections.ts'
import { getInit } from '#api/site.ts'
import { getCourseDates } from '#content/courses.ts'
import { clearQueryCache, fetchCached } from '#content/query-cache.ts'
import { makeQueryKey } from '#content/query-cache/query-key.ts'

afterEach(clearQueryCache)

const respond = (path: string, query: object, response: object) =>
  fetchCached(makeQueryKey({ method: 'GET', path, locale: 'en', query }), async () => response)

test('lists course dates that are neither over nor cancelled', async () => {
  await respond(getInit.path, {}, { site: { time_zone: 'Asia/Shanghai', sections: SECTIONS } })
  const states = ['ended', 'cancelled', 'full', 'open']
  const items = states.map((state, index) => ({ id: index + 1, state }))
  await respond(getCourseDateList.path, { size: '4' }, { items })
  expect((await getCourseDates('en', 4)).map(({ state }) => state)).toEqual(['full', 'open'])
})
