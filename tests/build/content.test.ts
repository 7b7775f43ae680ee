import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { getActivityDateList } from '#api/activity.ts'
import type { Block } from '#api/blocks.ts'
import { getCourseIndex } from '#api/course.ts'
import { getPerformIndex } from '#api/perform.ts'
import type { Image, Span } from '#api/primitives.ts'
import { getAbout, getBanner, getInit } from '#api/site.ts'
import { readHtml } from '#content/html/read-html.ts'
import { ISLAND_AREAS } from '#i18n/island-areas.ts'
import { SITE_LOCALES, type Locale } from '#i18n/locales.ts'
import { localizeHref, stripLocale } from '#i18n/paths.ts'
import { ROUTES } from '#routes.ts'
import { getBudget, getDocumentRoute } from '#scripts/checks/weight/budgets.ts'
import { sum, weighScripts } from '#scripts/checks/weight/page-weight.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { getFile, readPage, readPages } from '#tests/support/release.ts'
import { createApiClient, getData } from './call-api.ts'

const { release } = inject('stack')

const getText = (path: string, locale: Locale) =>
  readPage(release, getFile(path, locale)).root.querySelector('main')?.structuredText ?? ''

describe.each(SITE_LOCALES)('pages in %s', (locale) => {
  test('show the banner on the home page', { tags: ['S2.47', 'S7.08'] }, async () => {
    const { banners } = getData(await createApiClient(locale)(getBanner))
    const text = getText('/', locale)
    for (const { title, link } of banners) {
      expect(text).toContain(title)
      expect(text).toContain(link.label)
    }
  })

  test('show every performance on the list', { tags: ['S2.50', 'S7.43'] }, async () => {
    const { on_sale, coming, past } = getData(await createApiClient(locale)(getPerformIndex))
    const text = getText('/drama/home', locale)
    const cards = [...on_sale, ...coming, ...past]
    expect(cards.length).toBeGreaterThanOrEqual(8)
    for (const { title } of cards) expect(text).toContain(title)
  })

  test('show the courses by category', { tags: ['S7.31'] }, async () => {
    const { categories } = getData(await createApiClient(locale)(getCourseIndex))
    const text = getText('/course/home', locale)
    for (const { name } of categories) expect(text).toContain(name)
  })

  test('say where to pay for an event with a price', async () => {
    const query = { from: '2000-01-01', size: '100' }
    const { items } = getData(await createApiClient(locale)(getActivityDateList, { query }))
    const upcoming = items.filter(({ activity: { state } }) => /open|not_started/.test(state))
    for (const { activity } of upcoming) {
      const text = getText(`/course/activity/${activity.id}`, locale)
      const hasNote = text.includes(getTexts(locale)('activity:payment'))
      expect([activity.title, hasNote]).toEqual([activity.title, activity.price_fen > 0])
    }
    expect(new Set(upcoming.map(({ activity }) => activity.price_fen > 0)).size).toBe(2)
  })

  test('use title and meta of the site settings', { tags: ['S3.09'] }, async () => {
    const { site } = getData(await createApiClient(locale)(getInit))
    const { root } = readPage(release, getFile('/', locale))
    const meta = (name: string) =>
      root.querySelector(`meta[name="${name}"]`)?.getAttribute('content')
    expect(root.querySelector('title')?.text).toBe(site.seo_title)
    expect(meta('description')).toBe(site.seo_description)
    expect(meta('keywords')).toBe(site.seo_keywords)
  })
})

test.each(SITE_LOCALES)('the frames of tables in %s have a role and a name', (locale) => {
  const { root } = readPage(release, getFile('/about/about', locale))
  const frames = root.querySelectorAll('.long-form > .table')
  expect(frames.length).toBeGreaterThan(0)
  for (const frame of frames) {
    expect(frame.attributes).toMatchObject({ role: 'region', tabindex: '0' })
    expect(frame.getAttribute('aria-label')).toMatch(/\S/)
  }
})

