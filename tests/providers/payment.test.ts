import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { chromium, type Page } from 'playwright'
import { expect as see } from 'playwright/test'
import { DEVICES, TEST_LOCALES, type Scenario } from '#tests/e2e/test-matrix.ts'
import { getPath } from '#tests/e2e/paths.ts'
import { findPerformanceId } from '#tests/support/find-performance.ts'
import { drawMobile } from '#tests/support/log-in.ts'
import { logInOnScreen } from '#tests/support/log-in-on-screen.ts'
import { findTickets, waitForPaymentPage } from '#tests/support/checkout-page.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { addTicket } from '#tests/support/ticket-page.ts'
import { findBrowsers } from '#tests/support/find-browser.ts'
import { launchWith } from '#tests/support/launch-browser.ts'
import { VENUE_METHODS, type VenueMethod } from '#tests/support/payers.ts'
import { startVenue, type Venue } from '#tests/support/start-venue.ts'

let venue: Venue
beforeAll(async () => {
  venue = await startVenue()
})
afterAll(() => venue.close())

/** Opens a separate browser. */
async function openBrowser({ device }: Scenario): Promise<Page> {
  process.env['CHROME_PATH'] ??= findBrowsers().forTests ?? ''
  const browser = await chromium.launch(launchWith())
  onTestFinished(() => browser.close())
  const context = await browser.newContext({
    baseURL: venue.url,
    ignoreHTTPSErrors: true,
    viewport: DEVICES[device],
  })
  return context.newPage()
}

/** Online refunds end 48 hours before a show. */
const REFUNDABLE_MS = 50 * 3_600_000
/** Places that all tests together buy. */
const MIN_PLACES_LEFT = 60
let performanceId: number | undefined

/** Chooses two tickets and logs in by SMS. */
async function chooseTickets(page: Page, { locale }: Scenario): Promise<void> {
  const t = getTexts(locale)
  const startsAfter = Date.now() + REFUNDABLE_MS
  performanceId ??= await findPerformanceId(page.request, { places: MIN_PLACES_LEFT, startsAfter })
  await page.goto(`${getPath('/drama/buyTicket', locale)}?id=${performanceId}`)
  await addTicket(page, t)
  await addTicket(page, t)
  await page.getByRole('button', { name: t('tickets:log_in') }).click()
  await page.waitForURL(/\/login\?return=/)
  const mobile = drawMobile()
  await logInOnScreen(page, locale, { mobile, readSentCode: () => venue.readSentCode(mobile) })
  await page.waitForURL(/\/drama\/buyTicket\?id=/)
}

/** Continues to the payment page and chooses a method. */
async function chooseMethod(page: Page, { locale }: Scenario, method: VenueMethod): Promise<void> {
  const t = getTexts(locale)
  await page.getByRole('button', { name: t('tickets:buy') }).click()
  await waitForPaymentPage(page)
  await page.getByRole('radio', { name: t.part(`pay:method_${method}`) }).check()
}

/** Buys two tickets. @returns the success page, and the provider's balance before, in fen */
async function buyTickets(
  visit: Scenario,
  method: VenueMethod,
): Promise<{ page: Page; before: number }> {
  const payer = venue.payers[method]
  const page = await openBrowser(visit)
  await chooseTickets(page, visit)
  await chooseMethod(page, visit, method)
  const before = payer.readNetTotal()
  await payer.pay(page, visit)
  await page.waitForURL(/\/pay\/success\?id=/)
  return { page, before }
}

const visits = TEST_LOCALES.flatMap((locale) =>
  (['desktop', 'phone'] as const).map((device) => ({ locale, device })),
)

describe.each(VENUE_METHODS)('payment with %s', (name) => {
  test.each(visits)('completes a purchase of two tickets ($locale, $device)', async (visit) => {
    const { page, before } = await buyTickets(visit, name)
    await see(findTickets(page, visit.locale)).toHaveCount(2)
    expect(venue.payers[name].readNetTotal()).toBeGreaterThan(before)
  })

  test.each(visits)(
    'shows that the provider is unreachable and succeeds on retry ($locale, $device)',
    async (visit) => {
      const t = getTexts(visit.locale)
      const payer = venue.payers[name]
      const page = await openBrowser(visit)
      await chooseTickets(page, visit)
      payer.setReachable(false)
      onTestFinished(() => payer.setReachable(true))
      await chooseMethod(page, visit, name)
      const isPage = visit.device === 'phone' || name !== 'wechat'
      const open = page.getByRole('button', { name: t.whole('pay:pay_on_phone') })
      const failure = page.getByRole('alert').filter({ hasText: t.part('pay:failed') })
      // Alipay's page needs no API call: the site signs its URL.
      if (name !== 'alipay') {
        if (isPage) await open.click()
        await see(failure).toBeVisible()
      }
      payer.setReachable(true)
      if (!isPage) await page.getByRole('button', { name: t('pay:try_again') }).click()
      await payer.pay(page, visit)
      await page.waitForURL(/\/pay\/success\?id=/)
    },
  )

  test('can be refunded from the order page', async () => {
    const visit = { locale: 'en', device: 'desktop' } as const
    const t = getTexts(visit.locale)
    const { page, before } = await buyTickets(visit, name)
    const number = new URL(page.url()).searchParams.get('id') ?? ''
    await page.goto(`${getPath('/order/Info', visit.locale)}?id=${number}`)
    await page
      .getByRole('button', { name: t('order:refund') })
      .first()
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('order:refund_yes') })
      .click()
    const status = page.getByText(t('order:status_refunded'), { exact: true })
    // A background job sends the refund.
    await see(async () => {
      await page.reload()
      await see(status.first()).toBeVisible({ timeout: 3000 })
    }).toPass({ timeout: 90_000 })
    expect(venue.payers[name].readNetTotal()).toBe(before)
  })
})

test('all provider accounts pass their check, and the invariants hold', async () => {
  const { code, output } = await venue.runAdmin('providers', 'check')
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(new RegExp(VENUE_METHODS.join('[^]*'), 'i')),
  ])
  const invariants = await venue.run('check:invariants')
  expect(invariants).toEqual({ code: 0, output: expect.any(String) })
})
