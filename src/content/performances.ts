import { getPerformDetail, getPerformIndex, getPerformList } from '#api/perform.ts'
import type { Locale } from '#i18n/locales.ts'
import { prepareCard, prepareCards, preparePortraits } from './cards.ts'
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
    on_sale: await prepareCards(index.on_sale, 'poster', base),
    coming: await prepareCards(index.coming, 'poster', base),
    past: await prepareCards(index.past, 'poster', base),
    news: await prepareCards(index.news, 'image', base),
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
    ...(await prepareCard(detail, 'poster', base, 'hero')),
    body: await prepareBlocks(detail.body, base, locale, `performances ${id}`),
    artists: await preparePortraits(detail.artists, base),
    news: await prepareCards(detail.news, 'image', base),
    related: await prepareCards(detail.related, 'poster', base),
  }
}
export type PerformanceContent = Awaited<ReturnType<typeof getPerformance>>
