import { afterEach, expect, test } from 'vitest'
import { getActivityDateList } from '#api/activity.ts'
import { SECTIONS } from '#api/sections.ts'
import { listActivityDates } from '#content/activities.ts'
import { clearQueryCache } from '#content/query-cache.ts'
import { cacheInit, cacheResponse } from '#tests/support/cache-response.ts'

afterEach(clearQueryCache)

const NOW = '2027-05-08T12:00:00+08:00'
/** A date of an activity, on a day of May. */
const date = (id: number, activity: number, day: number) => ({
  id,
  starts_at: `2027-05-0${day}T10:00:00+08:00`,
  ends_at: `2027-05-0${day}T11:00:00+08:00`,
  activity: { id: activity },
})

const respondWithDates = (items: object[], query: object) =>
  cacheResponse(
    getActivityDateList.path,
    { items, total: items.length, server_time: NOW },
    { page: '1', size: '100', ...query },
  )

test('lists the next date of each activity, and the first one of those that are over', async () => {
  await cacheInit(SECTIONS)
  const [past, today, next] = [date(1, 1, 1), date(2, 1, 8), date(3, 1, 9)]
  const [first, last, morning] = [date(4, 2, 3), date(5, 2, 4), date(6, 3, 8)]
  await respondWithDates([today, morning, next], {})
  const all = [past, first, last, today, morning, next]
  await respondWithDates(all, { from: '2000-01-01' })
  expect(await listActivityDates('en')).toEqual({ coming: [next], over: [morning, first] })
})
