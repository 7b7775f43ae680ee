import type { Section } from '#api/sections.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Translate } from '#i18n/messages.ts'
import { href, type PagePath, type RoutePath } from '#routes.ts'

/** The first page of each section, and its name. */
const SECTION_LINKS = {
  performances: ['/drama/home', 'nav:drama'],
  courses: ['/course/home', 'nav:course'],
  activities: ['/course/activity', 'nav:activity'],
  artists: ['/artist/home', 'nav:artist'],
  news: ['/news/detail', 'nav:news'],
  business: ['/business/home', 'nav:business'],
  about: ['/about/about', 'nav:about'],
  calendar: ['/calendar/calendar', 'nav:calendar'],
  search: ['/search/search', 'nav:search'],
} as const satisfies Record<Section, readonly [RoutePath, string]>

const isTool = (section: Section): boolean => section === 'calendar' || section === 'search'

/** Builds the links of the header, with `aria-current` for the current page or area. */
export function buildNavigation(
  route: PagePath,
  locale: Locale,
  t: Translate,
  sections: readonly Section[],
) {
  const link = (section: Section) => {
    const [path, key] = SECTION_LINKS[section]
    return { href: href(path, locale), label: t(key), current: getCurrent(path, route) }
  }
  return {
    main: sections.filter((section) => !isTool(section)).map(link),
    tools: sections.filter(isTool).map(link),
  }
}

/** The link of a page without content: the programme, or else the home page. */
export function getFallbackLink(locale: Locale, t: Translate, sections: readonly Section[]) {
  if (sections.includes('performances')) {
    return { href: href('/drama/home', locale), label: t('common:see_programme') }
  }
  return { href: href('/', locale), label: t('common:back_home') }
}

/** `aria-current` of a link: `page` for the page itself, `true` for its area. */
function getCurrent(path: RoutePath, route: PagePath) {
  if (path === route) return 'page' as const
  return getArea(path) === getArea(route) ? ('true' as const) : undefined
}

/** The area of a route. Activities and news of courses have routes below `/course`. */
function getArea(route: PagePath) {
  if (route === '/course/newDetail') return 'news'
  return route.startsWith('/course/activity') ? 'activity' : route.split('/')[1]
}
