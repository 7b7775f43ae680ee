import { expect, type Page } from 'playwright/test'
import type { Locale } from '#i18n/locales.ts'
import { drawMobile, readCode } from './log-in.ts'

const WORDS = {
  'zh-cn': { mobile: '手机号', code: '验证码', sent: '已发送至', skip: '以后再说' },
  en: {
    mobile: 'Phone number',
    code: 'Verification code',
    sent: 'Sent to',
    skip: 'Not now',
  },
} as const

/**
 * Logs in on the login screen that a page led to, with the code of the outbox, and goes on from it.
 * @param address where the outbox is; that of the running stack when left out
 */
export async function logInOnScreen(page: Page, locale: Locale, address?: string): Promise<void> {
  const words = WORDS[locale]
  const main = page.getByRole('main')
  const mobile = drawMobile()
  const sent = page.getByText(words.sent)
  await expect(async () => {
    // A second code would make the first one invalid.
    if (await sent.isVisible()) return
    await main.getByRole('textbox', { name: words.mobile }).fill(mobile.replace('+86', ''))
    await main.locator('.send').click({ timeout: 2000 })
    await expect(sent).toBeVisible({ timeout: 2000 })
  }).toPass()
  await main.getByRole('checkbox').check()
  // A complete code submits the form.
  await main
    .getByRole('textbox', { name: words.code })
    .fill(await readCode(page.request, mobile, address))
  await main.getByRole('button', { name: words.skip }).click()
}
