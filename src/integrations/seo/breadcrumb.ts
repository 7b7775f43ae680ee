import type { BreadcrumbList } from 'schema-dts'
import type { MessageKey, Translate } from '#i18n/messages.ts'
import type { PagePath, RoutePath } from '#routes.ts'
import { getPageUrl, type SeoContext } from './context.ts'

export interface Crumb {
  name: string
  route: PagePath
  query?: Record<string, string | number>
}

/** The parent of each page; other pages are children of the home page. */
const PARENTS: Partial<Record<PagePath, RoutePath>> = {
  '/drama/detail': '/drama/home',
  '/news/perform-detail': '/drama/home',
  '/artist/detail': '/artist/home',
  '/artist/masonry': '/artist/home',
  '/course/detail': '/course/home',
  '/course/category': '/course/home',
  '/course/newDetail': '/course/home',
}

/** Names of parent pages and of item lists. */
const NAMES: Partial<Record<PagePath, MessageKey>> = {
  '/drama/home': 'nav:drama',
  '/artist/home': 'nav:artist',
  '/course/home': 'nav:course',
  '/course/activity': 'nav:activity',
  '/course/category': 'course:all_courses',
  '/news/detail': 'seo:news_artist',
  '/news/perform-detail': 'seo:news_performance',
  '/course/newDetail': 'seo:news_course',
}

/** Lists the pages from the home page to a page. */
export function listCrumbs({ name, route, query = {} }: Crumb, t: Translate): Crumb[] {
  const parent = PARENTS[route]
  const parentName = parent && NAMES[parent]
  const listName = NAMES[route]
  const isItem = 'id' in query
  return [
    { name: t('nav:home'), route: '/' },
    ...(parent && parentName ? [{ name: t(parentName), route: parent }] : []),
    // Further pages of a list have the breadcrumb of the list.
    ...(listName && (isItem || 'page' in query) ? [{ name: t(listName), route }] : []),
    ...('page' in query ? [] : [{ name, route, query }]),
  ]
}

/** Builds the breadcrumb of a page. */
export const buildBreadcrumb = (crumbs: readonly Crumb[], context: SeoContext): BreadcrumbList => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ name, route, query }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: getPageUrl(context, route, query),
  })),
})
