import { getArtistNewsDetail, getArtistNewsList } from '#api/artist.ts'
import { getCourseNewsDetail, getCourseNewsList } from '#api/course.ts'
import { NewsKindSchema, type NewsKind } from '#api/news.ts'
import { getPerformNewsDetail, getPerformNewsList } from '#api/perform.ts'
import type { Locale } from '#i18n/locales.ts'
import { derive } from './query-cache.ts'
import { prepareCard, prepareCards } from './cards.ts'
import { readContent } from './client.ts'
import { prepareBlocks } from './long-form.ts'
import { createIdList, readList } from './paging.ts'
import { getMediaBase } from './site.ts'

const ENDPOINTS = {
  artist: { list: getArtistNewsList, detail: getArtistNewsDetail },
  course: { list: getCourseNewsList, detail: getCourseNewsDetail },
  performance: { list: getPerformNewsList, detail: getPerformNewsDetail },
} as const

/** News items on one page of a list. */
const NEWS_PAGE_SIZE = 12

/** Lists all news of a kind, newest first; a derived query, because each page of the list needs it. */
export const listNews = (kind: NewsKind, locale: Locale) =>
  derive(`${kind} news ${locale}`, () => readList(ENDPOINTS[kind].list, locale))

export const listNewsIds = (kind: NewsKind) => createIdList(ENDPOINTS[kind].list)

/** Counts the pages of the list of a kind; an empty list has one. */
export const countNewsPages = (kind: NewsKind) => async (locale: Locale) =>
  Math.max(1, Math.ceil((await listNewsIds(kind)(locale)).length / NEWS_PAGE_SIZE))

/** Lists the kinds that have news: links to an empty list would be useless. */
export const listNewsKinds = (locale: Locale): Promise<NewsKind[]> =>
  derive(`news kinds ${locale}`, async () => {
    const kinds = NewsKindSchema.options
    const counts = await Promise.all(
      kinds.map(async (kind) => (await listNewsIds(kind)(locale)).length),
    )
    return kinds.filter((_, index) => counts[index] !== 0)
  })

/** One page of the news of a kind, newest first. */
export async function getNewsPage(kind: NewsKind, locale: Locale, page: number) {
  const base = await getMediaBase(locale)
  const items = await derive(`${kind} news page ${page} ${locale}`, async () => {
    const start = (page - 1) * NEWS_PAGE_SIZE
    return (await listNews(kind, locale)).slice(start, start + NEWS_PAGE_SIZE)
  })
  return {
    items: await prepareCards(items, 'image', base),
    page,
    pages: await derive(`${kind} news pages ${locale}`, () => countNewsPages(kind)(locale)),
  }
}

/** One news item with all media prepared. */
export async function getNewsItem(kind: NewsKind, locale: Locale, id: number) {
  const base = await getMediaBase(locale)
  const detail = await readContent(ENDPOINTS[kind].detail, locale, { id: String(id) })
  return {
    ...(await prepareCard(detail, 'image', base, 'hero')),
    body: await prepareBlocks(detail.body, base, locale, `${detail.kind}-news ${detail.id}`),
  }
}
export type NewsContent = Awaited<ReturnType<typeof getNewsItem>>
