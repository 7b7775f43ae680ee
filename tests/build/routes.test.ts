import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { parse } from 'node-html-parser'
import { describe, expect, inject, test } from 'vitest'
import { SITE_LOCALES, LOCALE_TRAITS } from '#i18n/locales.ts'
import { ROUTES } from '#routes.ts'
import { ITEM_ROUTES } from '#scripts/serve/site-routes.ts'
import { getFile, inBothLocales, readPage, readPages } from '#tests/support/release.ts'

const { release } = inject('stack')
const pages = readPages(release)
const AREAS = globSync('i18n/en/*.json').map((file) => basename(file, '.json'))
/** A raw message key, such as `drama:title`. */
const MESSAGE_KEY = new RegExp(`\\b(${AREAS.join('|')}):[a-z_]+\\b`)
/** Language tags of the site. */
const TAGS = SITE_LOCALES.map((locale) => LOCALE_TRAITS[locale].htmlLang)

describe('the release', () => {
  test.each(inBothLocales(ROUTES.map(({ path }) => path)))(
    'has %s in %s, in its language',
    { tags: ['S2.01', 'S9.01'] },
    (path, locale) => {
      const { root } = readPage(release, getFile(path, locale))
      expect(root.querySelector('html')?.getAttribute('lang')).toBe(LOCALE_TRAITS[locale].htmlLang)
      expect(root.querySelectorAll('h1')).toHaveLength(1)
      expect(root.querySelector('title')?.text).toMatch(/\S/)
    },
  )

  test.each(inBothLocales(ITEM_ROUTES.map(({ path }) => path)))(
    'loads the items of %s in %s on hosts without rewriting, but not within an item',
    (path, locale) => {
      const file = getFile(path, locale)
      expect(readPage(release, file).html).toContain('<item-loader')
      const items = pages.filter((page) => page.file.startsWith(file.replace('.html', '/')))
      expect(items.length).toBeGreaterThan(0)
      expect(items.filter(({ html }) => html.includes('<item-loader'))).toEqual([])
    },
  )

  test('has a document for each item in both languages', () => {
    for (const folder of ['drama/detail', 'course/detail', 'artist/detail', 'news/detail']) {
      const [zh, en] = SITE_LOCALES.map((locale) =>
        pages
          .filter((page) => page.locale === locale && page.file.includes(`${folder}/`))
          .map(({ file }) => file.split('/').at(-1))
          .toSorted(),
      )
      expect(zh?.length).toBeGreaterThan(7)
      expect(en).toEqual(zh)
    }
  })
})

describe('every page', () => {
  test.each(pages.map((page) => [page.file, page] as const))(
    '%s is complete',
    (_file, { html }) => {
      expect(html).not.toMatch(/\bundefined\b|\[object |\bNaN\b/)
      expect(html.replaceAll(/<script.*?<\/script>/gs, '')).not.toMatch(MESSAGE_KEY)
    },
  )

  test('contains no Chinese sentence if it is English', { tags: ['S1.01'] }, () => {
    const chinese = /[\p{Script=Han}，。！？；]{5,}/u
    const faults = pages
      .filter(({ locale }) => locale === 'en')
      .flatMap(({ file, html }) => {
        const root = parse(html)
        // The character list of a page's fonts is not text.
        for (const foreign of root.querySelectorAll('[lang^="zh"], #page-fonts')) foreign.remove()
        const match = chinese.exec(root.querySelector('body')?.structuredText ?? '')
        return match ? [`${file}: ${match[0]}`] : []
      })
    expect(faults).toEqual([])
  })
})

test(
  'every page links to itself and its counterparts in the other languages',
  { tags: ['S2.04'] },
  () => {
    const indexed = pages.filter(({ root }) => root.querySelector('link[rel="canonical"]'))
    expect(indexed.length).toBeGreaterThan(100)
    for (const { root, locale } of indexed) {
      const canonical = root.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? ''
      const alternates = root
        .querySelectorAll('link[rel="alternate"][hreflang]')
        .map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')] as const)
      const own = alternates.find(([lang]) => lang === LOCALE_TRAITS[locale].htmlLang)
      expect(own?.[1]).toBe(canonical)
      expect(alternates.map(([lang]) => lang)).toEqual([...TAGS, 'x-default'])
      expect(new URL(canonical).pathname).not.toMatch(/\/\d+$|\.html$/)
    }
  },
)
