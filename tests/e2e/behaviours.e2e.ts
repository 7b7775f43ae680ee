import type { Page } from 'playwright/test'
import { LOCALE_LIFETIME_MS } from '#config.ts'
import { openBareBrowser } from '#tests/support/bare-browser.ts'
import { expect, test } from './fixtures.ts'
import { barOf, recordBar } from './route-bar.ts'

// These are about what moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** How long a pointer rests on a link that its reader means to open. */
const REST_MS = 500

/** Holds the requests of an address back until it is opened. */
async function holdBack(page: Page, address: RegExp) {
  const { promise, resolve: open } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return { open }
}

const scrollOf = (page: Page) => page.evaluate(() => scrollY)

test.describe('the progress bar', () => {
  test('runs while another page is on its way, and is gone with it [S2.70]', async ({ page }) => {
    await page.goto('/en/about/about')
    await recordBar(page)
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Courses' })
      .click()
    await expect(page).toHaveURL('/en/course/home')
    expect(await page.evaluate(() => sessionStorage.getItem('bar'))).toMatch(/^running( running)*$/)
    await expect(barOf(page)).toBeHidden()
  })

  test('runs while the query changes in place, until the data have come, then hides [S2.71] [S2.72] [S4.25]', async ({
    page,
  }) => {
    await page.goto('/en/calendar/calendar')
    await expect(page.locator('.month-grid')).toBeVisible()
    await expect(barOf(page)).toBeHidden()
    const { open } = await holdBack(page, /\/api\/course\/calendar$/)
    await page.getByRole('button', { name: 'Next month' }).click()
    await page.getByRole('button', { name: 'Next month' }).click()
    await page.getByRole('button', { name: 'Next month' }).click()
    await expect(page).toHaveURL(/month=/)
    await expect(barOf(page)).toHaveAttribute('data-state', 'running')
    // Everything but the data is there, and the bar still runs.
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    await expect(barOf(page)).toHaveAttribute('data-state', 'running')
    open()
    await expect(barOf(page)).toHaveAttribute('data-state', 'done')
    await expect(barOf(page)).toBeHidden()
  })

  test('runs on a page until its island has its data [S2.72]', async ({ page }) => {
    const { open } = await holdBack(page, /\/api\/search\/results/)
    await page.goto('/en/search/list?q=tea')
    await expect(barOf(page)).toHaveAttribute('data-state', 'running')
    open()
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
    await expect(barOf(page)).toBeHidden()
  })

  test('does not run for a link within the page', async ({ page }) => {
    await page.goto('/en')
    await page.evaluate(() => location.assign('#content'))
    await expect(page).toHaveURL('/en#content')
    await expect(barOf(page)).not.toHaveAttribute('data-state')
  })
})

test.describe('the init data', () => {
  test('are asked for before the route changes, in the language of the page [S2.74] [S7.07] [S7.03] [S7.04] [S7.05]', async ({
    page,
  }) => {
    await page.goto('/en/about/about')
    await page.waitForFunction(() => sessionStorage.getItem('init-data') !== null)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname === '/api/index/init') asked.push(`init ${request.headers()['lang']}`)
      if (request.isNavigationRequest()) asked.push(pathname)
    })
    const [init] = await Promise.all([
      page.waitForRequest('**/api/index/init'),
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Courses' }).click(),
    ])
    await expect(page).toHaveURL('/en/course/home')
    expect(asked.slice(0, 2)).toEqual(['init en', '/en/course/home'])
    expect(init.headers()).toMatchObject({ server: '0', lang: 'en', token: '' })
  })

  test('show in the footer what they hold [S3.12]', async ({ page, request }) => {
    const { data } = await (
      await request.get('/api/index/init', { headers: { lang: 'en', server: '0', token: '' } })
    ).json()
    await page.goto('/en')
    const footer = page.getByRole('contentinfo')
    for (const { label } of data.links) {
      await expect(footer.getByRole('link', { name: label, exact: true })).toBeVisible()
    }
    const text = await footer.locator('.foot-content').innerText()
    const words = (html: string) => html.replaceAll(/<[^>]*>|\s/g, '')
    const said = typeof data.site.foot_content === 'string' ? data.site.foot_content : null
    if (said !== null) expect(words(text)).toBe(words(said))
    else expect(JSON.stringify(data.site.foot_content)).toContain(text.trim().split('\n')[0])
  })
})

