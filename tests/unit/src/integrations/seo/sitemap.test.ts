import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { listMissingTexts } from '#integrations/seo/language-parity.ts'
import { writeSitemapIndex, writeSitemaps, type SitemapPage } from '#integrations/seo/sitemap.ts'
import { escapeXml, writeElement } from '#integrations/seo/xml.ts'

const ORIGIN = 'https://house.example'
const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'url' })
const parse = (xml: string): unknown => parser.parse(xml)

const page = (id: number, langs: SitemapPage['langs'] = ['zh-cn', 'en']): SitemapPage => ({
  route: '/drama/detail',
  query: { id },
  langs,
  changedAt: null,
})

describe('sitemap', () => {
  test('lists a page in each language, with all alternates', () => {
    const [xml = ''] = writeSitemaps([page(1)], ORIGIN)
    expect(XMLValidator.validate(xml)).toBe(true)
    const alternates = [
      ['zh-CN', `${ORIGIN}/drama/detail?id=1`],
      ['en', `${ORIGIN}/en/drama/detail?id=1`],
      ['x-default', `${ORIGIN}/drama/detail?id=1`],
    ].map(([lang, href]) => ({ '@_rel': 'alternate', '@_hreflang': lang, '@_href': href }))
    expect(parse(xml)).toMatchObject({
      urlset: {
        url: [
          { loc: `${ORIGIN}/drama/detail?id=1`, 'xhtml:link': alternates },
          { loc: `${ORIGIN}/en/drama/detail?id=1`, 'xhtml:link': alternates },
        ],
      },
    })
  })

  test('omits a language that an item lacks', () => {
    const [xml = ''] = writeSitemaps([page(1, ['en'])], ORIGIN)
    expect(xml).not.toContain('zh-CN')
    expect(xml).toContain(`hreflang="x-default" href="${ORIGIN}/en/drama/detail?id=1"`)
  })

  test('contains the date of a change if there is one', () => {
    const changedAt = '2027-05-01T09:00:00+08:00'
    const [xml] = writeSitemaps([{ ...page(1, ['en']), changedAt }], ORIGIN)
    expect(xml).toContain(`<lastmod>${changedAt}</lastmod>`)
  })

  test('is split into several files with an index for many pages', () => {
    const pages = Array.from({ length: 3 }, (_, index) => page(index + 1))
    const files = writeSitemaps(pages, ORIGIN, 4)
    const listIds = (xml: string) =>
      [...xml.matchAll(/<loc>.*?id=(\d)<\/loc>/g)].map(([, id]) => id)
    expect(files.map(listIds)).toEqual([
      ['1', '1', '2', '2'],
      ['3', '3'],
    ])
    expect(writeSitemaps([], ORIGIN)).toHaveLength(1)
    expect(parse(writeSitemapIndex(2, ORIGIN))).toMatchObject({
      sitemapindex: {
        sitemap: [{ loc: `${ORIGIN}/sitemap-1.xml` }, { loc: `${ORIGIN}/sitemap-2.xml` }],
      },
    })
  })
})

test('escapes any text in XML', () => {
  expect(escapeXml('a<b>&"c\u0001\u{1f3ad}')).toBe('a&lt;b&gt;&amp;&quot;c\u{1f3ad}')
  expect(writeElement('a', { href: '/?a=1&b=2' })).toBe('<a href="/?a=1&amp;b=2"/>')
})

test('lists items without a text in some language, with their path', () => {
  const items = [
    { ...page(1), title: 'Both' },
    { ...page(2, ['zh-cn']), title: '雷雨' },
  ]
  expect(listMissingTexts(items)).toEqual(['no en text: /drama/detail?id=2 雷雨'])
})
