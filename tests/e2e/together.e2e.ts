import type { Page } from 'playwright/test'
import { href, ROUTES } from '#routes.ts'
import { textsIn } from '#tests/support/interface-texts.ts'
import { launchWhole } from '#tests/support/launch-whole.ts'
import { expect, test } from './fixtures.ts'
import { barOf, readRecord, recordBar } from './route-bar.ts'

// These are about what moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

// Everything that pages do by themselves, together: in each situation of a visit no part gets in the
// way of another.

const t = textsIn('en')

const findCourseLink = (page: Page) =>
  page
    .getByRole('navigation', { name: t('nav:main') })
    .getByRole('link', { name: t('nav:course'), exact: true })

/** What holds of a page at rest, however it was reached. */
async function expectAtRest(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(barOf(page)).toBeHidden()
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

test('a first visit, and the same again from the cache', { tag: '@always' }, async ({ page }) => {
  await page.goto('/en')
  await expectAtRest(page)
  await page.waitForFunction(() => sessionStorage.getItem('init-data') !== null)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.reload({ waitUntil: 'networkidle' })
  await expectAtRest(page)
  // The reload itself asks, the page after it does not: it has the data.
  expect(asked.filter((path) => path === '/api/index/init').length).toBeLessThanOrEqual(1)
})

test('nothing moves when parts of the page are revealed', async ({ page }) => {
  for (const path of ['/en', '/course/home', '/en/artist/masonry']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    const moved = await page.evaluate(async () => {
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
    expect([path, moved <= 0.001]).toEqual([path, true])
  }
})

test('a visitor at the cashier is led to the login, with nothing left running', async ({
  page,
}) => {
  await page.goto('/en/pay/pay?order=1')
  await expect(page).toHaveURL(/\/en\/login\?return=/)
  await expectAtRest(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'everything is there, and nothing of what scripts would show',
    { tag: '@always' },
    async ({ page }) => {
      await page.goto('/en')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(barOf(page)).toBeHidden()
      await expect(page.locator('#offline-notice')).toBeHidden()
      await expect(page.locator('[data-reveal="waiting"]')).toHaveCount(0)
      const images = page.getByRole('main').getByRole('img')
      expect(await images.count()).toBeGreaterThan(3)
      await images.last().scrollIntoViewIfNeeded()
      await expect(images.last()).toBeVisible()
      await page.goto('/en/calendar/calendar')
      await expect(page.locator('#offline-notice')).toBeHidden()
      for (const path of ['/en/course/category', '/en/artist/masonry']) {
        await page.goto(path)
        await expect(page.locator('main .filter')).toBeHidden()
      }
    },
  )
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('pages change as everywhere', { tag: '@always' }, async ({ page }) => {
    await page.goto('/en')
    await findCourseLink(page).click()
    await expect(page).toHaveURL('/en/course/home')
    await expectAtRest(page)
  })
})

test('on a slow network the bar runs until the page is there, at its top', async ({ page }) => {
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
  // A page that nothing has fetched ahead.
  const link = page.getByRole('contentinfo').getByRole('link').first()
  await link.evaluate((node: HTMLAnchorElement) => {
    node.removeAttribute('data-prefetch')
    node.search = '?from=footer'
  })
  await recordBar(page)
  await link.evaluate((node: HTMLAnchorElement) => node.click())
  await page.waitForURL(/from=footer/)
  await expectAtRest(page)
  expect(await readRecord(page)).toMatch(/^running( running)*$/)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('back and forward find each page where it was left', { tag: '@always' }, async ({ page }) => {
  await page.goto('/en')
  await expect(page.locator('html')).toHaveAttribute('data-fonts', 'ready')
  await page.evaluate(() => scrollTo(0, 900))
  await findCourseLink(page).evaluate((node: HTMLAnchorElement) => node.click())
  await expect(page).toHaveURL('/en/course/home')
  await page.goBack()
  await expect(page).toHaveURL('/en')
  await expectAtRest(page)
  // But for a line that fonts moved after the place was found.
  await expect.poll(() => page.evaluate(() => Math.abs(scrollY - 900))).toBeLessThanOrEqual(40)
  await page.goForward()
  await expect(page).toHaveURL('/en/course/home')
  await expectAtRest(page)
})

test('content pages come back from memory, with no bar left running', async ({ baseURL }) => {
  // The shell without windows keeps no pages, and Playwright turns the memory of the browser off.
  const browser = await launchWhole({ ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  const page = await browser.newPage(baseURL === undefined ? {} : { baseURL })
  await page.addInitScript(() => {
    addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset['persisted'] = String(persisted)
    })
  })
  const content = ROUTES.filter(({ delivery, path }) => delivery === 'page' && path !== '/404')
  for (const { path, item } of content) {
    const address = href(path, 'en', item === 'none' ? {} : { id: 1 })
    await page.goto(address)
    await page.waitForFunction(() => sessionStorage.getItem('init-data') !== null)
    await page.goto('/en/login')
    await page.evaluate(() => history.back())
    const root = page.locator('html')
    await expect(root, address).toHaveAttribute('data-persisted', 'true')
    await expect(barOf(page)).toBeHidden()
  }
  await browser.close()
})