test.describe('the language', () => {
  const choiceOf = async (page: Page) =>
    (await page.context().cookies()).find(({ name }) => name === 'chooseLanguage')

  test('of the path becomes the stored choice, and the init data are read in it [S2.02] [S3.01] [S4.01] [S4.02] [S4.06] [S7.54]', async ({
    page,
  }) => {
    await page.goto('/')
    await expect.poll(async () => (await choiceOf(page))?.value).toBe('zh-cn')
    await page.waitForFunction(() => sessionStorage.getItem('init-data')?.includes('"zh-cn"'))
    const init = page.waitForRequest(
      (request) => request.url().endsWith('/api/index/init') && request.headers()['lang'] === 'en',
    )
    await page.goto('/en')
    await init
    await expect.poll(async () => (await choiceOf(page))?.value).toBe('en')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    const { expires = 0 } = (await choiceOf(page)) ?? {}
    const now = await page.evaluate(() => Date.now())
    expect(Math.abs(expires * 1000 - now - LOCALE_LIFETIME_MS)).toBeLessThan(60_000)
    await page.waitForFunction(() => sessionStorage.getItem('init-data')?.includes('"locale":"en"'))
  })

  test('is reset by a path without prefix, and the init data are read in Chinese [S2.03] [S4.03] [S4.04] [S4.05]', async ({
    page,
  }) => {
    await page.goto('/en/about/about')
    await expect.poll(async () => (await choiceOf(page))?.value).toBe('en')
    await page.waitForFunction(() => sessionStorage.getItem('init-data')?.includes('"locale":"en"'))
    const init = page.waitForRequest(
      (request) =>
        request.url().endsWith('/api/index/init') && request.headers()['lang'] === 'zh-cn',
    )
    await page.goto('/about/about')
    await init
    await expect.poll(async () => (await choiceOf(page))?.value).toBe('zh-cn')
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
    // Only begins like a locale: the default language, and no page.
    await page.goto('/english')
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
    expect((await choiceOf(page))?.value).toBe('zh-cn')
  })

  test('that was chosen is not chosen again by the next page of it [S4.05]', async ({ page }) => {
    await page.goto('/en/about/about')
    await page.waitForFunction(() => sessionStorage.getItem('init-data')?.includes('"locale":"en"'))
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/index/init')) asked += 1
    })
    await page.goto('/en/business/home', { waitUntil: 'networkidle' })
    expect(asked).toBe(0)
  })
})

test.describe('a page change', () => {
  test('starts at the top [S2.63]', async ({ page }) => {
    await page.goto('/en')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    expect(await scrollOf(page)).toBeGreaterThan(500)
    await page.getByRole('contentinfo').getByRole('link').first().click()
    await expect(page).not.toHaveURL('/en')
    expect(await scrollOf(page)).toBe(0)
  })

  test('reveals what lies below the first screen as the reader comes to it [S2.64]', async ({
    page,
  }) => {
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
  })
})

test.describe('a reader who wants less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('sees everything at once', async ({ page }) => {
    await page.goto('/en')
    const waiting = page.locator('[data-reveal="waiting"]').first()
    await expect(waiting).toBeAttached()
    await expect(waiting).toHaveCSS('opacity', '1')
    await expect(waiting).toHaveCSS('translate', 'none')
  })
})

