import * as v from 'valibot'

/** Optional sections of a site, in the order of the navigation. */
export const SECTIONS = [
  'performances',
  'courses',
  'activities',
  'artists',
  'news',
  'business',
  'about',
  'calendar',
  'search',
] as const
export type Section = (typeof SECTIONS)[number]

/** Sections with an act on the home page, in the default order. */
export const HOME_ACTS = [
  'performances',
  'courses',
  'activities',
  'artists',
  'news',
  'business',
] as const satisfies readonly Section[]
export type HomeAct = (typeof HOME_ACTS)[number]

const isEachOnce = (list: readonly string[]) => new Set(list).size === list.length

export const SectionsSchema = v.pipe(
  v.array(v.picklist(SECTIONS)),
  v.check((list) => isEachOnce(list), 'expected each section once'),
  v.description(
    'Sections that the site has, in the order of the navigation. Others have no pages.',
  ),
)

export const HomeActsSchema = v.pipe(
  v.array(v.picklist(HOME_ACTS)),
  v.check((list) => isEachOnce(list), 'expected each section once'),
  v.description('Sections that the home page shows, in their order.'),
)

const ROUTES_OF_SECTION: Record<Section, RegExp> = {
  performances: /^\/drama\//,
  courses: /^\/course\/(?:home|category|detail|form|custom-el)\b/,
  activities: /^\/course\/activity/,
  artists: /^\/artist\//,
  news: /^\/(?:news|feeds)\/|^\/course\/newDetail\b/,
  business: /^\/business\//,
  about: /^\/about\//,
  calendar: /^\/calendar\//,
  search: /^\/search\//,
}

/** The section of a path without locale; null for paths that every site has. */
export const findSection = (path: string): Section | null =>
  SECTIONS.find((section) => ROUTES_OF_SECTION[section].test(path)) ?? null

/** Whether a path without locale belongs to an enabled section or to every site. */
export function isShownPath(path: string, sections: readonly Section[]): boolean {
  const section = findSection(path)
  return section === null || sections.includes(section)
}

/** Sections that use the data of a call; the first matching pattern applies. */
const SECTIONS_OF_CALL: readonly (readonly [pattern: RegExp, sections: readonly Section[]])[] = [
  [/^\/api\/(?:perform|course|artist)\/news_/, ['news']],
  [/^\/api\/perform\//, ['performances']],
  [/^\/api\/course\/calendar$/, ['courses', 'activities']],
  [/^\/api\/course\/activity_/, ['activities']],
  [/^\/api\/course\//, ['courses']],
  [/^\/api\/artist\//, ['artists']],
  [/^\/api\/index\/calendar$/, ['calendar']],
  [/^\/api\/index\/business$/, ['business']],
  [/^\/api\/index\/about$/, ['about']],
  [/^\/api\/search\//, ['search']],
]

/**
 * The section whose absence disables a call; null while a section that uses it is enabled, and for calls of
 * every site.
 * @param path path of the endpoint
 */
export function findDisabledSection(path: string, enabled: readonly Section[]): Section | null {
  const [, sections = []] = SECTIONS_OF_CALL.find(([pattern]) => pattern.test(path)) ?? []
  const [first = null] = sections
  return sections.some((section) => enabled.includes(section)) ? null : first
}
