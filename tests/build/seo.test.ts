import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { parseAtomFeed } from 'feedsmith'
import sharp from 'sharp'
import { describe, expect, inject, test } from 'vitest'
import { LOCALE_TRAITS, getPrefix, SITE_LOCALES } from '#i18n/locales.ts'
import { readPages, type Page } from '#tests/support/release.ts'
import {
  checkVocabulary,
  findMissing,
  listNodes,
  type Node,
} from '#tests/support/structured-data.ts'

const { release, site } = inject('stack')
const pages = readPages(release)
const indexed = pages.filter(({ root }) => root.querySelector('link[rel="canonical"]'))

const getMeta = ({ root }: Page, name: string): string | undefined =>
  root.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content')
const getCanonical = ({ root }: Page): string =>
  root.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? ''
const getPath = (address: string): string => address.slice(new URL(address).origin.length)

function readGraph({ root }: Page): Node[] {
  const text = root.querySelector('script[type="application/ld+json"]')?.text ?? '{}'
  return (JSON.parse(text) as { '@graph'?: Node[] })['@graph'] ?? []
}

/** Requests the paths and returns those whose status is not 200. */
async function findBroken(paths: readonly string[]): Promise<string[]> {
  const waiting = [...paths]
  const faults: string[] = []
  const work = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const response = await fetch(site + path, { redirect: 'manual' })
      await response.body?.cancel()
      if (response.status !== 200) faults.push(`${path}: ${response.status}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return faults
}

describe('structured data', () => {
  test.each([
    ['drama/detail', ['TheaterEvent']],
    ['course/detail', ['Course']],
    ['course/activity', ['Event']],
    ['artist/detail', ['Person']],
    ['news/detail', ['NewsArticle']],
    ['news/perform-detail', ['NewsArticle']],
    ['course/newDetail', ['NewsArticle']],
  ])('of every page in %s have its type and breadcrumbs', (folder, types) => {
    const items = pages.filter(({ file }) => new RegExp(`^(en/)?${folder}/\\d+\\.html$`).test(file))
    expect(items.length).toBeGreaterThan(7)
    for (const item of items) {
      const foundTypes = readGraph(item).map((node) => node['@type'])
      expect([item.file, foundTypes]).toEqual([
        item.file,
        expect.arrayContaining([...types, 'BreadcrumbList']),
      ])
    }
  })

  test('of the home page contain the organisation, its venues and its search', () => {
    const home = pages.filter(({ file }) => ['index.html', 'en.html'].includes(file))
    expect(home).toHaveLength(2)
    for (const page of home) {
      const types = listNodes(readGraph(page)).map((node) => node['@type'])
      expect(types).toEqual(
        expect.arrayContaining([
          'Organization',
          'PerformingArtsTheater',
          'WebSite',
          'SearchAction',
        ]),
      )
    }
  })

  test('use only terms of schema.org', () => {
    const wrong = { '@type': 'NewsArticle', headline: 'A', isSmelly: true }
    const { checked, faults } = checkVocabulary([...indexed.flatMap(readGraph), wrong])
    expect(checked).toBeGreaterThan(8)
    expect(faults).toEqual([expect.stringContaining('isSmelly')])
  })

  test('have the fields that search results require', () => {
    const faults = indexed.flatMap((page) =>
      listNodes(readGraph(page))
        .flatMap(findMissing)
        .map((fault) => `${page.file}: ${fault}`),
    )
    expect(faults).toEqual([])
  })

  test('contain only absolute, existing URLs of this site', async () => {
    const origin = new URL(getCanonical(indexed[0] as Page)).origin
    const addresses = indexed
      .flatMap((page) => listNodes(readGraph(page)))
      .flatMap(({ url, image, item, contentUrl, thumbnailUrl }) =>
        [url, image, item, contentUrl, thumbnailUrl].flat(),
      )
      .filter((address) => typeof address === 'string')
    const distinct = [...new Set(addresses)]
    expect(distinct.filter((address) => new URL(address).origin !== origin)).toEqual([])
    expect(await findBroken(distinct.map(getPath))).toEqual([])
  })
})

interface Url {
  loc: string
  'xhtml:link': { '@_hreflang': string; '@_href': string }[]
}

describe('the sitemap', () => {
  const xml = readFileSync(join(release, 'sitemap.xml'), 'utf8')
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    isArray: (name) => ['url', 'xhtml:link'].includes(name),
  })
  const { url: urls } = (parser.parse(xml) as { urlset: { url: Url[] } }).urlset

  test('is well-formed and lists the canonical URL of every indexed page', () => {
    expect(XMLValidator.validate(xml)).toBe(true)
    const locations = urls.map(({ loc }) => loc)
    expect(new Set(locations).size).toBe(locations.length)
    const canonical = new Set(indexed.map(getCanonical))
    expect(locations.toSorted()).toEqual([...canonical].toSorted())
  })

  test('has mutual alternates that equal those of the pages', () => {
    const listAlternates = ({ 'xhtml:link': links }: Url) =>
      Object.fromEntries(links.map((link) => [link['@_hreflang'], link['@_href']]))
    const sitemapAlternates = new Map(urls.map((url) => [url.loc, listAlternates(url)]))
    const onPages = new Map(
      indexed.map((page) => [
        getCanonical(page),
        Object.fromEntries(
          page.root
            .querySelectorAll('link[hreflang]')
            .map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]),
        ),
      ]),
    )
    for (const [location, alternates] of sitemapAlternates) {
      expect(Object.values(alternates)).toContain(location)
      for (const other of Object.values(alternates))
        expect(sitemapAlternates.get(other)).toEqual(alternates)
      expect(onPages.get(location)).toEqual(alternates)
    }
  })

  test('contains only existing URLs, with ids in the query', { tags: ['S2.04'] }, async () => {
    expect(urls.filter(({ loc }) => /\/\d+$|\.html/.test(loc))).toEqual([])
    expect(await findBroken(urls.map(({ loc }) => getPath(loc)))).toEqual([])
  })
})

test('robots.txt contains the sitemap and excludes the API', async () => {
  const response = await fetch(`${site}/robots.txt`)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  const text = await response.text()
  expect(text).toContain('Disallow: /api/')
  const sitemap = /^Sitemap: (.+)$/m.exec(text)?.[1] ?? ''
  expect(getPath(sitemap)).toBe('/sitemap.xml')
})

describe.each(SITE_LOCALES)('news feeds in %s', (locale) => {
  const prefix = getPrefix(locale)
  const { htmlLang } = LOCALE_TRAITS[locale]

  test.each(['artist', 'course', 'performance'])(
    'of the kind %s contain its news',
    async (kind) => {
      const path = `${prefix}/feeds/${kind}-news.xml`
      const response = await fetch(site + path)
      expect(response.status).toBe(200)
      const xml = await response.text()
      expect(xml).toContain(`xml:lang="${htmlLang}"`)
      const { id, updated, entries = [] } = parseAtomFeed(xml)
      expect(getPath(id ?? '')).toBe(path)
      expect(updated).toBe(entries[0]?.published)
      expect(entries.length).toBeGreaterThan(3)
      const times = entries.map(({ published }) => Date.parse(published ?? ''))
      expect(times).toEqual(times.toSorted((a, b) => b - a))
      expect(await findBroken(entries.map((entry) => getPath(entry.id ?? '')))).toEqual([])
    },
  )
})

test.each(['news/detail', 'news/perform-detail', 'course/newDetail', 'artist/home'])(
  '%s links to the feed of its language',
  (file) => {
    for (const locale of SITE_LOCALES) {
      const prefix = getPrefix(locale)
      const page = pages.find((candidate) => `/${candidate.file}` === `${prefix}/${file}.html`)
      const link = page?.root.querySelector('link[type="application/atom+xml"]')
      expect(link?.getAttribute('href')).toMatch(new RegExp(`^${prefix}/feeds/`))
      expect(existsSync(join(release, link?.getAttribute('href') ?? 'missing'))).toBe(true)
    }
  },
)

describe('share cards', () => {
  const cards = new Map(indexed.map((page) => [page, getPath(getMeta(page, 'og:image') ?? 'x:/')]))

  test('are JPEG images of 1200 × 630', async () => {
    for (const path of new Set(cards.values())) {
      const { format, width, height } = await sharp(join(release, path)).metadata()
      expect([path, format, width, height]).toEqual([path, 'jpeg', 1200, 630])
    }
  })

  test('exist once for each item and language', () => {
    const items = [...cards].filter(([{ file }]) => /\/\d+\.html$/.test(file))
    expect(items.length).toBeGreaterThan(100)
    expect(new Set(items.map(([, path]) => path)).size).toBe(items.length)
  })

  test('are referenced with size and alt text', () => {
    for (const page of indexed) {
      expect(getMeta(page, 'og:image:width')).toBe('1200')
      expect(getMeta(page, 'og:image:height')).toBe('630')
      expect(getMeta(page, 'og:image:alt')).toMatch(/\S/)
      expect(getMeta(page, 'twitter:card')).toBe('summary_large_image')
    }
  })
})

test('each page has a description of its own', () => {
  const descriptions = Map.groupBy(indexed, (page) => getMeta(page, 'description'))
  expect(['', undefined].filter((none) => descriptions.has(none))).toEqual([])
  const repeated = [...descriptions.values()].filter(({ length }) => length > 1)
  expect(repeated.map((group) => group.map(({ file }) => file))).toEqual([])
})

test('Open Graph tags equal title and meta of pages', { tags: ['S3.09'] }, () => {
  for (const page of indexed) {
    expect(getMeta(page, 'og:description')).toBe(getMeta(page, 'description'))
    expect(page.root.querySelector('title')?.text).toContain(getMeta(page, 'og:title') ?? '?')
    expect(getMeta(page, 'og:locale')).toBe(LOCALE_TRAITS[page.locale].openGraph)
  }
})
