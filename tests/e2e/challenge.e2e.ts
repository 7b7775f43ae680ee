import type { Page } from 'playwright/test'
import { getPrefix } from '#i18n/locales.ts'
import { findSendButton } from '#tests/support/find-send-button.ts'
import { drawAddress, drawMobile } from '#tests/support/log-in.ts'
import { findStack } from '#tests/support/stack.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { expect, test } from './fixtures.ts'
import { runInLocales, type TestLocale } from './test-matrix.ts'

const SENDS_BEFORE = 10

/** Gives the page its own IP address and requests so many codes from it that the next needs a challenge. */
async function exhaustFreeCodes(page: Page): Promise<void> {
  const address = drawAddress()
  const headers = { 'x-forwarded-for': address }
  for (let n = 0; n < SENDS_BEFORE; n += 1) {
    const response = await page.request.post(`${findStack()?.api}/api/sms/send`, {
      data: { mobile: drawMobile(), purpose: 'login' },
      headers,
    })
    expect(await response.json()).toMatchObject({ code: 200 })
  }
  // A visitor without cookies behind that IP address.
  await page.context().clearCookies()
  await page.setExtraHTTPHeaders(headers)
}

/** Requests a code once the form is interactive; expects `outcome` on the page. */
async function requestCode(
  page: Page,
  locale: TestLocale,
  outcome: string | RegExp,
): Promise<void> {
  await page.goto(`${getPrefix(locale)}/login`)
  const main = page.getByRole('main')
  await expect(main.locator('astro-island[ssr]')).toHaveCount(0)
  await main
    .getByRole('textbox', { name: getTexts(locale)('login:mobile') })
    .fill(drawMobile().replace('+86', ''))
  await findSendButton(main, locale).click()
  await expect(page.getByText(outcome)).toBeVisible({ timeout: 20_000 })
}

for (const locale of runInLocales('en')) {
  test.describe(`proof-of-work challenge for codes, in ${locale}`, () => {
    test(
      'is solved in the background, and the code is sent',
      { tag: '@always' },
      async ({ page }) => {
        await exhaustFreeCodes(page)
        const codes: unknown[] = []
        page.on('response', async (response) => {
          if (!response.url().endsWith('/api/sms/send')) return
          const { code } = await response.json()
          codes.push(code)
        })
        await requestCode(page, locale, getTexts(locale).part('code:sent_to'))
        const alerts = page.getByRole('main').getByRole('alert')
        await expect(alerts.filter({ hasText: /\S/ })).toHaveCount(0)
        expect(codes).toEqual([500213, 200])
      },
    )

    test(
      'shows what to do in a browser that cannot solve it',
      { tag: '@always' },
      async ({ page }) => {
        await page.addInitScript(() => {
          Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })
        })
        await exhaustFreeCodes(page)
        await requestCode(page, locale, getTexts(locale)('errors:challenge_required'))
      },
    )
  })
}
