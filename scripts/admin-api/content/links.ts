import { ERROR_PAGE, ROUTES, type ItemPath } from '#routes.ts'
import { describeMissing } from './checker.ts'
import type { Noun, SlugIndex } from './index-slugs.ts'
import { visitTexts } from './sources.ts'

// Links between pages of the site. Editors write the slug of an item, `/drama/detail?id=teahouse`; the site
// uses its id, which is stable when a file is renamed. Editors may also write ids.

/** The kind of item that the `id` in the URL of a page refers to. */
const ITEM_NOUNS: Readonly<Record<string, Noun>> = {
  '/artist/detail': 'artist',
  '/course/detail': 'course',
  '/course/form': 'course',
  '/course/activity': 'activity',
  '/course/activity-form': 'activity',
  '/course/category': 'category',
  '/course/custom-el': 'course',
  '/course/newDetail': 'course news',
  '/drama/detail': 'performance',
  '/drama/buyTicket': 'performance',
  '/news/custom-el': 'artist news',
  '/news/detail': 'artist news',
  '/news/perform-detail': 'performance news',
} satisfies Record<ItemPath, Noun>
const PAGES = new Set<string>(ROUTES.map(({ path }) => path))
const NEEDS_ID = new Set<string>(
  ROUTES.filter(({ item }) => item === 'required').map(({ path }) => path),
)
/** Served by the API; not pages. */
const FILES = /^\/(?:media|files|docs)(?:\/|$)/
const NUMBER = /^\d+$/
/** A link in a text: `[text](/drama/detail?id=teahouse)`. */
const INLINE = /(?<=\]\()\/[^)\s]*/g

const ORIGIN = 'http://site'
const isPath = (href: string): boolean => href.startsWith('/')

/** Explains why a link is broken; null if it is valid. */
export function findLinkFault(href: string, slugs: SlugIndex): string | null {
  if (!isPath(href) || !URL.canParse(href, ORIGIN)) return null
  const { searchParams } = new URL(href, ORIGIN)
  const [path = ''] = href.split(/[?#]/)
  if (FILES.test(path)) return null
  if (/^\/en(\/|$)/.test(path)) {
    return `Write the link without the language: ${href.replace(/^\/en\/?/, '/')}. The site adds the language of the visitor.`
  }
  if (!PAGES.has(path) || path === ERROR_PAGE) return `The site has no page ${path}.`
  const id = searchParams.get('id')
  const noun = ITEM_NOUNS[path]
  if (id === null) {
    return NEEDS_ID.has(path) ? `${path} shows one ${noun}: add its slug, ${path}?id=SLUG.` : null
  }
  if (noun === undefined || slugs[noun].has(id)) return null
  if (!NUMBER.test(id)) return describeMissing(noun, id)
  return slugs[noun].hasId(Number(id)) ? null : `There is no ${noun} with the id ${id}.`
}

/** Replaces the slug in a link by the id of the item. */
export function resolveHref(href: string, slugs: SlugIndex): string {
  if (!isPath(href) || !URL.canParse(href, ORIGIN)) return href
  const url = new URL(href, ORIGIN)
  const noun = ITEM_NOUNS[url.pathname]
  const id = url.searchParams.get('id')
  const entry = noun && id !== null ? slugs[noun].get(id) : undefined
  if (!entry) return href
  url.searchParams.set('id', String(entry.id))
  return url.href.slice(ORIGIN.length)
}

/** Replaces slugs by ids in all links of a file, including links in texts. */
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

/** Lists the links of a file as [field, href]. */
export const listLinks = (data: unknown): [field: string, href: string][] =>
  [...visitTexts(data)].flatMap(([field, text]) => {
    const hrefs = /(?:^|\.)href$/.test(field) ? [text] : (text.match(INLINE) ?? [])
    return hrefs.map((href): [string, string] => [field, href])
  })
