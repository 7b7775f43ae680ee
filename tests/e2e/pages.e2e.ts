import { LOCALE_TRAITS } from '#i18n/locales.ts'
import { ERROR_PAGE, href, ROUTES, type PagePath } from '#routes.ts'
import { expect, test } from './fixtures.ts'
import { TELLS_ALL, tellIn } from './told-in.ts'

const PAGES: { route: PagePath; id?: number; status?: number; claims: string }[] = [
  { route: '/', claims: '[S1.01] [S2.05]' },
  { route: '/404', status: 404, claims: '[S2.07]' },
  { route: ERROR_PAGE, status: 500, claims: '[S2.60]' },
  { route: '/about/about', claims: '[S2.08]' },
  { route: '/artist/home', claims: '[S2.09]' },
  { route: '/artist/detail', id: 1, claims: '[S2.10]' },
  { route: '/artist/masonry', claims: '[S2.11]' },
  { route: '/business/home', claims: '[S2.12]' },
  { route: '/calendar/calendar', claims: '[S2.13]' },
  { route: '/course/home', claims: '[S2.15]' },
  { route: '/course/category', claims: '[S2.16]' },
  { route: '/course/category', id: 1, claims: '' },
  { route: '/course/detail', id: 1, claims: '' },
  { route: '/course/newDetail', claims: '[S2.18]' },
  { route: '/course/newDetail', id: 1, claims: '' },
  { route: '/course/activity', claims: '[S2.20]' },
  { route: '/course/activity', id: 2, claims: '' },
  { route: '/course/form', id: 3, claims: '' },
  { route: '/course/activity-form', id: 2, claims: '' },
  { route: '/course/custom-el', claims: '[S2.22]' },
  { route: '/course/custom-el', id: 1, claims: '' },
  { route: '/drama/home', claims: '[S2.23]' },
  { route: '/drama/detail', id: 1, claims: '[S2.24]' },
  { route: '/drama/buyTicket', id: 1, claims: '[S2.25]' },
  { route: '/news/detail', claims: '[S2.26]' },
  { route: '/news/detail', id: 1, claims: '' },
  { route: '/news/perform-detail', claims: '[S2.27]' },
  { route: '/news/perform-detail', id: 1, claims: '' },
  { route: '/news/custom-el', claims: '[S2.28]' },
  { route: '/news/custom-el', id: 1, claims: '' },
  { route: '/search/search', claims: '[S2.40]' },
  { route: '/search/list', claims: '[S2.41]' },
  { route: '/search/Title', claims: '[S2.42]' },
]
const WIDTHS = [1440, 1024, 390]
/** A message key, or a value that was left out of a message. */
const RAW_TEXT = /\b[a-z]{3,}:[a-z]+_[a-z_]+\b|\{\{|\bundefined\b|\bNaN\b|\[object /

test('the pages below are all that need no login', { tag: '@always' }, () => {
  const shown = new Set(PAGES.map(({ route }) => route))
  const open = ROUTES.filter(({ delivery }) => delivery !== 'app')
  expect(open.filter(({ path }) => !shown.has(path))).toEqual([])
  // A list that is shown without an id is shown with one too.
  const both = open.filter(({ item }) => item === 'optional').map(({ path }) => path)
  for (const path of both) {
    expect(PAGES.filter(({ route }) => route === path).map(({ id }) => id === undefined)).toEqual([
      true,
      false,
    ])
  }
})

for (const [index, { route, id, status = 200, claims }] of PAGES.entries()) {
  // In a short run every other page is read in the other language, every other pair on a phone.
  for (const locale of tellIn(index % 2 === 0 ? 'en' : 'zh-cn')) {
    const path = href(route, locale, id === undefined ? {} : { id })
    const readWidths = TELLS_ALL ? [1440, 390] : [index % 4 < 2 ? 1440 : 390]
    test(`${path} shows in its language at every width, without a fault ${claims}`, async ({
      page,
      expectAccessible,
    }) => {
      const response = await page.goto(path)
      expect(response?.status()).toBe(status)
      const said = await page.locator('body').innerText()
      expect(said).not.toMatch(RAW_TEXT)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await expect(page.locator('html')).toHaveAttribute('lang', LOCALE_TRAITS[locale].htmlLang)
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
        const measureOverflow = () =>
          page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
        // Islands lay themselves out anew when the window has changed.
        await expect.poll(measureOverflow, `at ${width}px`).toBeLessThanOrEqual(0)
        if (readWidths.includes(width)) await expectAccessible()
      }
    })
  }
}
