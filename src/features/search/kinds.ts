import type { SearchHit, SearchKind } from '#api/search.ts'
import type { Locale } from '#i18n/locales.ts'
import { href, type RoutePath } from '#routes.ts'

/** The page of each kind of result. */
const PAGES: Record<SearchKind, RoutePath> = {
  performance: '/drama/detail',
  course: '/course/detail',
  activity: '/course/activity',
  artist: '/artist/detail',
  artist_news: '/news/detail',
  course_news: '/course/newDetail',
  performance_news: '/news/perform-detail',
  business: '/business/home',
}

/** URL of a result: of its page, or for the kind `business` of its section on their common page. */
export const getHitHref = ({ kind, id }: Pick<SearchHit, 'kind' | 'id'>, locale: Locale): string =>
  kind === 'business'
    ? `${href(PAGES[kind], locale)}#case-${id}`
    : href(PAGES[kind], locale, { id })
