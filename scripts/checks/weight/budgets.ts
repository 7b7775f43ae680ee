import { stripLocale } from '#i18n/paths.ts'
import { ROUTES, type RoutePath } from '#routes.ts'
import { sum, type PageWeight } from './page-weight.ts'

/** What a page may weigh at first view: bytes after brotli. */
export interface Budget {
  html: number
  /** Script inside and beside the HTML on content pages, beside it on pages with islands. */
  js: number
}

const KB = 1000

/** A page that reads without a framework: all of its HTML in the first flight of packets. */
const CONTENT: Budget = { html: 13 * KB, js: 5 * KB }

// React and what hydrates it are 61 KB of each, react-hook-form 12.
const SEARCH: Budget = { html: 15.2 * KB, js: 84 * KB }
const ORDERS: Budget = { html: 17.2 * KB, js: 91 * KB }
const ACCOUNT: Budget = { html: 14.8 * KB, js: 102 * KB }
// Above the 100 KB of design section 7: libraries come whole (decision 050).
const APPLICATIONS: Budget = { html: 14.8 * KB, js: 105 * KB }

const ISLANDS: Partial<Record<RoutePath, Budget>> = {
  '/search/search': SEARCH,
  '/search/list': SEARCH,
  '/search/Title': SEARCH,
  '/calendar/calendar': SEARCH,
  '/order/list': ORDERS,
  '/order/course': ORDERS,
  '/order/perform': ORDERS,
  '/order/member': ORDERS,
  '/order/recharge': ORDERS,
  '/order/Info': ORDERS,
  '/order/DynamicInfoCard': ORDERS,
  '/order/MobileInfo': ORDERS,
  '/pay/pay': ORDERS,
  '/pay/member': ORDERS,
  '/pay/success': ORDERS,
  '/drama/buyTicket': ORDERS,
  '/course/detail': ORDERS,
  '/code/code': ORDERS,
  '/login': ACCOUNT,
  '/course/form': APPLICATIONS,
  '/course/activity-form': APPLICATIONS,
  '/user/user': ACCOUNT,
  '/user/DateSelect': ACCOUNT,
  '/user/Dropdown': ACCOUNT,
  '/user/SexSelect': ACCOUNT,
}

/** The route that a document belongs to: `en/drama/detail/12.html` is one of `/drama/detail`. */
export function routeOfDocument(file: string): RoutePath | undefined {
  const path = stripLocale(`/${file}`.replace(/(?:\/index)?\.html$/, '') || '/')
  const bare = path.replace(/\/(?:\d+|page-\d+)$/, '')
  return ROUTES.find((route) => route.path === path || route.path === bare)?.path
}

/** What the documents of a route may weigh; error pages are content. */
export const budgetOf = (route: RoutePath | undefined): Budget =>
  (route && ISLANDS[route]) ?? CONTENT

/** Whether a route is a content page: no framework at all. */
export const isContent = (route: RoutePath | undefined): boolean => !(route && ISLANDS[route])

/** The script that counts for the budget of a route. */
export const scriptOf = (route: RoutePath | undefined, { inlineScript, js }: PageWeight): number =>
  sum(js) + (isContent(route) ? inlineScript : 0)
