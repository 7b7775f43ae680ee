import { getPerformDetail, getPerformIndex, getPerformList } from '#api/perform.ts'
import type { Locale } from '#i18n/locales.ts'
import { prepareNewsCards, preparePortraits, preparePoster, preparePosters } from './cards.ts'
import { readContent } from './client.ts'
import { prepareBlocks } from './long-form.ts'
import { createIdList } from './paging.ts'
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

export const listPerformanceIds = createIdList(getPerformList)

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
