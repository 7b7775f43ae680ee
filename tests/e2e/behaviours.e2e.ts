import type { Page, Request } from 'playwright/test'
import { LOCALE_COOKIE, LOCALE_LIFETIME_MS, TOKEN_STORAGE_KEY } from '#config.ts'
import { LOCALE_TRAITS } from '#i18n/locales.ts'
import { openBareBrowser } from '#tests/support/bare-browser.ts'
import { logIn } from '#tests/support/log-in.ts'
import { textsIn } from '#tests/support/interface-texts.ts'
import { expect, test } from './fixtures.ts'
import { barOf, readRecord, recordBar } from './route-bar.ts'

const t = textsIn('en')

// These tests cover animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Hover duration that counts as an intent to open a link. */
const REST_MS = 500

/** Blocks matching requests until `release` is called. */
async function blockRequests(page: Page, address: RegExp) {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return { release }
}

const scrollOf = (page: Page) => page.evaluate(() => scrollY)

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
      await expect(barOf(page)).toBeHidden()
    },
  )

  test(
    'runs after an in-place query change until the data have loaded, then hides',
    { tag: ['@S2.71', '@S2.72', '@S4.25'] },
    async ({ page }) => {
      await page.goto('/en/calendar/calendar')
      await expect(page.getByRole('grid')).toBeVisible()
      await expect(barOf(page)).toBeHidden()
      await recordBar(page)
      const { release } = await blockRequests(page, /\/api\/course\/calendar$/)
      await page.getByRole('button', { name: t('calendar:next_month') }).click()
      await page.getByRole('button', { name: t('calendar:next_month') }).click()
      await page.getByRole('button', { name: t('calendar:next_month') }).click()
      await expect(page).toHaveURL(/month=/)
      await expect(barOf(page)).toHaveAttribute('data-state', 'running')
      // Everything but the data has loaded, and the bar still runs.
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
      await expect(barOf(page)).toHaveAttribute('data-state', 'running')
      release()
      await expect(barOf(page)).toBeHidden()
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
        await expect(barOf(page)).toHaveAttribute('data-state', 'running')
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
      await expect(barOf(page)).toBeHidden()
    },
  )

  test('does not run for a link within the page', async ({ page }) => {
    await page.goto('/en')
    await page.evaluate(() => location.assign('#content'))
    await expect(page).toHaveURL('/en#content')
    await expect(barOf(page)).not.toHaveAttribute('data-state')
  })
})