test('paper shows everything', async ({ page }) => {
  await page.goto('/en')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('[data-reveal="waiting"]').first()).toHaveCSS('opacity', '1')
})

test.describe('links', () => {
  test.use({ fetchesAhead: true })

  test('in sight are fetched ahead, and lead to their page from there [S7.57]', async ({
    page,
  }) => {
    const protocol = await page.context().newCDPSession(page)
    const come = new Set<string>()
    protocol.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
      if (status === 'Ready') come.add(new URL(prefetchUrl).pathname)
    })
    await protocol.send('Preload.enable')
    await page.goto('/en')
    const link = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Courses' })
    await expect(link).toHaveAttribute('data-prefetch')
    await expect.poll(() => [...come]).toContain('/en/course/home')
    await link.press('Enter')
    await expect(page).toHaveURL('/en/course/home')
    const way = await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON())
    expect(way).toMatchObject({ deliveryType: 'navigational-prefetch' })
  })

  const ahead = 'that are pointed at are rendered ahead, and ask for nothing until they are seen'
  test(ahead, { tag: '@always' }, async ({ baseURL }) => {
    // Playwright turns it off in its own browser.
    const browser = await openBareBrowser(`${baseURL}/en/about/about`)
    try {
      const find = () => browser.find('header a[href="/en/course/home"][data-prefetch]')
      await expect.poll(find).not.toBeNull()
      const link = await find()
      if (!link) throw new Error('the link has gone')
      await browser.point(link, REST_MS)
      await browser.click(link)
      await expect.poll(() => browser.ask('location.pathname')).toBe('/en/course/home')
      const read = `(() => {
        const [{ activationStart }] = performance.getEntriesByType('navigation')
        const calls = performance.getEntriesByType('resource').filter(({ name }) => /[/]api[/]/.test(name))
        const early = calls.filter(({ startTime }) => startTime < activationStart)
        return { isAhead: activationStart > 0, hasAsked: calls.length > 0, early: early.length }
      })()`
      await expect
        .poll(() => browser.ask(read))
        .toEqual({ isAhead: true, hasAsked: true, early: 0 })
    } finally {
      await browser.close()
    }
  })

  test('out of sight are fetched ahead when they are pointed at', async ({ page }) => {
    await page.goto('/en')
    const link = page.getByRole('main').locator('a[href*="?id="]').last()
    await expect(link).not.toHaveAttribute('data-prefetch')
    await link.dispatchEvent('pointerover')
    await expect(link).toHaveAttribute('data-prefetch')
  })
})

test.describe('pictures', () => {
  test('start loading within 1.3 screens [S9.15]', async ({ page }) => {
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

  test('that fail are tried three times, and leave their place in quiet [S9.16]', async ({
    page,
  }) => {
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(1000)
    const asked = new Map<string, number>()
    await page.route(
      /\/_?(?:media|images|astro)\/.*\.(?:avif|webp|jpe?g|png|svg)$/,
      async (route) => {
        const url = route.request().url()
        asked.set(url, (asked.get(url) ?? 0) + 1)
        await route.fulfill({ status: 404, body: '' })
      },
    )
    await page.goto('/en/about/about')
    const image = page.getByRole('main').getByRole('img').first()
    const source = await image.evaluate((node: HTMLImageElement) => node.currentSrc)
    const box = await image.boundingBox()
    await expect.poll(() => asked.get(source)).toBe(1)
    // The page notes a failure, and sets its timer, a little after the answer.
    for (const [wait, times] of [
      [1000, 2],
      [2000, 3],
    ] as const) {
      await expect(async () => {
        await page.clock.runFor(wait)
        expect(asked.get(source)).toBe(times)
      }).toPass()
    }
    await expect(image).toHaveAttribute('data-failed')
    await page.clock.runFor(60_000)
    expect(asked.get(source)).toBe(3)
    expect((await image.boundingBox())?.height).toBeCloseTo(box?.height ?? 0, -1)
  })
})
