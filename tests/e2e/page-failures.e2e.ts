import type { Page } from 'playwright/test'
import { textsIn } from '#tests/support/interface-texts.ts'
import { PHONE } from './paths.ts'
import { expect, SKIPPED_TRANSITION, test as base } from './fixtures.ts'

const t = textsIn('en')

/** Stories of things that fail: what they say on the console is part of them. */
const test = base.extend<{ said: string[]; expected: RegExp }>({
  /** What the browser itself may report. */
  expected: [SKIPPED_TRANSITION, { option: true }],
  watchPage: async ({ page, expected }, use) => {
    const faults: string[] = []
    page.on('pageerror', ({ message }) => {
      if (!expected.test(message)) faults.push(message)
    })
    await use()
    expect(faults).toEqual([])
  },
  said: async ({ page }, use) => {
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await use(said)
  },
})

/** Lets every load of some scripts fail, as if a release had removed them; counts the documents. */
async function loseChunk(page: Page, address: RegExp, path: string) {
  const state = { documents: 0, isLost: true }
  page.on('request', (request) => {
    if (request.isNavigationRequest() && new URL(request.url()).pathname === path) {
      state.documents += 1
    }
  })
  await page.route(address, (route) =>
    state.isLost ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
  )
  return state
}

const CALENDAR = /\/_astro\/Calendar\.[^/]*\.js/

test(
  'a chunk that is gone reloads the page once in a minute, then the page offers a reload',
  { tag: ['@S4.26', '@S4.27', '@S8.16'] },
  async ({ page }) => {
    const state = await loseChunk(page, CALENDAR, '/en/calendar/calendar')
    await page.goto('/en/calendar/calendar')
    const notice = page.getByRole('alert').filter({ hasText: t('common:chunk_notice') })
    await expect(notice).toBeVisible({ timeout: 20_000 })
    expect(state.documents).toBe(2)
    // The prerendered month stays readable.
    await expect(page).toHaveURL('/en/calendar/calendar')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
    state.isLost = false
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
    `one reload is enough where a new release has brought other ${what}`,
    { tag: ['@S4.26'] },
    async ({ page }) => {
      const state = await loseChunk(page, address, '/en/calendar/calendar')
      page.on('request', (request) => {
        if (request.isNavigationRequest() && state.documents === 2) state.isLost = false
      })
      await page.goto('/en/calendar/calendar')
      await expect.poll(() => state.documents, { timeout: 20_000 }).toBe(2)
      await page.getByRole('button', { name: t('calendar:next_month') }).click()
      await expect(page).toHaveURL(/\/en\/calendar\/calendar\?month=/)
      expect(state.documents).toBe(2)
    },
  )
}

test(
  'the console is silent but for messages of named modules',
  { tag: ['@S8.17'] },
  async ({ page, said }) => {
    await page.goto('/en/calendar/calendar')
    await page.evaluate(() => {
      for (const method of ['table', 'trace', 'dir', 'group'] as const) console[method]('noise')
      for (const voice of ['log', 'info', 'debug', 'warn', 'error'] as const) {
        console[voice]('a message of no module')
        console[voice]('[init]', `${voice} of a module`)
      }
    })
    expect(said.filter((text) => !text.startsWith('Failed to load'))).toEqual(
      ['log', 'info', 'debug', 'warn', 'error'].map((voice) => `[init] ${voice} of a module`),
    )
  },
)

test.describe('what goes wrong by itself', () => {
  test.use({ expected: /^by itself$/ })

  test('is still told by the browser', async ({ page }) => {
    await page.goto('/en')
    const told = page.waitForEvent('pageerror')
    await page.evaluate(() => void setTimeout(() => Promise.reject(new TypeError('by itself'))))
    expect((await told).message).toBe('by itself')
  })
})

test(
  'init data that cannot be had are logged, and the page changes all the same',
  { tag: ['@S8.11', '@S8.12'] },
  async ({ page, said }) => {
    await page.goto('/en/about/about')
    await page.waitForFunction(() => sessionStorage.getItem('init-data') !== null)
    await page.route('**/api/index/init', (route) => route.fulfill({ status: 502, body: '' }))
    const links = page.getByRole('navigation', { name: t('nav:main') })
    await links.getByRole('link', { name: t('nav:course') }).click()
    await expect(page).toHaveURL('/en/course/home')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => said.filter((text) => text.startsWith('[init]'))).toHaveLength(1)
  },
)

/** Takes the network away, as the page sees it. */
async function goOffline(page: Page) {
  await page.context().setOffline(true)
  await page.waitForFunction(() => !navigator.onLine)
}

test.describe('offline', () => {
  test.use({ fetchesAhead: true })

  test('links are not fetched ahead when offline', { tag: ['@S7.58'] }, async ({ page }) => {
    const marked = page.locator('a[data-prefetch]')
    // Few links are in sight: a page fetches only so many ahead.
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

test('pages with islands say that there is no network, as long as there is none', async ({
  page,
}) => {
  await page.goto('/en/calendar/calendar')
  const notice = page.getByRole('status').filter({ hasText: t('common:offline_notice') })
  await expect(page.locator('.month-grid')).toBeVisible()
  await expect(notice).toBeHidden()
  await goOffline(page)
  await expect(notice).toBeVisible()
  await page.context().setOffline(false)
  await expect(notice).toBeHidden()
})

test('a network error is said as 网络异常', { tag: ['@S8.08'] }, async ({ page }) => {
  await page.route('**/api/search/results*', (route) => route.abort('connectionfailed'))
  await page.goto('/search/list?q=茶馆')
  await expect(page.getByRole('alert')).toContainText('网络异常')
})

test(
  'an answer that does not come in time is said as 网络超时',
  { tag: ['@S8.07'] },
  async ({ page }) => {
    await page.route('**/api/search/results*', () => {
      // Never answered.
    })
    await page.goto('/search/list?q=茶馆')
    await expect(page.getByRole('alert')).toContainText('网络超时', { timeout: 25_000 })
  },
)

test(
  'a question that is no longer wanted is cancelled, and nothing is said of it',
  { tag: ['@S8.09'] },
  async ({ page }) => {
    await page.goto('/calendar/calendar')
    const held: (() => void)[] = []
    await page.route('**/api/course/calendar', async (route) => {
      await new Promise<void>((open) => {
        held.push(open)
      })
      await route.continue().catch(() => {
        // The page has cancelled it.
      })
    })
    const next = page.getByRole('button', { name: textsIn('zh-cn')('calendar:next_month') })
    const cancelled = page.waitForEvent('requestfailed')
    for (let turns = 0; turns < 4; turns += 1) await next.click()
    expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED')
    for (const open of held) open()
    await expect(page.locator('.month-grid')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByText(/网络异常|网络超时/)).toHaveCount(0)
  },
)
