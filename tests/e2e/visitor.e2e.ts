import { getPerformDetail } from '#api/perform.ts'
import { getBanner } from '#api/site.ts'
import type { AnnouncedShow } from '#config.ts'
import { LOCALE_TRAITS } from '#i18n/locales.ts'
import { href, ROUTES } from '#routes.ts'
import { readData } from '#tests/support/find-performance.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { expect, getId, test } from './fixtures.ts'

test(
  'a visitor navigates from the home page to a performance',
  { tag: '@always' },
  async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: getTexts('zh-cn')('home:all_performances') }).click()
    await expect(page).toHaveURL('/drama/home')
    const card = page.getByRole('article').first()
    const title = await card.getByRole('heading').innerText()
    await card.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    expect(new URL(page.url()).pathname).toBe('/drama/detail')
  },
)

test(
  'switching the language keeps the item, query and hash',
  { tag: ['@S1.06'] },
  async ({ page }) => {
    await page.goto('/drama/detail?id=1&utm_source=poster#content')
    await page.getByRole('link', { name: LOCALE_TRAITS.en.name }).click()
    await expect(page).toHaveURL('/en/drama/detail?id=1&utm_source=poster#content')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.getByRole('link', { name: LOCALE_TRAITS['zh-cn'].name }).click()
    await expect(page).toHaveURL('/drama/detail?id=1&utm_source=poster#content')
  },
)

test('a visitor on a phone navigates by the menu', { tag: '@always' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/en')
  await page.getByRole('banner').locator('summary').click()
  const nextShow = page.getByRole('link', { name: getTexts('en')('nav:next_show') })
  await expect(nextShow).toHaveAttribute('href', /^\/en\/drama\/detail\?id=\d+$/)
  await page
    .getByRole('navigation', { name: getTexts('en')('nav:menu') })
    .getByRole('link', { name: getTexts('en')('nav:course') })
    .click()
  await expect(page).toHaveURL('/en/course/home')
})

test('the menu closes by Escape and when the focus leaves it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/en')
  const menu = page.getByRole('navigation', { name: getTexts('en')('nav:menu') })
  const summary = page.getByRole('banner').locator('summary')
  await summary.press('Enter')
  await menu.getByRole('link').first().press('Escape')
  await expect(menu).toBeHidden()
  await expect(summary).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await expect(menu).toBeHidden()
})

test('the home page announces today’s shows, and none on other days', async ({ page, request }) => {
  const response = await request.get('/drama/upcoming.json')
  const [show] = (await response.json()) as AnnouncedShow[]
  if (!show) throw new Error('no show to come')
  const tonight = page.getByRole('complementary', { name: getTexts('zh-cn')('home:today') })
  await page.clock.setFixedTime(new Date(Date.parse(show.startsAt) - 3_600_000))
  await page.goto('/')
  await expect(tonight).toContainText(show.title)
  await page.clock.setFixedTime(new Date(Date.parse(show.startsAt) - 86_400_000 * 400))
  await page.reload()
  await expect(
    page.getByRole('heading', { name: getTexts('zh-cn')('home:performances') }),
  ).toBeVisible()
  await expect(tonight).toBeHidden()
})

test('the banners of the home page show no button for a dead link', async ({ page, request }) => {
  const { banners } = await readData(request, '/api/index/banner', getBanner.data)
  const [hero, interlude] = banners
  await page.goto('/')
  for (const { link } of [hero, interlude].filter((banner) => banner !== undefined)) {
    const call = page.getByRole('main').getByText(link.label, { exact: true })
    await expect(call).toBeVisible()
    // As publishing does if the linked item is not public.
    await call.evaluate((element) => element.removeAttribute('href'))
    await expect(call).toBeHidden()
  }
})

