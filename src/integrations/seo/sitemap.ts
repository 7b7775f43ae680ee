import { NewsKindSchema } from '#api/news.ts'
import { isShownPath } from '#api/sections.ts'
import { derive } from '#content/query-cache.ts'
import { listCategoryIds } from '#content/courses.ts'
import { countNewsPages } from '#content/news.ts'
import { getSections } from '#content/site.ts'
import { DEFAULT_LOCALE, SITE_LOCALES, LOCALE_TRAITS, type Locale } from '#i18n/locales.ts'
import { href, NEWS_ROUTES, ROUTES, type RoutePath } from '#routes.ts'
import { listContentItems, type ContentItem } from './items.ts'
import { writeDocument, writeElement, writeText } from './xml.ts'

/** A page in all its languages. */
export type SitemapPage = Omit<ContentItem, 'title'>

/** Maximum number of URLs per sitemap file. */
const SITEMAP_SIZE = 10_000

const NAMESPACES = {
  xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9',
  'xmlns:xhtml': 'http://www.w3.org/1999/xhtml',
}

const withQuery = (route: RoutePath, query: SitemapPage['query'] = {}): SitemapPage => ({
  route,
  query,
  langs: SITE_LOCALES,
  changedAt: null,
})

async function listFurtherPages(): Promise<SitemapPage[]> {
  const pages = await Promise.all(
    NewsKindSchema.options.map(async (kind) => {
      const count = await countNewsPages(kind)(DEFAULT_LOCALE)
      return Array.from({ length: count - 1 }, (_, index) =>
        withQuery(NEWS_ROUTES[kind].news, { page: index + 2 }),
      )
    }),
  )
  return pages.flat()
}

/** Lists every indexed page: routes, items, categories, pages of lists. */
export const listSitemapPages = (): Promise<SitemapPage[]> =>
  derive('sitemap pages', collectSitemapPages)

async function collectSitemapPages(): Promise<SitemapPage[]> {
  const items = await listContentItems(DEFAULT_LOCALE)
  const categories = await listCategoryIds(DEFAULT_LOCALE)
  const written = new Set(items.filter(({ query }) => !('id' in query)).map(({ route }) => route))
  const lists = ROUTES.filter(
    ({ isIndexed, item, path }) => isIndexed && item !== 'required' && !written.has(path),
  )
  const sections = await getSections(DEFAULT_LOCALE)
  return [
    ...lists.map(({ path }) => withQuery(path)),
    ...categories.map((id) => withQuery('/course/category', { id })),
    ...(await listFurtherPages()),
    ...items.map(({ route, query, langs, changedAt }) => ({ route, query, langs, changedAt })),
  ].filter(({ route }) => isShownPath(route, sections))
}

function writeUrls({ route, query, langs, changedAt }: SitemapPage, origin: string): string[] {
  const getAddress = (locale: Locale) => new URL(href(route, locale, query), origin).href
  const shown = SITE_LOCALES.filter((locale) => langs.includes(locale))
  const [first = DEFAULT_LOCALE] = shown
  const alternates = [
    ...shown.map((locale) => [LOCALE_TRAITS[locale].htmlLang, getAddress(locale)] as const),
    ['x-default', getAddress(first)] as const,
  ].map(([hreflang, address]) =>
    writeElement('xhtml:link', { rel: 'alternate', hreflang, href: address }),
  )
  return shown.map((locale) =>
    writeElement('url', {}, [
      writeText('loc', getAddress(locale)),
      ...(changedAt === null ? [] : [writeText('lastmod', changedAt)]),
      ...(SITE_LOCALES.length > 1 ? alternates : []),
    ]),
  )
}

/** Writes the sitemap files of a site, each with at most `size` URLs. */
export function writeSitemaps(
  pages: readonly SitemapPage[],
  origin: string,
  size = SITEMAP_SIZE,
): string[] {
  const urls = pages.flatMap((page) => writeUrls(page, origin))
  const count = Math.max(1, Math.ceil(urls.length / size))
  return Array.from({ length: count }, (_, part) =>
    writeDocument(writeElement('urlset', NAMESPACES, urls.slice(part * size, (part + 1) * size))),
  )
}

/** Writes the index of `count` sitemap files. */
export function writeSitemapIndex(count: number, origin: string): string {
  const parts = Array.from({ length: count }, (_, part) =>
    writeElement('sitemap', {}, [
      writeText('loc', new URL(`/sitemap-${part + 1}.xml`, origin).href),
    ]),
  )
  return writeDocument(writeElement('sitemapindex', { xmlns: NAMESPACES.xmlns }, parts))
}
