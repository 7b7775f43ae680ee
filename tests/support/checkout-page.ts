import { expect, type BrowserContext, type Page } from 'playwright/test'
import { type Device, type StoryLocale } from '#tests/e2e/test-matrix.ts'

const WORDS = {
  'zh-cn': {
    till: '在新窗口打开测试收银台',
    phone: /^去支付/,
    done: /^(票已到手|预约成功|课时已到账|会员已生效|余额已到账)$/,
  },
  en: {
    till: 'Open the test checkout in a new window',
    phone: /^Pay ¥/,
    done: /^(Your tickets are ready|You are booked|Your class hours are ready|Welcome, member|Balance topped up)$/,
  },
} as const

/** Waits for the cashier with its countdown. */
export async function findTill(page: Page): Promise<void> {
  await page.waitForURL(/\/pay\/pay\?id=/)
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
}

/** Pays on a screen of its own, at the address that the code of the cashier stands for. */
export async function payElsewhere(context: BrowserContext, address: string): Promise<void> {
  const payer = await context.newPage()
  await payer.goto(address)
  await expect(payer.getByRole('status')).toHaveText(/Waiting/)
  await payer.locator('button[value="pay"]').click()
  // As payers do; and a page that is closed while the next one comes may never be gone.
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
  const words = WORDS[locale]
  if (device === 'phone') {
    await page.getByRole('button', { name: words.phone }).click()
    await page.waitForURL(/\/api\/sandbox\/pay\//)
    await page.locator('button[value="pay"]').click()
    await page.getByRole('link', { name: /Back to the shop/ }).click()
  } else {
    await expect(page.locator('.qr svg')).toBeVisible()
    const href = await page.getByRole('link', { name: words.till }).getAttribute('href')
    await payElsewhere(context, href ?? '')
  }
  await page.waitForURL(/\/pay\/success\?id=/)
  await expect(page.getByRole('heading', { name: words.done })).toBeVisible()
}
