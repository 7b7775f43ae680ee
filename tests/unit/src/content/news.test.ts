import { afterEach, expect, test } from 'vitest'
import { getArtistNewsList } from '#api/artist.ts'
import { getCourseNewsList } from '#api/course.ts'
import { getPerformNewsList } from '#api/perform.ts'
import { SECTIONS } from '#api/sections.ts'
import { listNewsKinds } from '#content/news.ts'
import { clearQueryCache } from '#content/query-cache.ts'
import { cacheInit, cacheResponse } from '#tests/support/cache-response.ts'

afterEach(clearQueryCache)

test('lists only the kinds that have news', async () => {
  await cacheInit(SECTIONS)
  const page = { page: '1', size: '100' }
  await cacheResponse(getArtistNewsList.path, { items: [{ id: 1 }], total: 1 }, page)
  await cacheResponse(getCourseNewsList.path, { items: [], total: 0 }, page)
  await cacheResponse(getPerformNewsList.path, { items: [{ id: 2 }], total: 1 }, page)
  expect(await listNewsKinds('en')).toEqual(['artist', 'performance'])
})
