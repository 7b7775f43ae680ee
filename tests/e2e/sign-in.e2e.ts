import type { Page } from 'playwright/test'
import { drawMobile, logIn, readCode } from '#tests/support/log-in.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { expect, test } from './fixtures.ts'
import { getPath } from './paths.ts'
import { runInLocales, type TestLocale } from './test-matrix.ts'

/** The text of the provider's own button. */
const PROVIDER_BUTTON = {
  'zh-cn': '使用测试账号继续',
  en: 'Continue with a test account',
} as const

const SCRIPT = '**/api/sign-in/client.js'

let drawnNames = 0
/** A name that is new to the provider: tests share its accounts. */
const drawName = () => `Tester ${process.pid} ${Date.now()} ${(drawnNames += 1)}`

/** Opens the provider's account chooser in a popup. */
async function openChooser(page: Page, locale: TestLocale): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: PROVIDER_BUTTON[locale] }).click(),
  ])
  return popup
}

async function chooseName(chooser: Page, name: string): Promise<void> {
  await chooser.getByLabel('Another name').fill(name)
  await chooser.getByRole('button', { name: 'Continue' }).click()
}

/** Enters the phone number and its code; the sixth digit submits the form. */
async function bindPhone(page: Page, locale: TestLocale, mobile: string): Promise<void> {
  const t = getTexts(locale)
  await page.getByRole('textbox', { name: t('login:mobile') }).fill(mobile.replace('+86', ''))
  await page.getByRole('button', { name: t('code:send') }).click()
  const code = page.getByRole('textbox', { name: t('code:label') })
  await expect(code).toBeFocused()
  await code.fill(await readCode(page.request, mobile))
}

/** Clears cookies and storage, as in a new browser. */
const clearBrowserData = (page: Page) =>
  Promise.all([
    page.context().clearCookies(),
    page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    }),
  ])