test.describe('an unknown page', () => {
  for (const [path, locale] of [
    ['/nowhere', 'zh-cn'],
    ['/en/nowhere', 'en'],
    ['/drama/detail', 'zh-cn'],
    ['/drama/detail?id=999999', 'zh-cn'],
    ['/en/drama/detail?id=abc', 'en'],
  ] as const) {
    test(
      `${path} shows the 404 page with status 404 and a link home`,
      { tag: ['@S2.57', '@S2.58', '@S8.13'] },
      async ({ page }) => {
        const response = await page.goto(path)
        expect(response?.status()).toBe(404)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          getTexts(locale)('common:not_found_title'),
        )
        await expect(page.getByText('This page could not be found')).toBeVisible()
        await page.getByRole('main').getByRole('link').first().click()
        await expect(page).toHaveURL(href('/', locale))
      },
    )
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('pages show their content and links work', { tag: ['@S1.02'] }, async ({ page }) => {
    await page.goto('/drama/home')
    const link = page.getByRole('article').first().getByRole('link')
    const id = getId(await link.getAttribute('href'))
    await link.click()
    await expect(page).toHaveURL(`/drama/detail?id=${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.long-form p').first()).toBeVisible()
  })

  test(
    'the ticket page shows dates that take place, prices and rules',
    { tag: ['@S1.02'] },
    async ({ page, request }) => {
      const path = '/api/perform/detail?id=3'
      const { shows, tiers, rules } = await readData(request, path, getPerformDetail.data)
      const isOver = new Set(['cancelled', 'sale_ended'])
      const coming = shows.filter(({ state }) => !isOver.has(state))
      expect(coming.length).toBeLessThan(shows.length)
      await page.goto('/drama/buyTicket?id=3')
      const t = getTexts('zh-cn')
      const dates = page.getByRole('region', { name: t('tickets:shows') })
      await expect(dates.getByRole('time')).toHaveCount(coming.length)
      const prices = page.getByRole('region', { name: t('tickets:prices') })
      for (const { name } of tiers) await expect(prices).toContainText(name)
      const conditions = page.getByRole('region', { name: t('tickets:rules') })
      for (const { text } of rules) await expect(conditions).toContainText(text)
      const notice = page.getByRole('paragraph').filter({ hasText: t.whole('tickets:no_script') })
      await expect(notice).toBeVisible()
      await expect(page.getByText(t('tickets:loading'))).toBeHidden()
    },
  )

  for (const { path, item } of ROUTES.filter(({ guards }) => guards.includes('auth'))) {
    test(`${path} explains that it needs JavaScript`, async ({ page }) => {
      await page.goto(item === 'order' ? `${path}?id=AB12CD34EF` : path)
      const t = getTexts('zh-cn')
      const notices = [t.whole('member:no_script'), t.whole('tickets:no_script')]
      const hasText = new RegExp(notices.map(({ source }) => source).join('|'))
      await expect(page.getByRole('paragraph').filter({ hasText })).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toBeHidden()
    })
  }
})

test('the header shows the account link for a stored session', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('token', `v1.${'a'.repeat(43)}`))
  await page.goto('/en')
  await expect(
    page.getByRole('banner').getByRole('link', { name: getTexts('en')('nav:account') }),
  ).toHaveAttribute('href', /\/en\/user\/user$/)
})

test(
  'pages scale to the 750 px design up to 767 px, not at 768 px',
  { tag: ['@S2.65', '@S9.03', '@S9.06'] },
  async ({ page }) => {
    const rootSize = () =>
      page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
    await page.setViewportSize({ width: 750, height: 900 })
    await page.goto('/')
    expect(await rootSize()).toBeCloseTo(1, 2)
    await page.setViewportSize({ width: 375, height: 900 })
    await expect.poll(rootSize).toBeCloseTo(0.5, 2)
    await page.setViewportSize({ width: 767, height: 900 })
    await expect.poll(rootSize).toBeCloseTo(767 / 750, 2)
    await page.setViewportSize({ width: 768, height: 900 })
    await expect.poll(rootSize).toBe(1)
  },
)

test('content is at most 1440 px wide', { tag: ['@S9.05'] }, async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1000 })
  await page.goto('/drama/home')
  const box = await page.locator('main .wrap').nth(1).boundingBox()
  expect(box?.width).toBeLessThanOrEqual(1440)
})

test('a link of an embedded text opens its page outside the frame', async ({ page, baseURL }) => {
  await page.goto('/robots.txt')
  await page.setContent(`<iframe src="${baseURL}/en/news/custom-el?id=2"></iframe>`)
  await page.frameLocator('iframe').getByRole('main').getByRole('link').first().click()
  await page.waitForURL(/\/en\/course\/detail\?id=\d+$/)
})
