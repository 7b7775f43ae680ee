import { expect, type BrowserContext, type Page } from 'playwright/test'
import { type Device, type StoryLocale } from '#tests/e2e/test-matrix.ts'
import { textsIn } from '#tests/support/interface-texts.ts'

/** What the page of success says, by kind of order. */
const DONE_TITLES = [
  'pay:done_title_performance',
  'pay:done_title_course',
  'pay:done_title_package',
  'pay:done_title_member',
  'pay:done_title_recharge',
] as const

/** Waits for the cashier with its countdown. */
export async function findTill(page: Page): Promise<void> {
  await page.waitForURL(/\/pay\/pay\?id=/)
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
}

/** Pays on another device, at the address of the QR code of the checkout. */
export async function payElsewhere(context: BrowserContext, address: string): Promise<void> {
  const payer = await context.newPage()
  await payer.goto(address)
  await expect(payer.getByRole('status')).toHaveText(/Waiting/)
  await payer.locator('button[value="pay"]').click()
  // Like payers; a page that is closed during a navigation may never end.
  await expect(payer.getByRole('status')).not.toHaveText(/Waiting/)
  await payer.close()
}

/**
 * Pays at the cashier as a payer would. On a desktop the code is scanned: the payer's page is another
 * one. On a phone the payment opens in this tab and leads back.
 */
export async function payAtTill(
  page: Page,
  context: BrowserContext,
  { locale, device }: { locale: StoryLocale; device: Device },
): Promise<void> {
  const t = textsIn(locale)
  if (device === 'phone') {
    await page.getByRole('button', { name: t.whole('pay:pay_on_phone') }).click()
    await page.waitForURL(/\/api\/sandbox\/pay\//)
    await page.locator('button[value="pay"]').click()
    await page.getByRole('link', { name: /Back to the shop/ }).click()
  } else {
    await expect(page.locator('.qr svg')).toBeVisible()
    const href = await page.getByRole('link', { name: t('pay:open_sandbox') }).getAttribute('href')
    await payElsewhere(context, href ?? '')
  }
  await page.waitForURL(/\/pay\/success\?id=/)
  const done = new RegExp(DONE_TITLES.map((key) => t.whole(key).source).join('|'))
  await expect(page.getByRole('heading', { name: done })).toBeVisible()
}
