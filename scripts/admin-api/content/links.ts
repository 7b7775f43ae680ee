import { ERROR_PAGE, ROUTES } from '#routes.ts'
import { describeMissing } from './checker.ts'
import type { Noun, SlugIndex } from './index-slugs.ts'

// Links between pages of the site. Editors write the slug of an item, `/drama/detail?id=teahouse`;
// visitors get its number, which stays when a file is renamed. Numbers may be written, too.

/** What the id in the address of a page is of. */
const SHOWN: Readonly<Record<string, Noun>> = {
  '/artist/detail': 'artist',
  '/course/detail': 'course',
  '/course/form': 'course',
  '/course/activity': 'activity',
  '/course/activity-form': 'activity',
  '/course/category': 'category',
  '/course/newDetail': 'course news',
  '/drama/detail': 'performance',
  '/drama/buyTicket': 'performance',
  '/news/detail': 'artist news',
  '/news/perform-detail': 'performance news',
}
const PAGES = new Set<string>(ROUTES.map(({ path }) => path))
const NEEDS_ID = new Set<string>(
  ROUTES.filter(({ item }) => item === 'required').map(({ path }) => path),
)
/** Answered by the API, not by a page. */
const FILES = /^\/(?:media|files|docs)(?:\/|$)/
const NUMBER = /^\d+$/
/** A link in a text: `[words](/drama/detail?id=teahouse)`. */
const INLINE = /(?<=\]\()\/[^)\s]*/g

const ORIGIN = 'http://site'
const isPath = (href: string): boolean => href.startsWith('/')

/** Why a link leads nowhere, null when it leads somewhere. */
export function findLinkFault(href: string, slugs: SlugIndex): string | null {
  if (!isPath(href) || !URL.canParse(href, ORIGIN)) return null
  const { pathname, searchParams } = new URL(href, ORIGIN)
  if (FILES.test(pathname)) return null
  const path = decodeURI(pathname)
  if (/^\/en(\/|$)/.test(path)) {
    return `Write the link without the language: ${href.replace(/^\/en\/?/, '/')} is shown in the reader's.`
  }
  if (!PAGES.has(path) || path === ERROR_PAGE) return `The site has no page ${path}.`
  const id = searchParams.get('id')
  const noun = SHOWN[path]
  if (id === null) {
    return NEEDS_ID.has(path) ? `${path} shows one ${noun}: add which one, ${path}?id=SLUG.` : null
  }
  if (noun === undefined || hasEntry(slugs, noun, id)) return null
  if (NUMBER.test(id)) return `There is no ${noun} with the number ${id}.`
  return describeMissing(noun, id)
}

function hasEntry(slugs: SlugIndex, noun: Noun, id: string): boolean {
  return slugs[noun].has(id) || (NUMBER.test(id) && slugs[noun].hasNumber(Number(id)))
}

/** The same address with the number of the item instead of its slug. */
export function resolveHref(href: string, slugs: SlugIndex): string {
  if (!isPath(href) || !URL.canParse(href, ORIGIN)) return href
  const url = new URL(href, ORIGIN)
  const noun = SHOWN[url.pathname]
  const id = url.searchParams.get('id')
  const entry = noun && id !== null && !NUMBER.test(id) ? slugs[noun].get(id) : undefined
  if (!entry) return href
  url.searchParams.set('id', String(entry.id))
  return url.href.slice(ORIGIN.length)
}

/** Data of a file with numbers in all its links, those in texts included. */
export function resolveLinks<T>(data: T, slugs: SlugIndex): T
export function resolveLinks(data: unknown, slugs: SlugIndex): unknown {
  if (typeof data === 'string') return data.replace(INLINE, (href) => resolveHref(href, slugs))
  if (Array.isArray(data)) return data.map((one) => resolveLinks(one, slugs))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      key === 'href' ? resolveHref(String(value), slugs) : resolveLinks(value, slugs),
    ]),
  )
}

/** Every link of a file with its field. */
export function listLinks(data: unknown, path: readonly string[] = []): [string, string][] {
  if (typeof data === 'string') {
    const field = path.join('.')
    if (path.at(-1) === 'href') return [[field, data]]
    return [...data.matchAll(INLINE)].map(([href]) => [field, href])
  }
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([key, value]) => listLinks(value, [...path, key]))
}
