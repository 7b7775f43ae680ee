import type { ContentKind } from '#api/content-webhook.ts'
import { SITE_LOCALES } from '#i18n/locales.ts'
import { localizePath } from '#i18n/paths.ts'
import type { RoutePath } from '#routes.ts'

/** The detail route of each kind of item; null for items without a page. */
export const ROUTE_OF: Readonly<Record<ContentKind, RoutePath | null>> = {
  artists: '/artist/detail',
  performances: '/drama/detail',
  courses: '/course/detail',
  activities: '/course/activity',
  'artist-news': '/news/detail',
  'performance-news': '/news/perform-detail',
  'course-news': '/course/newDetail',
  'business-cases': null,
}

/** The documents of an item in every language: `/en/drama/detail/12.html`. */
export function listItemPages(kind: ContentKind, id: number): string[] {
  const route = ROUTE_OF[kind]
  if (route === null) return []
  return SITE_LOCALES.map((locale) => `${localizePath(`${route}/${id}`, locale)}.html`)
}
