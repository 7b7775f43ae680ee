import { expect, type Page } from 'playwright/test'
import { textsIn } from '#tests/support/interface-texts.ts'
import { drawMobile, readCode } from './log-in.ts'
import { type StoryLocale } from '#tests/e2e/test-matrix.ts'

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
  const t = textsIn(locale)
  const main = page.getByRole('main')
  const sent = page.getByText(t.part('code:sent_to'))
  // Buyers are not asked for an e-mail address.
  const isBuying = /\/(?:drama\/buyTicket|pay\/|course\/detail)/.test(
    decodeURIComponent(page.url()),
  )
  // A click before the island runs does nothing, so the code is requested until one is sent.
  await expect(async () => {
    // A second code would make the first one invalid.
    if (await sent.isVisible()) return
    await main.getByRole('textbox', { name: t('login:mobile') }).fill(mobile.replace('+86', ''))
    await main.locator('.send').click({ timeout: 2000 })
    await expect(sent).toBeVisible({ timeout: 2000 })
  }).toPass()
  await main.getByRole('checkbox').check()
  // A complete code submits the form.
  await main.getByRole('textbox', { name: t('code:label') }).fill(await readSentCode(mobile))
  if (!isBuying) await main.getByRole('button', { name: t('login:skip') }).click()
}
