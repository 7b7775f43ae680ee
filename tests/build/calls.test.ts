import { describe, expect, inject, test } from 'vitest'
import { getActivityDateList, getActivityDetail } from '#api/activity.ts'
import {
  getArtistConfig,
  getArtistDetail,
  getArtistList,
  getArtistNewsDetail,
  getArtistNewsList,
} from '#api/artist.ts'
import { getCourseDetail, getCourseList, getCourseNewsDetail } from '#api/course.ts'
import { getPerformDetail, getPerformList, getPerformNewsDetail } from '#api/perform.ts'
import { getAbout, getBusiness } from '#api/site.ts'
import { SITE_LOCALES, type Locale } from '#i18n/locales.ts'
import { getFile, readPage } from '#tests/support/release.ts'
import { createApiClient, getData } from './call-api.ts'

// Pages show the data of the API call that they are built from, in both languages.

const { release } = inject('stack')

const withoutSpace = (text: string) => text.replaceAll(/\s+/g, '')
const getMain = (path: string, locale: Locale) => {
  const main = readPage(release, getFile(path, locale)).root.querySelector('main')
  if (!main) throw new Error(`no page ${path}`)
  return main
}

/** Expects the page to show every text. */
function expectShown(path: string, locale: Locale, texts: readonly string[]): void {
  expect(texts.length).toBeGreaterThan(0)
  const shown = withoutSpace(getMain(path, locale).text)
  for (const text of texts) expect(shown, `${path} in ${locale}`).toContain(withoutSpace(text))
}

const listLinks = (path: string, locale: Locale) =>
  getMain(path, locale)
    .querySelectorAll('a')
    .map((link) => link.getAttribute('href') ?? '')

describe.each(SITE_LOCALES)('pages in %s', (locale) => {
  const call = createApiClient(locale)

  test('show the about page of the API', { tags: ['S7.10'] }, async () => {
    const { title, summary } = getData(await call(getAbout))
    expectShown('/about/about', locale, [title, summary])
  })

  test('show the business page and its cases', { tags: ['S7.11'] }, async () => {
    const { title, summary, cases } = getData(await call(getBusiness))
    expectShown('/business/home', locale, [title, summary, ...cases.map((one) => one.title)])
    // Search results link to a case.
    const main = getMain('/business/home', locale)
    for (const item of cases) {
      const section = main.querySelector(`#case-${item.id}`)
      expect(withoutSpace(section?.text ?? '')).toContain(withoutSpace(item.title))
    }
  })

  test(
    'show every course in the list and on its own page',
    { tags: ['S7.32', 'S7.33'] },
    async () => {
      const { items, total } = getData(await call(getCourseList, { query: { size: '48' } }))
      expect(items).toHaveLength(total)
      expectShown(
        '/course/category',
        locale,
        items.map(({ title }) => title),
      )
      for (const { id } of items) {
        const course = getData(await call(getCourseDetail, { query: { id: String(id) } }))
        expectShown(`/course/detail/${id}`, locale, [course.title, course.summary])
      }
    },
  )

  test('show a course news item', { tags: ['S7.36'] }, async () => {
    const item = getData(await call(getCourseNewsDetail, { query: { id: '1' } }))
    expectShown('/course/newDetail/1', locale, [item.title, item.summary])
  })

  test(
    'list the dates of activities with links to their activity',
    { tags: ['S7.38', 'S7.39'] },
    async () => {
      const { items } = getData(await call(getActivityDateList, { query: {} }))
      expect(items.length).toBeGreaterThan(0)
      const listed = listLinks('/course/activity', locale).join(' ')
      for (const id of new Set(items.map(({ activity }) => activity.id))) {
        expect(listed).toMatch(new RegExp(`/course/activity\\?id=${id}\\b`))
        const activity = getData(await call(getActivityDetail, { query: { id: String(id) } }))
        expectShown(`/course/activity/${id}`, locale, [activity.title, activity.summary])
      }
    },
  )

  test(
    'show every performance of the list on its own page',
    { tags: ['S7.44', 'S7.45'] },
    async () => {
      const { items, total } = getData(await call(getPerformList, { query: { size: '48' } }))
      expect(items).toHaveLength(total)
      for (const { id, title } of items) {
        const performance = getData(await call(getPerformDetail, { query: { id: String(id) } }))
        expect(performance.title).toBe(title)
        expectShown(`/drama/detail/${id}`, locale, [title, performance.summary])
      }
    },
  )

  test('show a performance news item', { tags: ['S7.48'] }, async () => {
    const item = getData(await call(getPerformNewsDetail, { query: { id: '1' } }))
    expectShown('/news/perform-detail/1', locale, [item.title, item.summary])
  })

  test('show the configured season of artists', { tags: ['S7.49'] }, async () => {
    const { season } = getData(await call(getArtistConfig))
    const names = season.artists.map(({ name }) => name)
    expectShown('/artist/home', locale, [season.title, season.summary, ...names])
  })

  test(
    'show every artist on the wall and on their own page, with their news',
    { tags: ['S7.50', 'S7.52', 'S2.52'] },
    async () => {
      const { items, total } = getData(await call(getArtistList, { query: { size: '48' } }))
      expect(items).toHaveLength(total)
      expectShown(
        '/artist/masonry',
        locale,
        items.map(({ name }) => name),
      )
      let withNews = 0
      for (const { id } of items) {
        const artist = getData(await call(getArtistDetail, { query: { id: String(id) } }))
        expectShown(`/artist/detail/${id}`, locale, [artist.name, artist.summary])
        const links = listLinks(`/artist/detail/${id}`, locale).join(' ')
        for (const news of artist.news) {
          withNews += 1
          expect(links).toMatch(new RegExp(`/news/detail\\?id=${news.id}\\b`))
        }
      }
      expect(withNews).toBeGreaterThan(0)
    },
  )

  test(
    'list and show every news item of the artists',
    { tags: ['S7.51', 'S7.53', 'S2.53'] },
    async () => {
      const { items, total } = getData(await call(getArtistNewsList, { query: { size: '48' } }))
      expect(items).toHaveLength(total)
      const links = listLinks('/news/detail', locale).join(' ')
      for (const { id, title } of items) {
        expect(links).toMatch(new RegExp(`/news/detail\\?id=${id}\\b`))
        const item = getData(await call(getArtistNewsDetail, { query: { id: String(id) } }))
        expect(item.title).toBe(title)
        expectShown(`/news/detail/${id}`, locale, [title])
      }
    },
  )
})
