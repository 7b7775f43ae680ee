import type { Page } from 'playwright/test'
import { href, ROUTES } from '#routes.ts'
import { createCaller, orderTickets } from '#tests/support/box-office.ts'
import { findPerformanceId } from '#tests/support/find-performance.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { launchFullBrowser } from '#tests/support/launch-full-browser.ts'
import { logIn } from '#tests/support/log-in.ts'
import { expect, test } from './fixtures.ts'
import { getBar, readRecord, recordBar } from './route-bar.ts'

// These tests cover animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

// The scripts of all pages in combination: none interferes with another in any situation of a visit.

const t = getTexts('en')

const findCourseLink = (page: Page) =>
  page
    .getByRole('navigation', { name: t('nav:main') })
    .getByRole('link', { name: t('nav:course'), exact: true })

/** Expects a page without running progress, notices, failed images or hidden sections in the viewport. */
async function expectSettled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(getBar(page)).toBeHidden()
  await expect(page.locator('#offline-notice')).toBeHidden()
  await expect(page.locator('img[data-failed]')).toHaveCount(0)
  const hidden = await page.evaluate(
    () =>
      [...document.querySelectorAll('[data-reveal]')].filter((part) => {
        const { top, bottom } = part.getBoundingClientRect()
        const isInSight = bottom > 0 && top < innerHeight
        return isInSight && part.getAttribute('data-reveal') === 'waiting'
      }).length,
  )
  expect(hidden).toBe(0)
}

test(
  'a page settles on the first visit and after a reload from the cache',
  { tag: '@always' },
  async ({ page }) => {
    await page.goto('/en')
    await expectSettled(page)
    await page.waitForFunction(() => sessionStorage.getItem('init-data') !== null)
    const requestPaths: string[] = []
    page.on('request', (request) => requestPaths.push(new URL(request.url()).pathname))
    await page.reload({ waitUntil: 'networkidle' })
    await expectSettled(page)
    // At most one request: the reloaded page already has the data.
    expect(requestPaths.filter((path) => path === '/api/index/init').length).toBeLessThanOrEqual(1)
  },
)

test('revealing sections causes no layout shift', async ({ page }) => {
  for (const path of ['/en', '/course/home', '/en/artist/masonry']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    const layoutShift = await page.evaluate(async () => {
      await document.fonts.ready
      let sum = 0
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) sum += Number(Reflect.get(entry, 'value'))
      })
      observer.observe({ type: 'layout-shift' })
      for (const part of document.querySelectorAll('[data-reveal]')) {
        part.scrollIntoView()
        await new Promise((done) => {
          requestAnimationFrame(() => requestAnimationFrame(done))
        })
      }
      await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null)))
      observer.disconnect()
      return sum
    })
    expect([path, layoutShift <= 0.001]).toEqual([path, true])
  }
})

test('search results appear without a visible layout shift on a narrow phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 844 })
  await page.addInitScript(() => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        document.documentElement.dataset['shift'] = String(
          Number(document.documentElement.dataset['shift'] ?? 0) +
            Number(Reflect.get(entry, 'value')),
        )
      }
    })
    observer.observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/search/list?q=%E8%8C%B6', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
  expect(Number(await page.locator('html').getAttribute('data-shift'))).toBeLessThan(0.03)
})

test('the payment page redirects a visitor to the login, which settles', async ({ page }) => {
  await page.goto('/en/pay/pay?id=20270508ABCDEF')
  await expect(page).toHaveURL(/\/en\/login\?return=/)
  await expectSettled(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'pages show all content and no elements that need JavaScript',
    { tag: '@always' },
    async ({ page }) => {
      await page.goto('/en')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(getBar(page)).toBeHidden()
      await expect(page.locator('#offline-notice')).toBeHidden()
      await expect(page.locator('[data-reveal="waiting"]')).toHaveCount(0)
      const images = page.getByRole('main').getByRole('img')
      expect(await images.count()).toBeGreaterThan(3)
      await images.last().scrollIntoViewIfNeeded()
      await expect(images.last()).toBeVisible()
      await page.goto('/en/calendar/calendar')
      await expect(page.locator('#offline-notice')).toBeHidden()
      for (const [path, role, name] of [
        ['/en/course/category', 'form', 'course:filter'],
        ['/en/artist/masonry', 'group', 'artist:filter'],
      ] as const) {
        await page.goto(path)
        const filter = page.getByRole(role, { name: t(name), includeHidden: true })
        await expect(filter).toHaveCount(1)
        await expect(filter).toBeHidden()
      }
    },
  )
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('navigation works', { tag: '@always' }, async ({ page }) => {
    await page.goto('/en')
    await findCourseLink(page).click()
    await expect(page).toHaveURL('/en/course/home')
    await expectSettled(page)
  })
})