for (const locale of runInLocales('zh-cn')) {
  const t = getTexts(locale)

  test.describe(`third-party sign-in in ${locale}`, () => {
    test(
      'binds a phone the first time and logs in directly the next time',
      { tag: ['@S1.11', '@S7.14'] },
      async ({ page, expectAccessible }) => {
        const name = drawName()
        await page.goto(getPath('/login', locale))
        const chooser = await openChooser(page, locale)
        await expect(chooser.getByText('Test only')).toBeVisible()
        await Promise.all([chooser.waitForEvent('close'), chooseName(chooser, name)])
        // The sign-in continues with the token once the visitor has given consent.
        await expect(page.getByRole('alert').getByText(t('login:agree_first'))).toBeVisible()
        await page.getByRole('checkbox').check()
        await expect(page.getByRole('heading', { name: t('login:bind_title') })).toBeVisible()
        await expectAccessible()
        await bindPhone(page, locale, drawMobile())
        await expect(page.getByRole('heading', { name: t('login:email_title') })).toBeVisible()
        expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^v1\./)

        await clearBrowserData(page)
        await page.goto(getPath('/login', locale))
        await page.getByRole('checkbox').check()
        await chooseName(await openChooser(page, locale), name)
        await expect(page.getByRole('heading', { name: t('login:email_title') })).toBeVisible()
      },
    )

    test(
      'can be bound to a member’s account and unbound',
      { tag: ['@S1.11'] },
      async ({ page }) => {
        const name = drawName()
        await logIn(page)
        await page.goto(getPath('/user/user', locale))
        await page.getByRole('button', { name: t('user:bind'), exact: true }).click()
        await chooseName(await openChooser(page, locale), name)
        await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible()
        await expect(page.getByRole('dialog')).toHaveCount(0)

        const unbind = page.getByRole('button', { name: t('user:unbind') })
        const dialog = page.getByRole('dialog')
        await test.step('a refusal is not shown when the dialog is opened again', async () => {
          const json = { code: 500901, msg: '', time: 0, data: null }
          await page.route('**/api/account/unbind', (route) => route.fulfill({ json }), {
            times: 1,
          })
          await unbind.click()
          await dialog.getByRole('button', { name: t('user:unbind') }).click()
          await expect(dialog.getByRole('alert')).toHaveText(t('errors:not_yet'))
          await page.keyboard.press('Escape')
          await unbind.click()
          await expect(dialog).toBeVisible()
          await expect(dialog.getByRole('alert')).toBeEmpty()
        })
        await dialog.getByRole('button', { name: t('user:unbind') }).click()
        await expect(page.getByText(t('user:accounts_none'))).toBeVisible()
      },
    )

    test(
      'returns to the form after a cancelled sign-in or a closed window',
      { tag: ['@S1.11'] },
      async ({ page }) => {
        await page.goto(getPath('/login', locale))
        const refused = await openChooser(page, locale)
        await refused.getByRole('button', { name: 'Cancel' }).click()
        const line = page.getByRole('status').filter({ hasText: t('sign_in:unfinished') })
        await expect(line).toBeVisible()

        const closed = await openChooser(page, locale)
        await expect(line).toBeHidden()
        await closed.close()
        await expect(line).toBeVisible()
        await expect(
          page.getByRole('button', { name: t('login:submit'), exact: true }),
        ).toBeEnabled()
      },
    )

    test('redirects to the provider and back if popups are blocked', async ({ page }) => {
      await page.addInitScript(() => {
        window.open = () => null
      })
      const path = `${getPath('/login', locale)}?return=${getPath('/about/about', locale)}`
      const button = page.getByRole('button', { name: PROVIDER_BUTTON[locale] })
      await page.goto(path)
      await button.click()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(page).toHaveURL(path)
      await expect(page.getByText(t('sign_in:unfinished'))).toBeVisible()

      await button.click()
      await chooseName(page, drawName())
      await expect(page.getByRole('alert').getByText(t('login:agree_first'))).toBeVisible()
      // The token has been removed from the URL.
      await expect(page).toHaveURL(path)
      await page.getByRole('checkbox').check()
      await expect(page.getByRole('heading', { name: t('login:bind_title') })).toBeVisible()
    })

    test('ignores a token from a forged URL', async ({ page }) => {
      const planted = `#sign_in_state=${'s'.repeat(32)}&credential=planted`
      await page.goto(getPath('/login', locale) + planted)
      await expect(page.getByRole('button', { name: PROVIDER_BUTTON[locale] })).toBeVisible()
      await expect(page).toHaveURL(getPath('/login', locale))
      await expect(page.getByText(t('login:agree_first'))).toHaveCount(0)
    })

    test(
      'login by phone works if the provider script is blocked',
      { tag: ['@S2.73'] },
      async ({ page }) => {
        await page.route(SCRIPT, (route) => route.fulfill({ status: 404 }))
        await page.goto(getPath('/login', locale))
        await expect(
          page.getByText(t('sign_in:unavailable', { provider: t('sign_in:test_account') })),
        ).toBeVisible()
        await page.getByRole('checkbox').check()
        await page.getByRole('textbox', { name: t('login:mobile') }).fill('123')
        await page.getByRole('button', { name: t('code:send') }).click()
        await expect(page.getByRole('textbox', { name: t('login:mobile') })).toBeFocused()
      },
    )

    test('is reported as unavailable after five seconds', { tag: ['@S2.73'] }, async ({ page }) => {
      await page.clock.install()
      const abortRequests: (() => Promise<void>)[] = []
      await page.route(SCRIPT, (route) => void abortRequests.push(() => route.abort('aborted')))
      // The page finishes loading without the script.
      await page.goto(getPath('/login', locale), { waitUntil: 'load' })
      await expect.poll(() => abortRequests.length).toBeGreaterThan(0)
      await expect(
        page.getByText(t('sign_in:unavailable', { provider: t('sign_in:test_account') })),
      ).toHaveCount(0)
      // The button starts its timer on hydration; a unit test covers the exact time.
      await expect(async () => {
        await page.clock.fastForward(5000)
        await expect(
          page.getByText(t('sign_in:unavailable', { provider: t('sign_in:test_account') })),
        ).toBeVisible({ timeout: 500 })
      }).toPass({ timeout: 4000 })
    })
  })
}

for (const path of ['/', '/en/drama/home', '/about/about', '/pay/pay', '/course/custom-el?id=1']) {
  test(
    `the provider script loads asynchronously on ${path}`,
    { tag: ['@S2.73'] },
    async ({ page }) => {
      const scriptRequest = page.waitForRequest(SCRIPT)
      await page.goto(path)
      await scriptRequest
      await expect
        .poll(() => page.evaluate(() => typeof Reflect.get(window, 'google')))
        .toBe('object')
      const script = page.locator('script[src="/api/sign-in/client.js"]')
      await expect(script).toHaveAttribute('async')
    },
  )
}
