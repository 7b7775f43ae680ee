import type { Page } from 'playwright/test'
import { prefixOf } from '#i18n/locales.ts'
import { drawAddress, drawMobile } from '#tests/support/log-in.ts'
import { findStack } from '#tests/support/stack.ts'
import { expect, test } from './fixtures.ts'
import { runInLocales, type StoryLocale } from './test-matrix.ts'

const WORDS = {
  'zh-cn': {
    mobile: '手机号',
    sentTo: '已发送至',
    failed: '当前获取验证码的请求较多，浏览器未能完成自动验证，请重试或换一个浏览器',
  },
  en: {
    mobile: 'Phone number',
    sentTo: 'Sent to',
    failed:
      'Many codes have been requested just now, and your browser could not complete the automatic check. Please try again or use another browser',
  },
} as const

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
async function requestCode(page: Page, locale: StoryLocale, outcome: string): Promise<void> {
  await page.goto(`${prefixOf(locale)}/login`)
  const main = page.getByRole('main')
  await expect(async () => {
    await main
      .getByRole('textbox', { name: WORDS[locale].mobile })
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
        await requestCode(page, locale, WORDS[locale].sentTo)
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
        await requestCode(page, locale, WORDS[locale].failed)
      },
    )
  })
}