test.describe('the init data', () => {
  test(
    'are loaded by each page in its language without aborted requests',
    { tag: ['@S2.74', '@S7.07', '@S7.03', '@S7.04', '@S7.05'] },
    async ({ page }) => {
      const isInit = (request: Request) => new URL(request.url()).pathname === '/api/index/init'
      const aborted: string[] = []
      page.on('requestfailed', (request) => {
        if (isInit(request)) aborted.push(request.failure()?.errorText ?? '')
      })
      const open = async (go: () => Promise<unknown>) => {
        const [init] = await Promise.all([page.waitForRequest(isInit), go()])
        expect(init.headers()).toMatchObject({ server: '0', lang: 'en', token: '' })
        const response = await init.response()
        expect(response?.status()).toBe(200)
        // Chromium also reports a response as aborted if its page is left while the body is read.
        expect(await response?.finished()).toBeNull()
      }
      await open(() => page.goto('/en/about/about'))
      const links = page.getByRole('navigation', { name: t('nav:main') }).getByRole('link')
      const count = await links.count()
      expect(count).toBeGreaterThan(5)
      for (let index = 0; index < count; index += 1) await open(() => links.nth(index).click())
      // An in-place query change is a route change, too.
      await page.goto('/en/calendar/calendar')
      await open(() => page.getByRole('button', { name: t('calendar:next_month') }).click())
      expect(aborted).toEqual([])
    },
  )

  test(
    'are loaded with the member’s token, as are live facts',
    { tag: ['@S6.06', '@S7.05'] },
    async ({ page }) => {
      await page.goto('/en')
      await logIn(page)
      const token = await page.evaluate((key) => localStorage.getItem(key), TOKEN_STORAGE_KEY)
      const requests = ['**/api/index/init', '**/api/live/facts'].map((url) =>
        page.waitForRequest(url),
      )
      await page.goto('/en')
      for (const request of await Promise.all(requests)) {
        expect(await request.allHeaders()).toMatchObject({
          token,
          authorization: `Bearer ${token}`,
        })
      }
    },
  )

  test(
    'replace the prerendered footer and links of a page',
    { tag: ['@S3.12', '@S3.13', '@S3.14', '@S3.16'] },
    async ({ page }) => {
      await page.route('**/api/index/init', async (route) => {
        const response = await route.fetch()
        const body = await response.json()
        body.data.links = [{ id: 1, label: 'Stage door', href: '/about/about' }]
        body.data.site.foot_content = '<p>Moved to the <b>river</b>.</p><p>Since today.</p>'
        body.data.site.user_agreement_file = 'https://files.example/new-agreement.html'
        await route.fulfill({ response, json: body })
      })
      await page.goto('/en/login')
      const footer = page.getByRole('contentinfo')
      await expect(footer.getByRole('paragraph')).toHaveText([
        /\S/,
        'Moved to the river.',
        'Since today.',
        /^©/,
      ])
      const links = footer.getByRole('navigation').getByRole('link')
      await expect(links).toHaveText(['Stage door'])
      await expect(links).toHaveAttribute('href', '/en/about/about')
      const agreement = 'https://files.example/new-agreement.html'
      await expect(footer.getByRole('link', { name: t('nav:agreement') })).toHaveAttribute(
        'href',
        agreement,
      )
      const consent = page.getByRole('main').getByRole('link', { name: t('login:agreement') })
      await expect(consent).toHaveAttribute('href', agreement)
    },
  )

  test(
    'offer a switch to the page in their language',
    { tag: ['@S3.04'] },
    async ({ page, expectAccessible }) => {
      await page.route('**/api/index/init', async (route) => {
        const response = await route.fetch()
        const body = await response.json()
        await route.fulfill({ response, json: { ...body, data: { ...body.data, lang: 'en' } } })
      })
      await page.goto('/drama/home?from=letter')
      const offer = page.getByRole('link', { name: t('common:read_in_this_language') })
      await expect(offer).toBeVisible()
      const cookies = await page.context().cookies()
      expect(cookies.find(({ name }) => name === LOCALE_COOKIE)?.value).toBe('en')
      await expectAccessible()
      await offer.click()
      await expect(page).toHaveURL('/en/drama/home?from=letter')
      await expect(
        page.getByRole('status').filter({ hasText: LOCALE_TRAITS['zh-cn'].name }),
      ).toBeHidden()
      // A pending response would fail when the page closes.
      await page.unrouteAll({ behavior: 'wait' })
    },
  )

  test('appear in the footer', { tag: ['@S3.12'] }, async ({ page, request }) => {
    const { data } = await (
      await request.get('/api/index/init', { headers: { lang: 'en', server: '0', token: '' } })
    ).json()
    await page.goto('/en')
    const footer = page.getByRole('contentinfo')
    for (const { label } of data.links) {
      await expect(footer.getByRole('link', { name: label, exact: true })).toBeVisible()
    }
    // The closing line is the first paragraph, the legal line the last.
    const paragraphs = await footer.getByRole('paragraph').allInnerTexts()
    const text = paragraphs.slice(1, -1).join('\n')
    const words = (html: string) => html.replaceAll(/<[^>]*>|\s/g, '')
    const footContent = typeof data.site.foot_content === 'string' ? data.site.foot_content : null
    if (footContent !== null) expect(words(text)).toBe(words(footContent))
    else expect(JSON.stringify(data.site.foot_content)).toContain(text.trim().split('\n')[0])
  })
})

test.describe('the language of the path', () => {
  const choiceOf = async (page: Page) =>
    (await page.context().cookies()).find(({ name }) => name === 'chooseLanguage')

  test(
    'becomes the stored choice and the language of the init data',
    { tag: ['@S2.02', '@S3.01', '@S4.01', '@S4.02', '@S4.06', '@S7.54'] },
    async ({ page }) => {
      await page.goto('/')
      await expect.poll(async () => (await choiceOf(page))?.value).toBe('zh-cn')
      await page.waitForFunction(() => sessionStorage.getItem('init-data')?.includes('"zh-cn"'))
      const init = page.waitForRequest(
        (request) =>
          request.url().endsWith('/api/index/init') && request.headers()['lang'] === 'en',
      )
      await page.goto('/en')
      await init
      await expect.poll(async () => (await choiceOf(page))?.value).toBe('en')
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      const { expires = 0 } = (await choiceOf(page)) ?? {}
      const now = await page.evaluate(() => Date.now())
      expect(Math.abs(expires * 1000 - now - LOCALE_LIFETIME_MS)).toBeLessThan(60_000)
      await page.waitForFunction(() =>
        sessionStorage.getItem('init-data')?.includes('"locale":"en"'),
      )
    },
  )

  test(
    'is Chinese without a prefix, for the stored choice and the init data too',
    { tag: ['@S2.03', '@S4.03', '@S4.04', '@S4.05'] },
    async ({ page }) => {
      await page.goto('/en/about/about')
      await expect.poll(async () => (await choiceOf(page))?.value).toBe('en')
      await page.waitForFunction(() =>
        sessionStorage.getItem('init-data')?.includes('"locale":"en"'),
      )
      const init = page.waitForRequest(
        (request) =>
          request.url().endsWith('/api/index/init') && request.headers()['lang'] === 'zh-cn',
      )
      await page.goto('/about/about')
      await init
      await expect.poll(async () => (await choiceOf(page))?.value).toBe('zh-cn')
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
      // Starts like a locale prefix but is none: an unknown page in the default language.
      await page.goto('/english')
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
      expect((await choiceOf(page))?.value).toBe('zh-cn')
    },
  )
})

