import type { Page } from 'playwright/test'
import { FETCH_TIMEOUT_MS } from '#config.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { PHONE } from './paths.ts'
import { expect, SKIPPED_TRANSITION, test as base } from './fixtures.ts'

const t = getTexts('en')

/** Tests of failures: console messages are expected and checked. */
const test = base.extend<{ consoleTexts: string[]; expected: RegExp }>({
  /** Page errors that the test allows. */
  expected: [SKIPPED_TRANSITION, { option: true }],
  watchPage: async ({ page, expected }, use) => {
    const faults: string[] = []
    page.on('pageerror', ({ message }) => {
      if (!expected.test(message)) faults.push(message)
    })
    await use()
    expect(faults).toEqual([])
  },
  consoleTexts: async ({ page }, use) => {
    const consoleTexts: string[] = []
    page.on('console', (message) => consoleTexts.push(message.text()))
    await use(consoleTexts)
  },
})

/** Responds with 404 to matching files, as if a release had removed them; counts page loads. */
async function removeChunk(page: Page, address: RegExp, path: string) {
  const state = { documents: 0, isRemoved: true }
  page.on('request', (request) => {
    if (request.isNavigationRequest() && new URL(request.url()).pathname === path) {
      state.documents += 1
    }
  })
  await page.route(address, (route) =>
    state.isRemoved ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
  )
  return state
}

const CALENDAR = /\/_astro\/Calendar\.[^/]*\.js/

test(
  'a missing chunk reloads the page at most once a minute, then offers a reload',
  { tag: ['@S4.26', '@S4.27', '@S8.16'] },
  async ({ page }) => {
    const state = await removeChunk(page, CALENDAR, '/en/calendar/calendar')
    await page.goto('/en/calendar/calendar')
    const notice = page.getByRole('alert').filter({ hasText: t('common:chunk_notice') })
    await expect(notice).toBeVisible({ timeout: 20_000 })
    expect(state.documents).toBe(2)
    // The prerendered month stays readable.
    await expect(page).toHaveURL('/en/calendar/calendar')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
    state.isRemoved = false
    await notice.getByRole('button', { name: t('common:reload') }).click()
    await expect(page.getByRole('button', { name: t('calendar:next_month') })).toBeEnabled()
    await expect(notice).toBeHidden()
  },
)

for (const [what, address] of [
  ['chunks', CALENDAR],
  ['messages', /\/_astro\/calendar\.[^/]*\.json/],
] as const) {
  test(
    `one reload suffices after a release has replaced ${what}`,
    { tag: ['@S4.26'] },
    async ({ page }) => {
      const state = await removeChunk(page, address, '/en/calendar/calendar')
      page.on('request', (request) => {
        if (request.isNavigationRequest() && state.documents === 2) state.isRemoved = false
      })
      await page.goto('/en/calendar/calendar')
      await expect.poll(() => state.documents).toBe(2)
      await page.getByRole('button', { name: t('calendar:next_month') }).click()
      await expect(page).toHaveURL(/\/en\/calendar\/calendar\?month=/)
      expect(state.documents).toBe(2)
    },
  )
}

test('an island whose dialog is missing stays on the page', async ({ page }) => {
  const state = await removeChunk(page, /\/_astro\/DocumentDialog\.[^/]*\.js/, '/en/login')
  await page.goto('/en/login')
  await expect(page.getByRole('button', { name: t('login:submit') })).toBeEnabled()
  // As after the one reload within a minute.
  await page.evaluate(() => sessionStorage.setItem('chunk-reload', String(Date.now())))
  await page
    .getByRole('main')
    .getByRole('link', { name: t('login:agreement') })
    .click()
  await expect(page.getByText(t('common:chunk_notice'))).toBeVisible()
  await expect(page.getByRole('textbox', { name: t('login:mobile') })).toBeVisible()
  state.isRemoved = false
  await expect(page.getByRole('dialog', { name: t('login:agreement') })).toBeVisible()
})

test(
  'the console shows only messages of named modules',
  { tag: ['@S8.17'] },
  async ({ page, consoleTexts }) => {
    await page.goto('/en/calendar/calendar')
    await page.evaluate(() => {
      for (const method of ['table', 'trace', 'dir', 'group'] as const) console[method]('noise')
      for (const level of ['log', 'info', 'debug', 'warn', 'error'] as const) {
        console[level]('a message of no module')
        console[level]('[init]', `${level} of a module`)
      }
    })
    expect(consoleTexts.filter((text) => !text.startsWith('Failed to load'))).toEqual(
      ['log', 'info', 'debug', 'warn', 'error'].map((level) => `[init] ${level} of a module`),
    )
  },
)

