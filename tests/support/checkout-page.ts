import { expect, type BrowserContext, type Locator, type Page } from 'playwright/test'
import { type Device, type TestLocale } from '#tests/e2e/test-matrix.ts'
import { getTexts } from '#tests/support/interface-texts.ts'

/** Titles of the success page by kind of order. */
const DONE_TITLES = [
  'pay:done_title_performance',
  'pay:done_title_course',
  'pay:done_title_package',
  'pay:done_title_member',
  'pay:done_title_recharge',
] as const

/** Waits for the payment page with its countdown. */
export async function waitForPaymentPage(page: Page): Promise<void> {
  await page.waitForURL(/\/pay\/pay\?id=/)
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
}

/** The payment QR code. */
export const findPaymentCode = (page: Page, locale: TestLocale): Locator =>
  page.getByRole('img', { name: getTexts(locale).whole('pay:qr_alt') })

/** The tickets on the success page. */
export const findTickets = (page: Page, locale: TestLocale): Locator =>
  page.getByRole('region', { name: getTexts(locale)('pay:tickets') }).getByRole('listitem')

/** Pays in another page, as on the device that scanned the QR code. */
export async function payOnOtherDevice(context: BrowserContext, address: string): Promise<void> {
  const payer = await context.newPage()
  await payer.goto(address)
  await expect(payer.getByRole('status')).toHaveText(/Waiting/)
  await payer.locator('button[value="pay"]').click()
  // Waits for the result: closing a page during a navigation may hang.
  await expect(payer.getByRole('status')).not.toHaveText(/Waiting/)
  await payer.close()
}

/**
 * Pays on the payment page. On a desktop the QR code opens in another page; on a phone the payment opens
 * in the same tab and links back.
 */
export async function payOnPaymentPage(
  page: Page,
  context: BrowserContext,
  { locale, device }: { locale: TestLocale; device: Device },
): Promise<void> {
  const t = getTexts(locale)
  if (device === 'phone') {
    await page.getByRole('button', { name: t.whole('pay:pay_on_phone') }).click()
    await page.waitForURL(/\/api\/sandbox\/pay\//)
    await page.locator('button[value="pay"]').click()
    await page.getByRole('link', { name: /Back to the shop/ }).click()
  } else {
    await expect(findPaymentCode(page, locale)).toBeVisible()
    const href = await page.getByRole('link', { name: t('pay:open_sandbox') }).getAttribute('href')
    await payOnOtherDevice(context, href ?? '')
  }
  await page.waitForURL(/\/pay\/success\?id=/)
  await expect(page.getByRole('heading', { name: t.oneOf(...DONE_TITLES) })).toBeVisible()
}
