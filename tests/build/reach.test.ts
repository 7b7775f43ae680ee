import { parse, type HTMLElement } from 'node-html-parser'
import { expect, inject, test } from 'vitest'
import { SITE_LOCALES, type Locale } from '#i18n/locales.ts'
import { getPathLocale, localizePath } from '#i18n/paths.ts'

const { site } = inject('stack')
const AT_ONCE = 8

/** Excludes link targets that are not pages: documents, feeds, calendars and the API. */
const isPagePath = (path: string): boolean =>
  !/^\/(?:files|feeds|api|docs|openapi\.json)(?:\/|$)|\.(?:ics|xml|pdf)$/.test(path)

/** File names of the build and other internal paths, which no link may use. */
const INTERNAL = /\.html$|\/index$|^\/_astro\/|^\/zh-cn(?:\/|$)|\/\d+$|\/page-\d+$/

interface Visit {
  status: number
  links: HTMLElement[]
  ids: Set<string>
}

/** Reads a page as a browser without JavaScript does: hidden links are ignored. */
async function visit(address: string): Promise<Visit> {
  const response = await fetch(site + address, { redirect: 'manual' })
  const root = parse(await response.text(), { blockTextElements: { script: true, style: true } })
  for (const element of root.querySelectorAll('[hidden], template')) element.remove()
  return {
    status: response.status,
    links: root.querySelectorAll('a[href]'),
    ids: new Set(root.querySelectorAll('[id]').map(({ id }) => id)),
  }
}

interface Crawl {
  visits: Map<string, Visit>
  faults: string[]
}

/** Follows all links within one language from its home page. */
async function crawl(locale: Locale): Promise<Crawl> {
  const home = localizePath('/', locale)
  const visits = new Map<string, Visit>()
  const faults: string[] = []
  const discovered = new Set([home])
  const fragments: { from: string; to: string; id: string }[] = []

  function follow(link: HTMLElement, from: string): string[] {
    const target = new URL(link.getAttribute('href')?.replaceAll('&amp;', '&') ?? '', site + from)
    if (target.origin !== new URL(site).origin) return []
    const to = target.pathname + target.search
    if (!isPagePath(target.pathname)) return []
    if (INTERNAL.test(target.pathname)) faults.push(`${from}: ${to} is an internal file path`)
    if (getPathLocale(target.pathname) !== locale) {
      if (!link.hasAttribute('data-language')) faults.push(`${from}: ${to} leaves the language`)
      return []
    }
    if (target.hash) fragments.push({ from, to, id: decodeURIComponent(target.hash.slice(1)) })
    if (discovered.has(to)) return []
    discovered.add(to)
    return [to]
  }

  for (let next = [home]; next.length > 0;) {
    const batch = next.splice(0, AT_ONCE)
    const batchVisits = await Promise.all(
      batch.map(async (path) => [path, await visit(path)] as const),
    )
    for (const [path, page] of batchVisits) {
      visits.set(path, page)
      if (page.status !== 200) faults.push(`${path} responds with ${page.status}`)
      next.push(...page.links.flatMap((link) => follow(link, path)))
    }
  }
  for (const { from, to, id } of fragments) {
    if (!visits.get(to)?.ids.has(id)) faults.push(`${from}: ${to} has no #${id}`)
  }
  return { visits, faults }
}

async function readSitemap(path = '/sitemap.xml'): Promise<string[]> {
  const xml = await (await fetch(site + path)).text()
  const addresses = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => {
    const { pathname, search } = new URL(address.replaceAll('&amp;', '&'))
    return pathname + search
  })
  if (!xml.includes('<sitemapindex')) return addresses
  return (await Promise.all(addresses.map(readSitemap))).flat()
}

test.each(SITE_LOCALES)(
  'every page is reachable by links from the home page in %s, without JavaScript',
  { tags: ['S1.02'] },
  async (locale) => {
    const { visits, faults } = await crawl(locale)
    expect(faults).toEqual([])
    const listed = (await readSitemap()).filter((path) => getPathLocale(path) === locale)
    expect(listed.length).toBeGreaterThan(80)
    expect(listed.filter((path) => !visits.has(path))).toEqual([])
  },
)
