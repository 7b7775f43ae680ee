import type { Page, Request } from 'playwright/test'
import { LOCALE_COOKIE, LOCALE_LIFETIME_MS, TOKEN_STORAGE_KEY } from '#config.ts'
import { LOCALE_TRAITS } from '#i18n/locales.ts'
import { logIn } from '#tests/support/log-in.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { expect, test } from './fixtures.ts'

const t = getTexts('en')

// These tests cover animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

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
    const texts = (await footer.getByRole('paragraph').allInnerTexts()).slice(1, -1)
    expect(data.site.foot_content).toEqual(
      texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
    )
  })
})

test.describe('the language of the path', () => {
  const readChoice = async (page: Page) =>
    (await page.context().cookies()).find(({ name }) => name === 'chooseLanguage')

  test(
    'becomes the stored choice and the language of the init data',
    { tag: ['@S2.02', '@S3.01', '@S4.01', '@S4.02', '@S4.06', '@S7.54'] },
    async ({ page }) => {
      await page.goto('/')
      await expect.poll(async () => (await readChoice(page))?.value).toBe('zh-cn')
      await page.waitForFunction(() => sessionStorage.getItem('init-data')?.includes('"zh-cn"'))
      const init = page.waitForRequest(
        (request) =>
          request.url().endsWith('/api/index/init') && request.headers()['lang'] === 'en',
      )
      await page.goto('/en')
      await init
      await expect.poll(async () => (await readChoice(page))?.value).toBe('en')
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      const { expires = 0 } = (await readChoice(page)) ?? {}
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
      await expect.poll(async () => (await readChoice(page))?.value).toBe('en')
      await page.waitForFunction(() =>
        sessionStorage.getItem('init-data')?.includes('"locale":"en"'),
      )
      const init = page.waitForRequest(
        (request) =>
          request.url().endsWith('/api/index/init') && request.headers()['lang'] === 'zh-cn',
      )
      await page.goto('/about/about')
      await init
      await expect.poll(async () => (await readChoice(page))?.value).toBe('zh-cn')
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
      // Starts like a locale prefix but is none: an unknown page in the default language.
      await page.goto('/english')
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
      expect((await readChoice(page))?.value).toBe('zh-cn')
    },
  )
})
