import { expect, type Page } from 'playwright/test'
import { getTexts } from '#tests/support/interface-texts.ts'
import { findSendButton } from './find-send-button.ts'
import { drawMobile, readCode } from './log-in.ts'
import { type TestLocale } from '#tests/e2e/test-matrix.ts'

type CodeReader = (mobile: string) => string | Promise<string>

/**
 * Logs in on the open login page and continues to the return page.
 * @param options.mobile with country code; default: a number that no other test uses
 * @param options.readSentCode returns the sent code; default: from the outbox of the running stack
 */
export async function logInOnScreen(
  page: Page,
  locale: TestLocale,
  {
    mobile = drawMobile(),
    readSentCode = (to) => readCode(page.request, to),
  }: { mobile?: string; readSentCode?: CodeReader } = {},
): Promise<void> {
  const t = getTexts(locale)
  const main = page.getByRole('main')
  const sent = page.getByText(t.part('code:sent_to'))
  // During a purchase the e-mail step is skipped.
  const isBuying = /\/(?:drama\/buyTicket|pay\/|course\/detail)/.test(
    decodeURIComponent(page.url()),
  )
  // A click before hydration has no effect, so it is retried until a code is sent.
  await expect(async () => {
    // A second code would invalidate the first.
    if (await sent.isVisible()) return
    await main.getByRole('textbox', { name: t('login:mobile') }).fill(mobile.replace('+86', ''))
    await findSendButton(main, locale).click({ timeout: 2000 })
    await expect(sent).toBeVisible({ timeout: 2000 })
  }).toPass()
  await main.getByRole('checkbox').check()
  // A complete code submits the form.
  await main.getByRole('textbox', { name: t('code:label') }).fill(await readSentCode(mobile))
  if (!isBuying) await main.getByRole('button', { name: t('login:skip') }).click()
}
