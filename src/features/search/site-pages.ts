import type { Section } from '#api/sections.ts'
import type { IslandTexts } from '#i18n/island-areas.ts'
import type { RoutePath } from '#routes.ts'

// Single pages of the site are searched in the browser, because the API searches items only.

/** The part of the site that a page belongs to; `members` exists if they can log in. */
export type SitePart = Section | 'members'

interface PageTraits {
  name: string
  route: RoutePath
  part: SitePart
}

const PAGES = [
  { name: 'membership', route: '/pay/member', part: 'members' },
  { name: 'visit', route: '/about/about', part: 'about' },
  { name: 'about', route: '/about/about', part: 'about' },
  { name: 'calendar', route: '/calendar/calendar', part: 'calendar' },
  { name: 'drama', route: '/drama/home', part: 'performances' },
  { name: 'course', route: '/course/category', part: 'courses' },
  { name: 'activity', route: '/course/activity', part: 'activities' },
  { name: 'artist', route: '/artist/home', part: 'artists' },
  { name: 'news', route: '/news/detail', part: 'news' },
  { name: 'business', route: '/business/home', part: 'business' },
  { name: 'orders', route: '/order/list', part: 'members' },
] as const satisfies readonly PageTraits[]

export interface SitePage {
  name: (typeof PAGES)[number]['name']
  route: RoutePath
  title: string
  text: string
  /** Whether the query is in the title, or consists of whole keywords. */
  isExact: boolean
}

const HAN = /\p{Script=Han}/u
const MIN_LETTERS = 2
const MAX_FOUND = 3
const fold = (text: string) => text.normalize('NFKC').toLowerCase().trim()

/** Whether a page's word starts with a term of the query, or contains a Chinese term. */
const matchesWord = (word: string, term: string): boolean =>
  HAN.test(term) ? word.includes(term) : term.length >= MIN_LETTERS && word.startsWith(term)

const splitWords = (text: string) => fold(text).split(/\s+/).filter(Boolean)

/** Pages of the site that match all terms of a query, those first whose title starts with the query. */
export function findSitePages(
  q: string,
  parts: readonly SitePart[],
  t: IslandTexts<'search'>,
): SitePage[] {
  const terms = splitWords(q)
  if (terms.length === 0) return []
  return PAGES.filter(({ part }) => parts.includes(part))
    .flatMap(({ name, route }) => {
      const title = t(`search:page_${name}`)
      const words = splitWords(title)
      const keywords = splitWords(t(`search:page_${name}_words`))
      const isInTitle = (term: string) => words.some((word) => matchesWord(word, term))
      const matches = (term: string) =>
        isInTitle(term) || keywords.some((word) => matchesWord(word, term))
      if (!terms.every(matches)) return []
      const isExact = terms.every((term) => isInTitle(term) || keywords.includes(term))
      return [{ name, route, title, text: t(`search:page_${name}_text`), isExact }]
    })
    .toSorted((one, other) => startsWith(other, q) - startsWith(one, q))
    .slice(0, MAX_FOUND)
}

const startsWith = ({ title }: SitePage, q: string) => Number(fold(title).startsWith(fold(q)))

/** The match of a query in a page title, as [start, end). */
export function markSitePage({ title }: SitePage, q: string): [number, number][] {
  const at = fold(title).indexOf(fold(q))
  return at === -1 ? [] : [[at, at + fold(q).length]]
}
