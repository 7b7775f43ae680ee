import { getPathLocale, localizePath } from '#i18n/paths.ts'
import type { Locale } from '#i18n/locales.ts'

interface Route {
  path: `/${string}`
  /**
   * `page`: HTML without islands; `island`: parts are hydrated; `app`: a frame for data loaded in the
   * browser.
   */
  delivery: 'page' | 'island' | 'app'
  /**
   * Whether the page shows an item by `?id=`; `optional` shows a list without it. `order` is an order number,
   * which is read in the browser.
   */
  item: 'none' | 'required' | 'optional' | 'order'
  /** Guards that run before the page is shown; `auth` requires a login. */
  guards: readonly 'auth'[]
  /** Whether search engines may index the page. */
  isIndexed: boolean
}

const page = { delivery: 'page', item: 'none', guards: [], isIndexed: true } as const
const island = { ...page, delivery: 'island' } as const
const app = { ...page, delivery: 'app', isIndexed: false } as const
const member = { ...app, guards: ['auth'] } as const
const order = { ...member, item: 'order' } as const

const routes = [
  { ...page, path: '/' },
  { ...app, path: '/login' },
  { ...page, path: '/404', isIndexed: false },
  { ...page, path: '/about/about' },
  { ...page, path: '/artist/home' },
  { ...page, path: '/artist/detail', item: 'required' },
  { ...page, path: '/artist/masonry' },
  { ...page, path: '/business/home' },
  { ...island, path: '/calendar/calendar' },
  { ...member, path: '/code/code' },
  { ...page, path: '/course/home' },
  { ...page, path: '/course/category', item: 'optional' },
  { ...island, path: '/course/detail', item: 'required' },
  { ...page, path: '/course/newDetail', item: 'optional' },
  { ...island, path: '/course/form', item: 'required', isIndexed: false },
  { ...page, path: '/course/activity', item: 'optional' },
  { ...island, path: '/course/activity-form', item: 'required', isIndexed: false },
  { ...page, path: '/course/custom-el', item: 'optional', isIndexed: false },
  { ...page, path: '/drama/home' },
  { ...page, path: '/drama/detail', item: 'required' },
  { ...island, path: '/drama/buyTicket', item: 'required', isIndexed: false },
  { ...page, path: '/news/detail', item: 'optional' },
  { ...page, path: '/news/perform-detail', item: 'optional' },
  { ...page, path: '/news/custom-el', item: 'optional', isIndexed: false },
  { ...member, path: '/order/list' },
  { ...member, path: '/order/course' },
  { ...member, path: '/order/perform' },
  { ...member, path: '/order/member' },
  { ...member, path: '/order/recharge' },
  { ...order, path: '/order/Info' },
  { ...order, path: '/order/DynamicInfoCard' },
  { ...order, path: '/order/MobileInfo' },
  { ...order, path: '/pay/pay' },
  { ...member, path: '/pay/member' },
  { ...order, path: '/pay/success' },
  { ...island, path: '/search/search' },
  { ...app, path: '/search/list' },
  { ...app, path: '/search/Title' },
  { ...member, path: '/user/user' },
  { ...member, path: '/user/DateSelect' },
  { ...member, path: '/user/Dropdown' },
  { ...member, path: '/user/SexSelect' },
] as const satisfies readonly Route[]

export type RoutePath = (typeof routes)[number]['path']
/** The routes of pages with islands. */
export type IslandPath = Exclude<(typeof routes)[number], { delivery: 'page' }>['path']
/** The routes of pages that show an item by its id. */
export type ItemPath = Extract<(typeof routes)[number], { item: 'required' | 'optional' }>['path']

/** The page of all errors except 404; not a route (spec section 2). */
export const ERROR_PAGE = '/500'
export type PagePath = RoutePath | typeof ERROR_PAGE

/** Error details for an error page. */
export interface RouteError {
  status: number
  message: string
}

/** All routes, each of which exists in every language of the site (spec section 2). */
export const ROUTES: readonly (Route & { path: RoutePath })[] = routes

/**
 * Whether search engines may index the page: `shown` or `hidden`. `loader` is the page of an item route
 * without an id, which only loads items on hosts without rewriting: it has no canonical URL, but must not
 * be `noindex`.
 */
export function getVisibility({
  route,
  query,
}: {
  route: PagePath
  query?: Record<string, string | number>
}) {
  const { isIndexed, item } = ROUTES.find(({ path }) => path === route) ?? { isIndexed: false }
  if (!isIndexed) return 'hidden'
  return item === 'required' && query?.['id'] === undefined ? 'loader' : 'shown'
}

/** The routes of each kind of news: of the news item and of its subject. */
export const NEWS_ROUTES = {
  artist: { news: '/news/detail', subject: '/artist/detail' },
  course: { news: '/course/newDetail', subject: '/course/detail' },
  performance: { news: '/news/perform-detail', subject: '/drama/detail' },
} as const satisfies Record<string, { news: RoutePath; subject: RoutePath }>

/** The routes of items with dates. */
export const DATED_ITEM_ROUTES = {
  performance: '/drama/detail',
  course: '/course/detail',
  activity: '/course/activity',
} as const satisfies Record<string, RoutePath>

/** The routes of an item that takes applications, and of its form. */
export const APPLICATION_ROUTES = {
  course: { item: '/course/detail', form: '/course/form' },
  activity: { item: '/course/activity', form: '/course/activity-form' },
} as const satisfies Record<string, { item: RoutePath; form: RoutePath }>

/**
 * Builds the path of a route in a locale. Items and page numbers are query parameters (spec section 2: no
 * route has a path parameter).
 * @example href('/course/detail', 'en', { id: 12 }) // '/en/course/detail?id=12'
 */
export function href(
  path: PagePath,
  locale: Locale,
  query: Record<string, string | number> = {},
): string {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString()
  return localizePath(path, locale) + (search && `?${search}`)
}

/** URL of the login page that returns to the current page. */
export const getLoginHref = ({ pathname, search }: { pathname: string; search: string }): string =>
  href('/login', getPathLocale(pathname), { return: pathname + search })
