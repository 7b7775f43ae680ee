import type { Page } from 'playwright/test'
import { openBareBrowser } from '#tests/support/bare-browser.ts'
import { blockRequests } from '#tests/support/block-requests.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { expect, test } from './fixtures.ts'
import { getBar, readRecord, recordBar } from './route-bar.ts'

const t = getTexts('en')

// These tests cover animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Hover duration that counts as an intent to open a link. */
const REST_MS = 500

const readScroll = (page: Page) => page.evaluate(() => scrollY)

test.describe('the progress bar', () => {
  test(
    'runs while another page loads and hides when it has loaded',
    { tag: ['@S2.70'] },
    async ({ page }) => {
      await page.goto('/en/about/about')
      await recordBar(page)
      await page
        .getByRole('navigation', { name: t('nav:main') })
        .getByRole('link', { name: t('nav:course') })
        .click()
      await expect(page).toHaveURL('/en/course/home')
      expect(await readRecord(page)).toMatch(/^running( running)*$/)
      await expect(getBar(page)).toBeHidden()
    },
  )

  test(
    'runs after an in-place query change until the data have loaded, then hides',
    { tag: ['@S2.71', '@S2.72', '@S4.25'] },
    async ({ page }) => {
      await page.goto('/en/calendar/calendar')
      await expect(page.getByRole('grid')).toBeVisible()
      await expect(getBar(page)).toBeHidden()
      await recordBar(page)
      const { release } = await blockRequests(page, /\/api\/course\/calendar$/)
      await page.getByRole('button', { name: t('calendar:next_month') }).click()
      await page.getByRole('button', { name: t('calendar:next_month') }).click()
      await page.getByRole('button', { name: t('calendar:next_month') }).click()
      await expect(page).toHaveURL(/month=/)
      await expect(getBar(page)).toHaveAttribute('data-state', 'running')
      // Everything but the data has loaded, and the bar still runs.
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
      await expect(getBar(page)).toHaveAttribute('data-state', 'running')
      release()
      await expect(getBar(page)).toBeHidden()
      // Half a second of "done" is too short to be polled on a busy machine.
      expect(await readRecord(page)).toMatch(/\brunning( running)* done hidden$/)
    },
  )

  test(
    'runs on a page until its island has loaded its texts, then its data',
    { tag: ['@S2.72'] },
    async ({ page }) => {
      const texts = await blockRequests(page, /search\.[^/]+\.json$/)
      const results = await blockRequests(page, /\/api\/search\/results/)
      const expectRunning = async () => {
        await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
        await expect(getBar(page)).toHaveAttribute('data-state', 'running')
      }
      // On a slow device a second passes before the islands have rendered.
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
      await page.goto('/en/search/list?q=tea')
      await expect(page.locator('astro-island[ssr][client="load"]')).toHaveCount(0)
      await expectRunning()
      const requested = page.waitForRequest(/\/api\/search\/results/)
      texts.release()
      await requested
      await expectRunning()
      results.release()
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
      await expect(getBar(page)).toBeHidden()
    },
  )

  test('does not run for a link within the page', async ({ page }) => {
    await page.goto('/en')
    await page.evaluate(() => location.assign('#content'))
    await expect(page).toHaveURL('/en#content')
    await expect(getBar(page)).not.toHaveAttribute('data-state')
  })
})

