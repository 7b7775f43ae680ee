import { expect, type Page } from 'playwright/test'
import { drawMobile, readCode } from './log-in.ts'
import { type StoryLocale } from '#tests/e2e/test-matrix.ts'

const WORDS = {
  'zh-cn': { mobile: '手机号', code: '验证码', sent: '已发送至', skip: '以后再说' },
  en: {
    mobile: 'Phone number',
    code: 'Verification code',
    sent: 'Sent to',
    skip: 'Not now',
  },
} as const

type CodeReader = (mobile: string) => string | Promise<string>

/**
 * Logs in on the login screen that a page led to, and goes on from it.
 * @param options.mobile with country code; one that no other story uses when left out
 * @param options.readSentCode how the code is read; from the outbox of the running stack when left out
 */
export async function logInOnScreen(
  page: Page,
  locale: StoryLocale,
  {
    mobile = drawMobile(),
    readSentCode = (to) => readCode(page.request, to),
  }: { mobile?: string; readSentCode?: CodeReader } = {},
): Promise<void> {
  const words = WORDS[locale]
  const main = page.getByRole('main')
  const sent = page.getByText(words.sent)
  // Whoever is about to buy is not asked for the e-mail address.
  const isBuying = /\/(?:drama\/buyTicket|pay\/|course\/detail)/.test(
    decodeURIComponent(page.url()),
  )
  // A click before the island runs does nothing, so the code is requested until one is sent.
  await expect(async () => {
    // A second code would make the first one invalid.
    if (await sent.isVisible()) return
    await main.getByRole('textbox', { name: words.mobile }).fill(mobile.replace('+86', ''))
    await main.locator('.send').click({ timeout: 2000 })
    await expect(sent).toBeVisible({ timeout: 2000 })
  }).toPass()
  await main.getByRole('checkbox').check()
  // A complete code submits the form.
  await main.getByRole('textbox', { name: words.code }).fill(await readSentCode(mobile))
  if (!isBuying) await main.getByRole('button', { name: words.skip }).click()
}
