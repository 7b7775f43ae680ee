import { globSync } from 'node:fs'
import { stripLocale } from '#i18n/paths.ts'
import { ROUTES, type IslandPath, type RoutePath } from '#routes.ts'
import { sum, type PageWeight } from './page-weight.ts'

/** Budget of the first view of a page, in bytes after brotli. */
export interface Budget {
  html: number
  /** Inline and external scripts of content pages; external scripts and messages of other pages. */
  js: number
}

const KB = 1000

/** Pages without a framework, whose HTML fits into the initial TCP congestion window (14 KB). */
const CONTENT: Budget = { html: 13.6 * KB, js: 6.8 * KB }
/** With live states, a filter, and 0.3 KB that load the items of the list on hosts without rewriting. */
const COURSE_LIST: Budget = { ...CONTENT, js: 7.1 * KB }

// React with hydration is 61 KB of each, react-hook-form 12, the API client with validation 10 (ofetch is 3 of
// them), messages 2 to 6. Libraries are bundled as published (decision 050), so orders, checkout and forms are above
// the goals of 88 and 100 KB. The next show in the menu is 0.2 KB of each page's HTML, sign-in by redirect
// 1.5 KB of the account's script, the list of messages 2 KB. Each script budget leaves some hundred bytes, so that
// another version of a package needs no change here.
const SEARCH: Budget = { html: 15.2 * KB, js: 87 * KB }
/** It contains the shows of two months, most of them on the first day of a month. */
const CALENDAR: Budget = { ...SEARCH, html: 17 * KB }
const COURSE: Budget = { html: 16.3 * KB, js: 88 * KB }
const TICKETS: Budget = { html: 10.5 * KB, js: 90.9 * KB }
const ORDERS: Budget = { html: 11 * KB, js: 94.6 * KB }
const ORDER: Budget = { html: 11.7 * KB, js: 97 * KB }
const CHECKOUT: Budget = { html: 10.4 * KB, js: 94.2 * KB }
const LOGIN: Budget = { html: 11.9 * KB, js: 107.8 * KB }
const ACCOUNT: Budget = { html: 11.9 * KB, js: 108.4 * KB }
const PROFILE_FIELD: Budget = { html: 11.5 * KB, js: 87.8 * KB }
const APPLICATIONS: Budget = { html: 12.7 * KB, js: 109.9 * KB }

const ISLANDS: Partial<Record<RoutePath, Budget>> = {
  '/search/search': SEARCH,
  '/search/list': SEARCH,
  '/search/Title': SEARCH,
  '/calendar/calendar': CALENDAR,
  '/order/list': ORDERS,
  '/order/course': ORDERS,
  '/order/perform': ORDERS,
  '/order/member': ORDERS,
  '/order/recharge': ORDERS,
  '/order/DynamicInfoCard': ORDERS,
  '/order/Info': ORDER,
  '/order/MobileInfo': ORDER,
  '/pay/pay': CHECKOUT,
  '/pay/success': CHECKOUT,
  '/pay/member': TICKETS,
  '/drama/buyTicket': TICKETS,
  '/code/code': TICKETS,
  '/course/detail': COURSE,
  '/login': LOGIN,
  '/course/form': APPLICATIONS,
  '/course/activity-form': APPLICATIONS,
  '/user/user': ACCOUNT,
  '/user/DateSelect': PROFILE_FIELD,
  '/user/Dropdown': PROFILE_FIELD,
  '/user/SexSelect': PROFILE_FIELD,
} satisfies Record<IslandPath, Budget>

/** Lists the HTML documents of a built folder. */
export const listDocuments = (folder: string): string[] =>
  globSync('**/*.html', { cwd: folder }).filter((file) => !file.startsWith('files/'))

/** Finds the route of a document: `/drama/detail` for `en/drama/detail/12.html`. */
export function getDocumentRoute(file: string): RoutePath | undefined {
  const path = stripLocale(`/${file}`.replace(/(?:\/index)?\.html$/, '') || '/')
  const bare = path.replace(/\/(?:\d+|page-\d+)$/, '')
  return ROUTES.find((route) => route.path === path || route.path === bare)?.path
}

/** The budget of the documents of a route; error pages count as content pages. */
export const getBudget = (route: RoutePath | undefined): Budget =>
  (route && ISLANDS[route]) ?? (route === '/course/category' ? COURSE_LIST : CONTENT)

/** Whether a route is a content page, without a framework. */
export const isContent = (route: RoutePath | undefined): boolean => !(route && ISLANDS[route])

/** The script bytes that count for the budget of a route. */
export const sumScript = (route: RoutePath | undefined, { inlineScript, js }: PageWeight): number =>
  sum(js) + (isContent(route) ? inlineScript : 0)
