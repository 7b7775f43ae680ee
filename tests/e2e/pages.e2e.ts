import { LOCALE_TRAITS } from '#i18n/locales.ts'
import { ERROR_PAGE, href, ROUTES, type PagePath } from '#routes.ts'
import { expect, test } from './fixtures.ts'
import { RUNS_ALL, runInLocales } from './test-matrix.ts'

interface Page {
  route: PagePath
  id?: number
  status?: number
  tag: string[]
}
const LISTED: Page[] = [
  { route: '/', tag: ['@S1.01', '@S2.05'] },
  { route: '/404', status: 404, tag: ['@S2.07'] },
  { route: ERROR_PAGE, status: 500, tag: ['@S2.60'] },
  { route: '/about/about', tag: ['@S2.08'] },
  { route: '/artist/home', tag: ['@S2.09'] },
  { route: '/artist/detail', id: 1, tag: ['@S2.10'] },
  { route: '/artist/masonry', tag: ['@S2.11'] },
  { route: '/business/home', tag: ['@S2.12'] },
  { route: '/calendar/calendar', tag: ['@S2.13'] },
  { route: '/course/home', tag: ['@S2.15'] },
  { route: '/course/category', tag: ['@S2.16'] },
  { route: '/course/category', id: 1, tag: [] },
  { route: '/course/detail', id: 1, tag: [] },
  { route: '/course/newDetail', tag: ['@S2.18'] },
  { route: '/course/newDetail', id: 1, tag: [] },
  { route: '/course/activity', tag: ['@S2.20'] },
  { route: '/course/activity', id: 2, tag: [] },
  { route: '/course/form', id: 3, tag: [] },
  { route: '/course/activity-form', id: 2, tag: [] },
  { route: '/course/custom-el', tag: ['@S2.22'] },
  { route: '/course/custom-el', id: 1, tag: [] },
  { route: '/drama/home', tag: ['@S2.23'] },
  { route: '/drama/detail', id: 1, tag: ['@S2.24'] },
  { route: '/drama/buyTicket', id: 1, tag: ['@S2.25'] },
  { route: '/news/detail', tag: ['@S2.26'] },
  { route: '/news/detail', id: 1, tag: [] },
  { route: '/news/perform-detail', tag: ['@S2.27'] },
  { route: '/news/perform-detail', id: 1, tag: [] },
  { route: '/news/custom-el', tag: ['@S2.28'] },
  { route: '/news/custom-el', id: 1, tag: [] },
  { route: '/search/search', tag: ['@S2.40'] },
  { route: '/search/list', tag: ['@S2.41'] },
  { route: '/search/Title', tag: ['@S2.42'] },
]
const isListed = (path: PagePath) => LISTED.some(({ route }) => route === path)
const PAGES: Page[] = [
  ...LISTED,
  ...ROUTES.filter(
    ({ path, delivery, item }) => delivery !== 'app' && item === 'none' && !isListed(path),
  ).map(({ path }) => ({ route: path, tag: [] })),
]
const WIDTHS = [1440, 1024, 390]
/** A message key, or an unresolved value in a message. */
const RAW_TEXT = /\b[a-z]{3,}:[a-z]+_[a-z_]+\b|\{\{|\bundefined\b|\bNaN\b|\[object /

test('the list of tested pages contains every page without login', { tag: '@always' }, () => {
  const shown = new Set(PAGES.map(({ route }) => route))
  const open = ROUTES.filter(({ delivery }) => delivery !== 'app')
  expect(open.filter(({ path }) => !shown.has(path))).toEqual([])
  // Pages with an optional id are tested with and without it.
  const both = open.filter(({ item }) => item === 'optional').map(({ path }) => path)
  for (const path of both) {
    expect(PAGES.filter(({ route }) => route === path).map(({ id }) => id === undefined)).toEqual([
      true,
      false,
    ])
  }
})

for (const [index, { route, id, status = 200, tag }] of PAGES.entries()) {
  // Short runs alternate the language by page, and the viewport by pair of pages.
  for (const locale of runInLocales(index % 2 === 0 ? 'en' : 'zh-cn')) {
    const path = href(route, locale, id === undefined ? {} : { id })
    const axeWidths = RUNS_ALL ? [1440, 390] : [index % 4 < 2 ? 1440 : 390]
    test(
      `${path} is complete, accessible and in its language at every width`,
      { tag },
      async ({ page, expectAccessible }) => {
        const response = await page.goto(path)
        expect(response?.status()).toBe(status)
        const bodyText = await page.locator('body').innerText()
        expect(bodyText).not.toMatch(RAW_TEXT)
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 })
          await expect(page.locator('html')).toHaveAttribute('lang', LOCALE_TRAITS[locale].htmlLang)
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
          const measureOverflow = () =>
            page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            )
          // Islands update their layout after a resize.
          await expect.poll(measureOverflow, `at ${width}px`).toBeLessThanOrEqual(0)
          if (axeWidths.includes(width)) await expectAccessible()
        }
      },
    )
  }
}
