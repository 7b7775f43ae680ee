import { getInit } from '#api/site.ts'
import { fetchCached } from '#content/query-cache.ts'
import { makeQueryKey } from '#content/query-cache/query-key.ts'

/** Caches the data of a call in English: content then reads it without an API. */
export const cacheResponse = (path: string, data: object, query: object = {}): Promise<unknown> =>
  fetchCached(makeQueryKey({ method: 'GET', path, locale: 'en', query }), async () => data)

/** Caches the init data of a venue in Shanghai. */
export const cacheInit = (sections: readonly string[]): Promise<unknown> =>
  cacheResponse(getInit.path, { viewurl: '/', site: { time_zone: 'Asia/Shanghai', sections } })
