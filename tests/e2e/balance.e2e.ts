import type { Page } from 'playwright/test'
import { blockRequests } from '#tests/support/block-requests.ts'
import { createCaller, orderTickets } from '#tests/support/box-office.ts'
import { logIn } from '#tests/support/log-in.ts'
import { findTickets, waitForPaymentPage, payOnPaymentPage } from '#tests/support/checkout-page.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { expect, test } from './fixtures.ts'
import { getPath } from './paths.ts'
import { DEVICES, runScenarios } from './test-matrix.ts'

for (const { locale, device } of runScenarios({ locale: 'zh-cn', device: 'desktop' })) {
  const t = getTexts(locale)

  const findBalance = (page: Page, amount: string) =>
    page.getByRole('region', { name: t('order:balance') }).getByText(amount, { exact: true })

  test.describe(`in ${locale} on a ${device}`, () => {
    test.use({ viewport: DEVICES[device] })

    test(
      'further clicks before the checkout has opened create no further orders',
      { tag: '@always' },
      async ({ page }) => {
        await logIn(page)
        await page.goto(getPath('/order/recharge', locale))
        const button = page.getByRole('form', { name: t('order:top_up') }).getByRole('button')
        await expect(button).toBeVisible()
        let count = 0
        page.on('request', (request) => {
          if (request.url().endsWith('/api/order/create')) count += 1
        })
        // On a slow connection the checkout takes a while to open.
        const held = await blockRequests(page, '**/pay/pay?*')
        const leaving = page.waitForRequest('**/pay/pay?*')
        // An impatient visitor. Playwright itself would wait for the page.
        let clicks = 0
        await page.exposeFunction('countClick', () => {
          clicks += 1
        })
        await button.evaluate((element: HTMLButtonElement) => {
          // Also between the response and the rendering of its result.
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => {
            element.click()
            port2.postMessage(null)
          })
          port1.start()
          port2.postMessage(null)
          setInterval(() => {
            element.click()
            // Comes late if the page has large pictures.
            dispatchEvent(new PageTransitionEvent('pageshow'))
            Reflect.get(window, 'countClick')()
          }, 100)
        })
        await leaving
        const before = clicks
        await expect.poll(() => clicks).toBeGreaterThan(before + 5)
        held.release()
        await waitForPaymentPage(page)
        expect(count).toBe(1)
      },
    )

    test(
      `a member tops up the balance and pays for tickets with it (${locale}, ${device})`,
      { tag: ['@S2.33'] },
      async ({ page, context, expectAccessible }) => {
        await logIn(page)
        const call = createCaller(page)
        const { number } = await orderTickets(call, { quantity: 1 })
        const { payable_fen: price } = await call('GET /api/order/detail', { order_no: number })

        await test.step('an empty balance is shown as insufficient', async () => {
          await page.goto(`${getPath('/pay/pay', locale)}?id=${number}`)
          await waitForPaymentPage(page)
          await expect(page.getByText(t.whole('pay:balance_low'))).toBeVisible()
        })

        await test.step('top up the balance', async () => {
          await page.goto(getPath('/order/recharge', locale))
          await page.getByText(t('order:amount_own')).click()
          await page.getByLabel(t('order:amount_own_label')).fill('0')
          // Without an amount, the button does not name one.
          await page.getByRole('button', { name: t('order:top_up'), exact: true }).click()
          await expect(page.getByText(t('order:amount_wrong'))).toBeVisible()
          await expectAccessible()
          await page.getByLabel(t('order:amount_own_label')).fill(String((price + 12_34) / 100))
          await expect(page.getByText(t('order:amount_wrong'))).toHaveCount(0)
          await page.getByRole('button', { name: t.whole('order:top_up_now') }).click()
          await waitForPaymentPage(page)
          await payOnPaymentPage(page, context, { locale, device })
          await page.goto(getPath('/order/recharge', locale))
          const shown = ((price + 12_34) / 100).toLocaleString('en', { minimumFractionDigits: 2 })
          await expect(findBalance(page, `¥${shown}`)).toBeVisible()
        })

        await test.step('a status that top-ups never have is neither offered nor applied', async () => {
          await page.goto(`${getPath('/order/recharge', locale)}?status=verified`)
          const orders = page
            .getByRole('region', { name: t('order:recharge_history') })
            .getByRole('listitem')
            .filter({ has: page.getByRole('heading') })
          await expect(orders).toHaveCount(1)
          const filters = page.getByRole('navigation', { name: t('order:filter') })
          await expect(filters.locator('[aria-current]')).toHaveText(t('order:status_all'))
          await expect(filters.getByText(t('order:status_verified'))).toHaveCount(0)
        })

        await test.step('pay with the balance; the remainder stays', async () => {
          await page.goto(`${getPath('/pay/pay', locale)}?id=${number}`)
          await page.getByRole('radio', { name: t('pay:method_balance') }).check({ force: true })
          await expectAccessible()
          await page.getByRole('button', { name: t.whole('pay:balance_pay') }).click()
          await page.waitForURL(/\/pay\/success\?id=/)
          await expect(
            page.getByRole('heading', { name: t('pay:done_title_performance') }),
          ).toBeVisible()
          await expect(findTickets(page, locale)).toHaveCount(1)
          await page.goto(getPath('/order/recharge', locale))
          await expect(findBalance(page, '¥12.34')).toBeVisible()
        })
      },
    )
  })
}
