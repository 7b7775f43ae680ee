import { ERROR_PAGE, href, ROUTES, type RoutePath } from '#routes.ts'
import { startOrphanSite, type OrphanSite } from '#tests/support/orphan-site.ts'
import { requireStack } from '#tests/support/stack.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { expect, testOffline } from './fixtures.ts'
import { runInLocales, TEST_LOCALES } from './test-matrix.ts'

/** Each test gets its own site, whose API stopped after the build. */
const test = testOffline.extend<{ orphan: OrphanSite }>({
  orphan: async ({}, use) => {
    const site = await startOrphanSite(requireStack())
    await use(site)
    await site.close()
  },
  baseURL: async ({ orphan }, use) => use(orphan.url),
})

const IDS: Partial<Record<RoutePath, number>> = { '/course/form': 3 }

test('every page is served while the API is down', { tag: '@always' }, async ({ request }) => {
  const paths = ROUTES.filter(({ path }) => path !== '/404').flatMap(({ path, item, delivery }) => {
    const id = IDS[path] ?? (item === 'order' ? 'A1B2C3D4' : 1)
    const hasId = item === 'order' || (item !== 'none' && delivery !== 'app')
    return TEST_LOCALES.map((locale) => href(path, locale, hasId ? { id } : {}))
  })
  expect(paths).toHaveLength((ROUTES.length - 1) * 2)
  // The server would compress each page for its first visitor.
  const headers = { 'accept-encoding': 'identity' }
  for (const path of paths) {
    const response = await request.get(path, { headers })
    expect([path, response.status()]).toEqual([path, 200])
  }
  for (const [path, status] of [
    ['/nowhere', 404],
    [ERROR_PAGE, 500],
  ] as const) {
    expect((await request.get(path)).status()).toBe(status)
  }
})

for (const path of ['/drama/detail?id=1', '/course/detail?id=1', '/en/course/activity?id=2']) {
  test(`${path} keeps its prerendered states and shows their date`, async ({ page, request }) => {
    const prerendered = await (await request.get(path)).text()
    const factsResponse = page.waitForResponse('**/api/live/facts')
    await page.goto(path)
    expect((await factsResponse).status()).toBe(502)
    const asOf = page.locator('[data-live-as-of]')
    await expect(asOf).toBeVisible()
    expect(prerendered).toContain((await asOf.innerText()).trim())
    const states = page.locator('[data-live]:visible')
    expect(await states.count()).toBeGreaterThan(0)
    for (const state of await states.allInnerTexts()) expect(state).not.toBe('')
    await expect(page.locator('.long-form p').first()).toBeVisible()
  })
}

/** A play of the demo content. */
const PLAY = { 'zh-cn': '牡丹亭', en: 'The Peony Pavilion' } as const

for (const locale of runInLocales('en')) {
  const t = getTexts(locale)

  test(`the calendar in ${locale} shows the date of its data and can be retried`, async ({
    page,
    orphan,
  }) => {
    await page.goto(href('/calendar/calendar', locale))
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(t.part('calendar:failed_printed'))
    const entries = page.getByRole('grid').getByRole('link')
    expect(await entries.count()).toBeGreaterThan(0)
    await alert.getByRole('button', { name: t('calendar:retry') }).click()
    await expect(alert).toContainText(t.part('calendar:failed_printed'))
    orphan.restoreApi()
    await alert.getByRole('button', { name: t('calendar:retry') }).click()
    await expect(alert).toHaveCount(0)
  })

  test(`the search in ${locale} shows an error and can be retried`, async ({ page, orphan }) => {
    await page.goto(href('/search/list', locale, { q: PLAY[locale] }))
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(t.part('search:failed'))
    orphan.restoreApi()
    await alert.getByRole('button', { name: t('calendar:retry') }).click()
    await expect(alert).toHaveCount(0)
    await expect(
      page.getByRole('main').getByRole('link', { name: PLAY[locale] }).first(),
    ).toBeVisible()
  })
}