test('on a slow network the bar runs until the next page shows its top', async ({ page }) => {
  await page.goto('/en/about/about')
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 800,
    downloadThroughput: 400_000,
    uploadThroughput: 400_000,
  })
  await page.evaluate(() => scrollTo(0, 400))
  // Avoids prefetched pages.
  const link = page.getByRole('contentinfo').getByRole('link').first()
  await link.evaluate((node: HTMLAnchorElement) => {
    node.removeAttribute('data-prefetch')
    node.search = '?from=footer'
  })
  await recordBar(page)
  await link.evaluate((node: HTMLAnchorElement) => node.click())
  await page.waitForURL(/from=footer/)
  await expectSettled(page)
  expect(await readRecord(page)).toMatch(/^running( running)*$/)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('back and forward restore the scroll position', async ({ page }) => {
  await page.goto('/en')
  await expect(page.locator('html')).toHaveAttribute('data-fonts', 'ready')
  await page.evaluate(() => scrollTo(0, 900))
  await findCourseLink(page).evaluate((node: HTMLAnchorElement) => node.click())
  await expect(page).toHaveURL('/en/course/home')
  await page.goBack()
  await expect(page).toHaveURL('/en')
  await expectSettled(page)
  // Tolerance for a line that late fonts move after scroll restoration.
  await expect.poll(() => page.evaluate(() => Math.abs(scrollY - 900))).toBeLessThanOrEqual(40)
  await page.goForward()
  await expect(page).toHaveURL('/en/course/home')
  await expectSettled(page)
})

test('a reload on a phone keeps the position', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const id = await findPerformanceId(page.request)
  await page.goto(href('/drama/buyTicket', 'en', { id }))
  const rules = page.getByRole('region', { name: t('tickets:rules') })
  await expect(rules).toBeVisible()
  await page.evaluate(() => scrollTo(0, 900))
  await page.reload()
  await expect(rules).toBeVisible()
  await expectSettled(page)
  await expect.poll(() => page.evaluate(() => Math.abs(scrollY - 900))).toBeLessThanOrEqual(40)
})

/** Opens a page in a browser with a back/forward cache; `data-persisted` tells whether a page comes from it. */
async function openWithPageCache(baseURL: string | undefined) {
  // The headless shell has no back/forward cache, and Playwright disables that of other browsers.
  const browser = await launchFullBrowser({ ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  const page = await browser.newPage(baseURL === undefined ? {} : { baseURL })
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset['persisted'] = String(persisted)
    })
  })
  return { browser, page }
}

test('content pages are restored from the back/forward cache without a running bar', async ({
  baseURL,
}) => {
  const { browser, page } = await openWithPageCache(baseURL)
  const content = ROUTES.filter(({ delivery, path }) => delivery === 'page' && path !== '/404')
  for (const { path, item } of content) {
    const address = href(path, 'en', item === 'none' ? {} : { id: 1 })
    await page.goto(address)
    await page.waitForFunction(() => sessionStorage.getItem('init-data') !== null)
    await page.goto('/en/login')
    await page.evaluate(() => history.back())
    const root = page.locator('html')
    await expect(root, address).toHaveAttribute('data-persisted', 'true')
    await expect(getBar(page)).toBeHidden()
  }
  await browser.close()
})

test(
  'pages of orders from the back/forward cache show what has changed meanwhile',
  { tag: '@always' },
  async ({ baseURL }) => {
    const { browser, page } = await openWithPageCache(baseURL)
    await logIn(page)
    const call = createCaller(page)
    const { number: order_no } = await orderTickets(call, { quantity: 1 })
    await page.goto(href('/order/list', 'en'))
    const slip = page.getByRole('listitem').filter({ hasText: order_no })
    await expect(slip.getByText(t('order:status_pending'))).toBeVisible()
    await page.goto(href('/order/recharge', 'en'))
    await call('POST /api/order/cancel', { order_no })
    await page.evaluate(() => history.back())
    await expect(page.locator('html')).toHaveAttribute('data-persisted', 'true')
    await expect(slip.getByText(t('order:status_cancelled'))).toBeVisible()
    await browser.close()
  },
)
