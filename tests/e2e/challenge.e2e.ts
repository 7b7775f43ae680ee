import type { Page } from 'playwright/test'
import { prefixOf } from '#i18n/locales.ts'
import { drawAddress, drawMobile } from '#tests/support/log-in.ts'
import { findStack } from '#tests/support/stack.ts'
import { textsIn } from '#tests/support/interface-texts.ts'
import { expect, test } from './fixtures.ts'
import { runInLocales, type StoryLocale } from './test-matrix.ts'

const SENDS_BEFORE = 10

/** Gives the page an address of its own, from which so many codes were requested that the next needs a challenge. */
async function putUnderPressure(page: Page): Promise<void> {
  const address = drawAddress()
  const headers = { 'x-forwarded-for': address }
  for (let n = 0; n < SENDS_BEFORE; n += 1) {
    const answer = await page.request.post(`${findStack()?.api}/api/sms/send`, {
      data: { mobile: drawMobile(), purpose: 'login' },
      headers,
    })
    expect(await answer.json()).toMatchObject({ code: 200 })
  }
  // A visitor without any cookie, behind that address.
  await page.context().clearCookies()
  await page.setExtraHTTPHeaders(headers)
}

/** Requests a code once the island of the form runs. */
async function requestCode(
  page: Page,
  locale: StoryLocale,
  outcome: string | RegExp,
): Promise<void> {
  await page.goto(`${prefixOf(locale)}/login`)
  const main = page.getByRole('main')
  await expect(async () => {
    await main
      .getByRole('textbox', { name: textsIn(locale)('login:mobile') })
      .fill(drawMobile().replace('+86', ''))
    await main.locator('.send').click({ timeout: 1000 })
    await expect(page.getByText(outcome)).toBeVisible({ timeout: 20_000 })
  }).toPass()
}

for (const locale of runInLocales('en')) {
  test.describe(`behind an address that requests many codes, in ${locale}`, () => {
    test(
      'a challenge is solved unseen, and the code is sent',
      { tag: '@always' },
      async ({ page }) => {
        await putUnderPressure(page)
        const codes: unknown[] = []
        page.on('response', async (response) => {
          if (!response.url().endsWith('/api/sms/send')) return
          const { code } = await response.json()
          codes.push(code)
        })
        await requestCode(page, locale, textsIn(locale).part('code:sent_to'))
        await expect(page.locator('.send-failure')).toHaveCount(0)
        expect(codes).toEqual([500213, 200])
      },
    )

    test(
      'a browser that cannot solve it says so and what to do',
      { tag: '@always' },
      async ({ page }) => {
        await page.addInitScript(() => {
          Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })
        })
        await putUnderPressure(page)
        await requestCode(page, locale, textsIn(locale)('errors:challenge_required'))
      },
    )
  })
}