test.describe('a page change', () => {
  test('scrolls to the top', { tag: ['@S2.63'] }, async ({ page }) => {
    await page.goto('/en')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    expect(await readScroll(page)).toBeGreaterThan(500)
    await page.getByRole('contentinfo').getByRole('link').first().click()
    await expect(page).not.toHaveURL('/en')
    expect(await readScroll(page)).toBe(0)
  })

  test(
    'reveals sections below the first screen on scroll',
    { tag: ['@S2.64'] },
    async ({ page }) => {
      for (const path of ['/en', '/en/course/home']) {
        await page.goto(path)
        const waiting = page.locator('[data-reveal="waiting"]')
        await expect(waiting.first()).toBeAttached()
        const count = await waiting.count()
        // Nothing of the first screen is ever hidden.
        for (const part of await waiting.all()) {
          expect((await part.boundingBox())?.y).toBeGreaterThanOrEqual(
            page.viewportSize()?.height ?? 0,
          )
        }
        const first = waiting.first()
        await expect(first).toHaveCSS('opacity', '0')
        const part = await first.elementHandle()
        await part?.scrollIntoViewIfNeeded()
        await expect.poll(() => part?.getAttribute('data-reveal')).toBe('shown')
        await expect.poll(() => part?.evaluate((node) => getComputedStyle(node).opacity)).toBe('1')
        expect(await waiting.count()).toBeLessThan(count)
      }
    },
  )
})

test.describe('links', () => {
  test.use({ prefetches: true })

  test(
    'in the viewport are prefetched, and navigation uses the prefetched page',
    { tag: ['@S7.57'] },
    async ({ page }) => {
      const protocol = await page.context().newCDPSession(page)
      const prefetched = new Set<string>()
      protocol.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
        if (status === 'Ready') prefetched.add(new URL(prefetchUrl).pathname)
      })
      await protocol.send('Preload.enable')
      await page.goto('/en')
      const link = page
        .getByRole('navigation', { name: t('nav:main') })
        .getByRole('link', { name: t('nav:course') })
      await expect(link).toHaveAttribute('data-prefetch')
      await expect.poll(() => [...prefetched]).toContain('/en/course/home')
      await link.press('Enter')
      await expect(page).toHaveURL('/en/course/home')
      const navigation = await page.evaluate(() =>
        performance.getEntriesByType('navigation')[0]?.toJSON(),
      )
      expect(navigation).toMatchObject({ deliveryType: 'navigational-prefetch' })
    },
  )

  const title = 'are prerendered on hover, and prerendered pages call no API until activation'
  test(title, { tag: '@always' }, async ({ baseURL }) => {
    // Playwright disables prerendering in its own browser.
    const browser = await openBareBrowser(`${baseURL}/en/about/about`)
    try {
      const find = () => browser.find('header a[href="/en/course/home"][data-prefetch]')
      await expect.poll(find).not.toBeNull()
      const link = await find()
      if (!link) throw new Error('the link has gone')
      await browser.point(link, REST_MS)
      await browser.click(link)
      await expect.poll(() => browser.evaluate('location.pathname')).toBe('/en/course/home')
      const read = `(() => {
        const [{ activationStart }] = performance.getEntriesByType('navigation')
        const calls = performance.getEntriesByType('resource').filter(({ name }) => /[/]api[/]/.test(name))
        const early = calls.filter(({ startTime }) => startTime < activationStart)
        return { isAhead: activationStart > 0, hasCalls: calls.length > 0, early: early.length }
      })()`
      await expect
        .poll(() => browser.evaluate(read))
        .toEqual({ isAhead: true, hasCalls: true, early: 0 })
    } finally {
      await browser.close()
    }
  })

  test('outside the viewport are prefetched on hover', async ({ page }) => {
    await page.goto('/en')
    const link = page.getByRole('main').locator('a[href*="?id="]').last()
    await expect(link).not.toHaveAttribute('data-prefetch')
    await link.dispatchEvent('pointerover')
    await expect(link).toHaveAttribute('data-prefetch')
  })
})

// Only the picture of a card moves to the next page: the name of a moving picture must be unique.
test('a link in a text with several pictures opens its page without an error', async ({ page }) => {
  await page.goto('/en/news/detail?id=6')
  await page.getByRole('article').getByRole('link', { name: 'The Peony Pavilion' }).click()
  await expect(page).toHaveURL(/\/en\/drama\/detail\?id=/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Peony Pavilion')
})
