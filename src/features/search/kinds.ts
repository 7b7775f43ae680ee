import type { SearchHit, SearchKind } from '#api/search.ts'
import type { Locale } from '#i18n/locales.ts'
import { href, type RoutePath } from '#routes.ts'

interface KindTraits {
  /** The page of an item, or of the kind as a whole. */
  route: RoutePath
  /** Whether the page shows one item by its id. */
  hasPage: boolean
  label: `search:kind_${SearchKind}`
}

/** Label and page of each kind of result. */
export const KINDS: Record<SearchKind, KindTraits> = {
  performance: { route: '/drama/detail', hasPage: true, label: 'search:kind_performance' },
  course: { route: '/course/detail', hasPage: true, label: 'search:kind_course' },
  activity: { route: '/course/activity', hasPage: true, label: 'search:kind_activity' },
  artist: { route: '/artist/detail', hasPage: true, label: 'search:kind_artist' },
  artist_news: { route: '/news/detail', hasPage: true, label: 'search:kind_artist_news' },
  course_news: { route: '/course/newDetail', hasPage: true, label: 'search:kind_course_news' },
  performance_news: {
    route: '/news/perform-detail',
    hasPage: true,
    label: 'search:kind_performance_news',
  },
  business: { route: '/business/home', hasPage: false, label: 'search:kind_business' },
}

/** URL of the page of a result. */
export function hrefOfHit({ kind, id }: Pick<SearchHit, 'kind' | 'id'>, locale: Locale): string {
  const { route, hasPage } = KINDS[kind]
  return href(route, locale, hasPage ? { id } : {})
}
