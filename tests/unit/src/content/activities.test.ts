import { afterEach, expect, test } from 'vitest'
import { getActivityDateList } from '#api/activity.ts'
import { SECTIONS } from '#api/sections.ts'
import { getInit } from '#api/site.ts'
import { listAllActivityDates } from '#content/activities.ts'
import { clearQueryCache, fetchCached } from '#content/query-cache.ts'
import { makeQueryKey } from '#content/query-cache/query-key.ts'

afterEach(clearQueryCache)

const date = (id: number, activity: number) => ({ id, activity: { id: activity } })

/** Caches the response to a call. */
const respond = (path: string, query: object, response: object) =>
  fetchCached(makeQueryKey({ method: 'GET', path, locale: 'en', query }), async () => response)

const respondWithDates = (items: object[], query: object) =>
  respond(
    getActivityDateList.path,
    { page: '1', size: '100', ...query },
    { items, total: items.length },
  )

test('lists the next date of each activity, else its first one', async () => {
  await respond(getInit.path, {}, { site: { time_zone: 'Asia/Shanghai', sections: SECTIONS } })
  const [past, next, over, last] = [date(1, 1), date(2, 1), date(3, 2), date(4, 2)]
  await respondWithDates([next], {})
  await respondWithDates([past, over, last, next], { from: '2000-01-01' })
  expect(await listAllActivityDates('en')).toEqual([next, over])
})