describe('content pages', () => {
  const delivered = new Set<string>(
    ROUTES.filter(({ delivery }) => delivery === 'page').map(({ path }) => path),
  )
  const pages = readPages(release).filter(({ file }) => {
    const path = stripLocale(`/${file}`).replace(/(\/(page-)?\d+)*\.html$/, '')
    return delivered.has(path)
  })

  test('have no framework and no more script than their budget', () => {
    expect(pages.length).toBeGreaterThan(100)
    for (const { file, root } of pages) {
      expect(root.querySelectorAll('astro-island'), file).toEqual([])
      const files = root
        .querySelectorAll('script[src]')
        .map((script) => script.getAttribute('src') ?? '')
      for (const src of files) expect(src, file).toMatch(/^\/_astro\/[\w.-]+\.js$/)
      const loaded = files.map((src) => readFileSync(join(release, src), 'utf8'))
      // No imports: another module would cost another round trip.
      for (const code of loaded) expect(code).not.toMatch(/\bimport\b|\bfrom\s*['"]/)
      const { inlineScript, js } = weighScripts(release, file)
      expect(inlineScript + sum(js), file).toBeLessThanOrEqual(getBudget(getDocumentRoute(file)).js)
    }
  })

  test('show the state of a show as a label, not as a number of places', () => {
    const shows = pages.flatMap(({ root }) => root.querySelectorAll('[data-live^="show:"]'))
    expect(shows.length).toBeGreaterThan(10)
    for (const show of shows) expect(show.hasAttribute('data-counted')).toBe(false)
  })

  test('load no image, video or style sheet from another origin', () => {
    for (const { file, root } of pages) {
      const addresses = ['img', 'source', 'video', 'track', 'link[rel="stylesheet"]'].flatMap(
        (tag) =>
          root
            .querySelectorAll(tag)
            .flatMap((element) =>
              ['src', 'srcset', 'poster', 'href'].flatMap(
                (name) => element.getAttribute(name)?.split(', ') ?? [],
              ),
            ),
      )
      for (const address of addresses) expect(address, file).toMatch(/^\/(?!\/)/)
    }
  })

  test('have width, height and alt text for every image', () => {
    for (const { file, root } of pages) {
      for (const image of root.querySelectorAll('img')) {
        expect(Number(image.getAttribute('width')), file).toBeGreaterThan(0)
        expect(Number(image.getAttribute('height')), file).toBeGreaterThan(0)
        expect(image.hasAttribute('alt'), file).toBe(true)
      }
    }
  })
})

test(
  'long-form text contains every block kind in both languages',
  { tags: ['S1.07', 'S1.08'] },
  () => {
    for (const locale of SITE_LOCALES) {
      const { root } = readPage(release, getFile('/about/about', locale))
      for (const kind of [
        'h2',
        'p',
        'ul',
        'img',
        '.image-text',
        '.gallery',
        'video',
        '.quote',
        'a.button',
      ]) {
        expect(root.querySelector(`.long-form ${kind}`), `${kind} in ${locale}`).not.toBeNull()
      }
    }
  },
)

/** The blocks as which the HTML of a block reads. */
function listReadable(block: Block): unknown[] {
  const readImage = ({ image, caption }: { image: Image; caption: string | null }) => ({
    type: 'image',
    image: { alt: image.alt, width: image.width, height: image.height },
    caption,
  })
  const paragraph = (...content: Span[]) => ({ type: 'paragraph', content })
  const line = (text: string | null) => (text === null ? [] : [{ type: 'text' as const, text }])
  switch (block.type) {
    case 'image':
      return [readImage(block)]
    case 'gallery':
      return block.images.map(readImage)
    case 'image_text':
      return [readImage(block), ...block.paragraphs.map((spans) => paragraph(...spans))]
    case 'video':
      return line(block.caption).map((caption) => paragraph(caption))
    case 'quote':
      return [{ ...block, source: null }, ...line(block.source).map((source) => paragraph(source))]
    case 'button':
      return [paragraph({ type: 'link', text: block.label, href: block.href }, ...line(block.note))]
    default:
      return [block]
  }
}

test.each(SITE_LOCALES)('long-form text in %s shows the blocks of the API', async (locale) => {
  const { body } = getData(await createApiClient(locale)(getAbout))
  const blocks = JSON.parse(JSON.stringify(body), (key, value: unknown) =>
    key === 'href' ? localizeHref(String(value), locale) : value,
  ) as Block[]
  const { root } = readPage(release, getFile('/about/about', locale))
  const text = root.querySelector('.long-form')?.innerHTML ?? ''
  expect(readHtml(text).blocks).toMatchObject(blocks.flatMap(listReadable))
  const languages = blocks.flatMap((block) =>
    block.type === 'video' ? block.video.captions.map(({ lang }) => lang) : [],
  )
  const tracks = root.querySelectorAll('.long-form track[kind="captions"]')
  expect(tracks.map((track) => track.getAttribute('srclang'))).toEqual(languages)
})

test('headings in the text of a case are below its title, a third-level heading', () => {
  for (const locale of SITE_LOCALES) {
    const { root } = readPage(release, getFile('/business/home', locale))
    const headings = root.querySelectorAll('.case .long-form h2, .case .long-form h3')
    expect(headings.length).toBeGreaterThan(0)
    for (const heading of headings)
      expect(Number(heading.getAttribute('aria-level')), heading.text).toBeGreaterThan(3)
  }
})

test('filters offer a choice', () => {
  const selects = readPages(release).flatMap(({ file, root }) =>
    root.querySelectorAll('[data-list-filter] select').map((select) => ({
      filter: `${file} ${select.getAttribute('name')}`,
      options: select.querySelectorAll('option').length - 1,
    })),
  )
  expect(selects.length).toBeGreaterThan(7)
  // A single price limit leaves out performances that cost more.
  const useless = selects.filter(
    ({ filter, options }) => options < 2 && !filter.endsWith('/home.html price'),
  )
  expect(useless).toEqual([])
})

test('the release contains the messages of islands only', () => {
  const files = globSync('_astro/*.json', { cwd: release })
  const areas = new Set(files.map((file) => /^_astro\/(\w+)\./.exec(file)?.[1]))
  expect(areas).toEqual(new Set(Object.values(ISLAND_AREAS).flat()))
})
