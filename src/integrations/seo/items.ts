import { getArtistList } from '#api/artist.ts'
import { getCourseList } from '#api/course.ts'
import { NewsKindSchema, type NewsKind } from '#api/news.ts'
import { getPerformList } from '#api/perform.ts'
import { getAbout, getBusiness, getCalendarBanner } from '#api/site.ts'
import { listActivities } from '#content/activities.ts'
import { readUnlessFaulty } from '#content/query-cache/content-fault.ts'
import { readContent } from '#content/client.ts'
import { listNews } from '#content/news.ts'
import { readList } from '#content/paging.ts'
import type { Locale } from '#i18n/locales.ts'
import { NEWS_ROUTES, type RoutePath } from '#routes.ts'

/** An item of the contract that has a page. */
export interface ContentItem {
  route: RoutePath
  query: Record<string, string | number>
  title: string
  langs: readonly Locale[]
  /** Time of the last change (ISO 8601), if known. */
  changedAt: string | null
}

interface Card {
  id: number
  langs: readonly Locale[]
  title: string
  published_at?: string
}

const toItem =
  (route: RoutePath) =>
  ({ id, langs, title, published_at }: Card): ContentItem => ({
    route,
    query: { id },
    title,
    langs,
    changedAt: published_at ?? null,
  })

async function listNewsItems(kind: NewsKind, locale: Locale): Promise<ContentItem[]> {
  return (await listNews(kind, locale)).map(toItem(NEWS_ROUTES[kind].news))
}

async function listWrittenPages(locale: Locale): Promise<ContentItem[]> {
  const [about, business, calendar] = await Promise.all([
    readUnlessFaulty(readContent(getAbout, locale)),
    readUnlessFaulty(readContent(getBusiness, locale)),
    readUnlessFaulty(readContent(getCalendarBanner, locale)),
  ])
  const pages = [
    ['/about/about', about],
    ['/business/home', business],
    ['/calendar/calendar', calendar],
  ] as const
  return pages.flatMap(([route, page]) =>
    page ? [{ route, query: {}, title: page.title, langs: page.langs, changedAt: null }] : [],
  )
}

/** Lists every item that has a page, with the languages of its texts. */
export async function listContentItems(locale: Locale): Promise<ContentItem[]> {
  const [pages, performances, courses, activities, artists] = await Promise.all([
    listWrittenPages(locale),
    readList(getPerformList, locale),
    readList(getCourseList, locale),
    listActivities(locale),
    readList(getArtistList, locale),
  ])
  const news = await Promise.all(NewsKindSchema.options.map((kind) => listNewsItems(kind, locale)))
  return [
    ...pages,
    ...performances.map(toItem('/drama/detail')),
    ...courses.map(toItem('/course/detail')),
    ...activities.map(toItem('/course/activity')),
    ...artists.map(({ name, ...artist }) => toItem('/artist/detail')({ ...artist, title: name })),
    ...news.flat(),
  ]
}
