import type { Locale } from '#i18n/locales.ts'
import type { Translate } from '#i18n/translate.ts'
import { href, type PagePath, type RoutePath } from '#routes.ts'

const MAIN = [
  ['/drama/home', 'nav:drama'],
  ['/course/home', 'nav:course'],
  ['/course/activity', 'nav:activity'],
  ['/artist/home', 'nav:artist'],
  ['/news/detail', 'nav:news'],
  ['/business/home', 'nav:business'],
  ['/about/about', 'nav:about'],
] as const

const TOOLS = [
  ['/calendar/calendar', 'nav:calendar'],
  ['/search/search', 'nav:search'],
] as const

/** Links of the header, with the one that the current page belongs to. */
export function navigationOf(route: PagePath, locale: Locale, t: Translate) {
  const area = route.split('/')[1]
  const link = ([path, key]: (typeof MAIN)[number] | (typeof TOOLS)[number]) => ({
    href: href(path, locale),
    label: t(key),
    current: currentOf(path, route, area),
  })
  return { main: MAIN.map(link), tools: TOOLS.map(link) }
}

/** `aria-current` of a link: the page itself, or the area that the page belongs to. */
function currentOf(path: RoutePath, route: PagePath, area: string | undefined) {
  if (path === route) return 'page' as const
  return area === path.split('/')[1] && !isActivity(route, path) ? ('true' as const) : undefined
}

/** Activities live in the folder of the courses but are an area of their own. */
const isActivity = (route: PagePath, path: RoutePath): boolean =>
  route.startsWith('/course/activity') !== (path === '/course/activity')
