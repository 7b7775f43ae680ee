import type { Section } from '#api/sections.ts'
import type { IslandTexts } from '#i18n/island-areas.ts'
import type { RoutePath } from '#routes.ts'

// Single pages of the site are searched in the browser, because the API searches items only.

/** The part of the site that a page belongs to; `members` exists if they can log in. */
export type SitePart = Section | 'members'

interface PageTraits {
  route: RoutePath
  section: SitePart
}

const PAGES = {
  membership: { route: '/pay/member', section: 'members' },
  visit: { route: '/about/about', section: 'about' },
  about: { route: '/about/about', section: 'about' },
  calendar: { route: '/calendar/calendar', section: 'calendar' },
  drama: { route: '/drama/home', section: 'performances' },
  course: { route: '/course/category', section: 'courses' },
  activity: { route: '/course/activity', section: 'activities' },
  artist: { route: '/artist/home', section: 'artists' },
  news: { route: '/news/detail', section: 'news' },
  business: { route: '/business/home', section: 'business' },
  orders: { route: '/order/list', section: 'members' },
} as const satisfies Record<string, PageTraits>
type SitePageName = keyof typeof PAGES

export interface SitePage {
  name: SitePageName
  route: RoutePath
  title: string
  text: string
}

const HAN = /\p{Script=Han}/u
const MIN_LETTERS = 2
const MAX_FOUND = 3
const fold = (text: string) => text.normalize('NFKC').toLowerCase().trim()

const isPageName = (name: string): name is SitePageName => name in PAGES

/** Whether a page's word starts with a term of the query, or contains a Chinese term. */
const matchesWord = (word: string, term: string): boolean =>
  HAN.test(term) ? word.includes(term) : term.length >= MIN_LETTERS && word.startsWith(term)

/** Pages of the site that match all terms of a query, those first whose title starts with the query. */
export function findSitePages(
  q: string,
  sections: readonly SitePart[],
  t: IslandTexts<'search'>,
): SitePage[] {
  const terms = fold(q).split(/\s+/).filter(Boolean)
  if (terms.length === 0) return []
  return Object.keys(PAGES)
    .filter(isPageName)
    .filter((name) => {
      const { section } = PAGES[name]
      const words = fold(`${t(`search:page_${name}`)} ${t(`search:page_${name}_words`)}`).split(
        /\s+/,
      )
      const isShown = sections.includes(section)
      return isShown && terms.every((term) => words.some((word) => matchesWord(word, term)))
    })
    .map((name) => ({
      name,
      route: PAGES[name].route,
      title: t(`search:page_${name}`),
      text: t(`search:page_${name}_text`),
    }))
    .toSorted((one, other) => startsWith(other, q) - startsWith(one, q))
    .slice(0, MAX_FOUND)
}

const startsWith = ({ title }: SitePage, q: string) => Number(fold(title).startsWith(fold(q)))

/** The match of a query in a page title, as [start, end). */
export function markSitePage({ title }: SitePage, q: string): [number, number][] {
  const at = fold(title).indexOf(fold(q))
  return at === -1 ? [] : [[at, at + fold(q).length]]
}
