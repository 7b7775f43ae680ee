import type { BreadcrumbList } from 'schema-dts'
import type { Translate } from '#i18n/messages.ts'
import type { PagePath, RoutePath } from '#routes.ts'
import { pageUrl, type SeoContext } from './context.ts'

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
function nameOf(route: PagePath, t: Translate): string | null {
  switch (route) {
    case '/drama/home':
      return t('nav:drama')
    case '/artist/home':
      return t('nav:artist')
    case '/course/home':
      return t('nav:course')
    case '/course/activity':
      return t('nav:activity')
    case '/course/category':
      return t('course:all_courses')
    case '/news/detail':
      return t('seo:news_artist')
    case '/news/perform-detail':
      return t('seo:news_performance')
    case '/course/newDetail':
      return t('seo:news_course')
    default:
      return null
  }
}

/** Lists the pages from the home page to a page. */
export function listCrumbs({ name, route, query = {} }: Crumb, t: Translate): Crumb[] {
  const parent = PARENTS[route]
  const parentName = parent && nameOf(parent, t)
  const listName = nameOf(route, t)
  const isItem = 'id' in query
  return [
    { name: t('nav:home'), route: '/' },
    ...(parent && parentName ? [{ name: parentName, route: parent }] : []),
    // Further pages of a list have the breadcrumb of the list.
    ...(listName !== null && (isItem || 'page' in query) ? [{ name: listName, route }] : []),
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
    item: pageUrl(context, route, query),
  })),
})