test.describe('a page change', () => {
  test('scrolls to the top', { tag: ['@S2.63'] }, async ({ page }) => {
    await page.goto('/en')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    expect(await scrollOf(page)).toBeGreaterThan(500)
    await page.getByRole('contentinfo').getByRole('link').first().click()
    await expect(page).not.toHaveURL('/en')
    expect(await scrollOf(page)).toBe(0)
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

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('all sections are visible at once', async ({ page }) => {
    await page.goto('/en')
    const waiting = page.locator('[data-reveal="waiting"]').first()
    await expect(waiting).toBeAttached()
    await expect(waiting).toHaveCSS('opacity', '1')
    await expect(waiting).toHaveCSS('translate', 'none')
  })
})

test('forced colours hide the decorative title', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/drama/home')
  const display = page
    .locator('.page-head')
    .evaluate((head) => getComputedStyle(head, '::before').display)
  expect(await display).toBe('none')
})

for (const selector of ['.site-header nav', '.page-head nav']) {
  test(`forced colours underline only the current link of ${selector}`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto('/en/news/detail')
    const links = page.locator(selector).getByRole('link')
    const background = await page.evaluate(() => {
      const probe = document.createElement('i')
      probe.style.color = 'Canvas'
      document.body.append(probe)
      return getComputedStyle(probe).color
    })
    const underlined = await links.evaluateAll(
      (nodes, hidden) =>
        nodes
          .filter((node) => getComputedStyle(node).borderBottomColor !== hidden)
          .map((node) => node.getAttribute('aria-current')),
      background,
    )
    expect(underlined).toEqual(['page'])
  })
}

test('a focused title at the edge of a row on phones is shown in full', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/en/course/home')
  const titles = page.locator('.row').first().getByRole('link')
  await titles.first().focus()
  for (const title of (await titles.all()).slice(1)) {
    await page.keyboard.press('Tab')
    await expect(title).toBeFocused()
    await expect(title).toBeInViewport({ ratio: 1 })
  }
})

test('print media show all sections', async ({ page }) => {
  await page.goto('/en')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('[data-reveal="waiting"]').first()).toHaveCSS('opacity', '1')
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

test.describe('images', () => {
  test('start loading within 1.3 screens', { tag: ['@S9.15'] }, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/en/artist/masonry')
    const late = async () =>
      page.evaluate(
        () =>
          [...document.images].filter((image) => {
            const { top, height } = image.getBoundingClientRect()
            return height > 0 && top < innerHeight * 1.3 && image.currentSrc === ''
          }).length,
      )
    await expect.poll(late).toBe(0)
    const lazy = () => page.locator('img[loading="lazy"]').count()
    const before = await lazy()
    expect(before).toBeGreaterThan(0)
    await page.locator('img[loading="lazy"]').last().scrollIntoViewIfNeeded()
    await expect.poll(late).toBe(0)
    await expect.poll(lazy).toBeLessThan(before)
  })

  test(
    'that fail are tried three times, then leave an empty box of the same size',
    { tag: ['@S9.16'] },
    async ({ page }) => {
      await page.clock.install({ time: 0 })
      await page.clock.pauseAt(1000)
      const requestCounts = new Map<string, number>()
      await page.route(
        /\/_?(?:media|images|astro)\/.*\.(?:avif|webp|jpe?g|png|svg)$/,
        async (route) => {
          const url = route.request().url()
          requestCounts.set(url, (requestCounts.get(url) ?? 0) + 1)
          await route.fulfill({ status: 404, body: '' })
        },
      )
      await page.goto('/en/about/about')
      const image = page.getByRole('main').getByRole('img').first()
      const source = await image.evaluate((node: HTMLImageElement) => node.currentSrc)
      const box = await image.boundingBox()
      await expect.poll(() => requestCounts.get(source)).toBe(1)
      // The page handles a failure and sets its timer shortly after the response.
      for (const [wait, times] of [
        [1000, 2],
        [2000, 3],
      ] as const) {
        await expect(async () => {
          await page.clock.runFor(wait)
          expect(requestCounts.get(source)).toBe(times)
        }).toPass()
      }
      await expect(image).toHaveAttribute('data-failed')
      await page.clock.runFor(60_000)
      expect(requestCounts.get(source)).toBe(3)
      expect((await image.boundingBox())?.height).toBeCloseTo(box?.height ?? 0, -1)
    },
  )
})
