import { getPerformDetail, getPerformIndex, getPerformList } from '#api/perform.ts'
import type { Locale } from '#i18n/locales.ts'
import { derive } from './query-cache.ts'
import { prepareNewsCards, preparePortraits, preparePoster, preparePosters } from './cards.ts'
import { readContent } from './client.ts'
import { prepareBlocks } from './long-form.ts'
import { readList } from './paging.ts'
import { listFilterShows } from './show-filter.ts'
import { getMediaBase } from './site.ts'

/** The performance index with images prepared. */
export async function getPerformances(locale: Locale) {
  const base = await getMediaBase(locale)
  const index = await readContent(getPerformIndex, locale)
  return {
    ...index,
    on_sale: await preparePosters(index.on_sale, base),
    coming: await preparePosters(index.coming, base),
    past: await preparePosters(index.past, base),
    news: await prepareNewsCards(index.news, base),
  }
}

/** Returns the performance index with the shows for its filter. */
export async function getFilterablePerformances(locale: Locale) {
  const index = await getPerformances(locale)
  return { ...index, shows: await listFilterShows(locale, [...index.on_sale, ...index.coming]) }
}
export type PerformanceIndexContent = Awaited<ReturnType<typeof getFilterablePerformances>>

/** Lists the ids of all published performances. */
export const listPerformanceIds = (locale: Locale): Promise<number[]> =>
  derive(`performance ids ${locale}`, async () =>
    (await readList(getPerformList, locale)).map(({ id }) => id),
  )

/** One performance with long-form text, images and related items prepared. */
export async function getPerformance(locale: Locale, id: number) {
  const base = await getMediaBase(locale)
  const detail = await readContent(getPerformDetail, locale, { id: String(id) })
  return {
    ...(await preparePoster(detail, base, 'hero')),
    body: await prepareBlocks(detail.body, base, locale, `performances ${id}`),
    artists: await preparePortraits(detail.artists, base),
    news: await prepareNewsCards(detail.news, base),
    related: await preparePosters(detail.related, base),
  }
}
export type PerformanceContent = Awaited<ReturnType<typeof getPerformance>>
