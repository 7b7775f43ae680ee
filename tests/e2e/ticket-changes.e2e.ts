import {
  addShow,
  buyTickets,
  createCaller,
  orderTickets,
  payInSandbox,
  readTicketCodes,
  runStaff,
  type Caller,
} from '#tests/support/box-office.ts'
import { formatPrice } from '#i18n/format.ts'
import { waitForPaymentPage, payOnPaymentPage } from '#tests/support/checkout-page.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { logIn } from '#tests/support/log-in.ts'
import { expect, test } from './fixtures.ts'
import { getPath, PHONE } from './paths.ts'
import { DEVICES, runInLocales } from './test-matrix.ts'

async function readOrder(call: Caller, order_no: string) {
  const order = await call('GET /api/order/detail', { order_no })
  if (order.type !== 'performance') throw new Error('no order of tickets')
  return order
}

/** The formatted highest price of a show of the same performance. */
async function findHighestPrice(call: Caller, order_no: string, showId: number): Promise<string> {
  const { performance_id: id } = await readOrder(call, order_no)
  const { shows } = await call('GET /api/perform/ticket', { id: String(id) })
  const tiers = shows.find((show) => show.id === showId)?.tiers ?? []
  return formatPrice(Math.max(...tiers.map(({ price_fen: fen }) => fen)))
}

const countValid = async (call: Caller, order_no: string): Promise<number> =>
  (await readOrder(call, order_no)).tickets.filter(({ state }) => state === 'valid').length

const listExchanges = async (call: Caller, order_no: string): Promise<string[]> =>
  (await readOrder(call, order_no)).exchanged_to

test(
  'the card of an order opens at the first ticket that is still valid',
  { tag: '@always' },
  async ({ page }) => {
    await page.setViewportSize(PHONE)
    const { call, number } = await buyTickets(page)
    const [, code = ''] = await readTicketCodes(call, number)
    const [first] = (await readOrder(call, number)).tickets
    await runStaff('orders refund', number, '--ticket', String(first?.id), '--yes')
    await page.goto(`/order/DynamicInfoCard?id=${number}`)
    await expect(page.getByRole('img', { name: code })).toBeInViewport()
  },
)

for (const locale of runInLocales('en')) {
  const t = getTexts(locale)

  test.describe(`single tickets in ${locale}`, () => {
    test(
      'one of two can be refunded, the other exchanged for a more expensive one',
      { tag: ['@always'] },
      async ({ page, context, expectAccessible }) => {
        await logIn(page)
        const call = createCaller(page)
        const other = await addShow(call)
        const { number } = await orderTickets(call)
        await payInSandbox(page, call, number)
        const [keptCode = '', refundedCode = ''] = await readTicketCodes(call, number)
        await page.goto(`${getPath('/order/Info', locale)}?id=${number}`)
        await expect(page.getByRole('img', { name: new RegExp(refundedCode) })).toBeVisible()
        await page.getByRole('button', { name: t('order_info:refund_some') }).click()
        const dialog = page.getByRole('dialog')
        const confirm = dialog.getByRole('button', { name: t.whole('order_info:refund_some_yes') })
        await expect(confirm).toBeDisabled()
        await dialog.getByRole('checkbox').nth(1).check()
        await expectAccessible()
        await confirm.click()
        const tickets = page.getByRole('region', { name: t('order_info:tickets'), exact: true })
        await expect(tickets.getByText(t('order_info:ticket_state_void'))).toBeVisible()
        await expect(page.getByRole('img', { name: new RegExp(keptCode) })).toBeVisible()
        await expect(page.getByRole('img', { name: new RegExp(refundedCode) })).toHaveCount(0)
        await expect(page.getByRole('term').getByText(t('order:void_tickets'))).toBeVisible()
        await expect(
          page.getByRole('button', { name: t('order_info:refund_some'), exact: true }),
        ).toHaveCount(0)
        // The focus stays where the button was.
        await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)

        await page.getByRole('button', { name: t('order_info:exchange'), exact: true }).click()
        await dialog.getByRole('combobox').selectOption(String(other.showId))
        const price = await findHighestPrice(call, number, other.showId)
        await dialog.getByRole('radio', { name: price }).check()
        const exchange = dialog.getByRole('button', { name: t.whole('order_info:exchange_pay') })
        // The button stays visible in a long dialog.
        await expect(exchange).toBeInViewport()
        await expectAccessible()
        await test.step('after a change of the price, the new one is loaded', async () => {
          const json = { code: 500104, msg: '', time: 0, data: null }
          await page.route('**/api/order/exchange', (route) => route.fulfill({ json }))
          const quoted = page.waitForResponse('**/api/order/quote_exchange')
          await exchange.click()
          await quoted
          // Not before: Playwright does not report a request that is sent while a route is removed.
          await page.unroute('**/api/order/exchange')
          const refusal = dialog.getByRole('alert').filter({ hasText: t('errors:price_changed') })
          // Above the button, which stays at the lower edge of a long dialog.
          await page.setViewportSize({ width: 390, height: 640 })
          const bottom = await refusal.evaluate((text) => text.getBoundingClientRect().bottom)
          const top = await exchange.evaluate((button) => button.getBoundingClientRect().top)
          expect(bottom).toBeLessThanOrEqual(top)
          await page.setViewportSize(DEVICES.desktop)
        })
        await exchange.click()
        await waitForPaymentPage(page)
        expect(await countValid(call, number)).toBe(1)
        await payOnPaymentPage(page, context, { locale, device: 'desktop' })
        expect(await countValid(call, number)).toBe(0)
        await test.step('the credit is subtracted from the original price in one column', async () => {
          const sums = page.locator('.summary .sum')
          await expect(sums).toHaveCount(3)
          const edges = await sums.evaluateAll((all) =>
            all.map((sum) => Math.round(sum.getBoundingClientRect().right)),
          )
          expect(new Set(edges).size).toBe(1)
        })
        await page.goto(`${getPath('/order/Info', locale)}?id=${number}`)
        await expect(page.getByText(t('order_info:exchanged_to'))).toBeVisible()
        const [next = ''] = await listExchanges(call, number)
        await page.getByRole('link', { name: next }).click()
        const [code = ''] = await readTicketCodes(call, next)
        await expect(page.getByRole('img', { name: new RegExp(code) })).toBeVisible()
        await expect(page.getByText(t('order:exchange_credit'))).toBeVisible()
      },
    )
  })
}