test.describe('an unhandled rejection', () => {
  test.use({ expected: /^by itself$/ })

  test('is still reported by the browser', async ({ page }) => {
    await page.goto('/en')
    const pageError = page.waitForEvent('pageerror')
    await page.evaluate(() => void setTimeout(() => Promise.reject(new TypeError('by itself'))))
    expect((await pageError).message).toBe('by itself')
  })
})

test(
  'a failure to load init data is logged and does not block navigation',
  { tag: ['@S8.11', '@S8.12'] },
  async ({ page, consoleTexts }) => {
    await page.goto('/en/about/about')
    await page.waitForFunction(() => sessionStorage.getItem('init-data') !== null)
    await page.route('**/api/index/init', (route) => route.fulfill({ status: 502, body: '' }))
    const links = page.getByRole('navigation', { name: t('nav:main') })
    await links.getByRole('link', { name: t('nav:course') }).click()
    await expect(page).toHaveURL('/en/course/home')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect
      .poll(() => consoleTexts.filter((text) => text.startsWith('[init]')))
      .toHaveLength(1)
  },
)

/** Goes offline and waits until the page has noticed. */
async function goOffline(page: Page) {
  await page.context().setOffline(true)
  await page.waitForFunction(() => !navigator.onLine)
}

test.describe('offline', () => {
  test.use({ prefetches: true })

  test('links are not prefetched', { tag: ['@S7.58'] }, async ({ page }) => {
    const marked = page.locator('a[data-prefetch]')
    // Few links are in the viewport: a page prefetches only a limited number.
    await page.setViewportSize(PHONE)
    await page.goto('/en/business/home')
    await expect(marked.first()).toBeAttached()
    await goOffline(page)
    const before = await marked.count()
    const link = page.getByRole('contentinfo').getByRole('link').first()
    await link.scrollIntoViewIfNeeded()
    await link.dispatchEvent('pointerover')
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    expect(await marked.count()).toBe(before)
    await page.context().setOffline(false)
    await page.waitForFunction(() => navigator.onLine)
    await link.dispatchEvent('pointerover')
    await expect(link).toHaveAttribute('data-prefetch')
  })
})

for (const [what, address] of [
  ['chunk', CALENDAR],
  ['messages', /\/_astro\/calendar\.[^/]*\.json/],
] as const) {
  test(`an island whose ${what} did not load starts once the network is back`, async ({ page }) => {
    await page.route(address, async (route) => {
      await page.context().setOffline(true)
      await route.abort('internetdisconnected')
    })
    await page.goto('/en/calendar/calendar')
    await page.waitForFunction(() => !navigator.onLine)
    // The browser has tried again in vain.
    await page.waitForTimeout(2000)
    await page.unroute(address)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: t('calendar:next_month') }).click()
    await expect(page).toHaveURL(/\/en\/calendar\/calendar\?month=/)
  })
}

test('pages with islands show a notice while offline', async ({ page }) => {
  await page.goto('/en/calendar/calendar')
  const notice = page.getByRole('status').filter({ hasText: t('common:offline_notice') })
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(notice).toBeHidden()
  await goOffline(page)
  await expect(notice).toBeVisible()
  await page.context().setOffline(false)
  await expect(notice).toBeHidden()
})

test('a network error is shown as 网络异常', { tag: ['@S8.08'] }, async ({ page }) => {
  await page.route('**/api/search/results*', (route) => route.abort('connectionfailed'))
  await page.goto('/search/list?q=茶馆')
  await expect(page.getByRole('alert')).toContainText('网络异常')
})

test('a timeout is shown as 网络超时', { tag: ['@S8.07'] }, async ({ page }) => {
  await page.clock.install()
  await page.route('**/api/search/results*', () => {
    // No response.
  })
  const requested = page.waitForRequest('**/api/search/results*')
  await page.goto('/search/list?q=茶馆')
  await requested
  await page.clock.fastForward(FETCH_TIMEOUT_MS)
  await expect(page.getByRole('alert')).toContainText('网络超时')
})

test(
  'an obsolete request is cancelled without an error message',
  { tag: ['@S8.09'] },
  async ({ page }) => {
    await page.goto('/calendar/calendar')
    const releases: (() => void)[] = []
    await page.route('**/api/course/calendar', async (route) => {
      await new Promise<void>((release) => {
        releases.push(release)
      })
      await route.continue().catch(() => {
        // The page has cancelled the request.
      })
    })
    const next = page.getByRole('button', { name: getTexts('zh-cn')('calendar:next_month') })
    const cancelled = page.waitForEvent('requestfailed')
    for (let turns = 0; turns < 4; turns += 1) await next.click()
    expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED')
    for (const release of releases) release()
    await expect(page.getByRole('grid')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByText(/网络异常|网络超时/)).toHaveCount(0)
  },
)
