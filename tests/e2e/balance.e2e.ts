import { createCaller, orderTickets } from '#tests/support/box-office.ts'
import { logIn } from '#tests/support/log-in.ts'
import { findTill, payAtTill } from '#tests/support/checkout-page.ts'
import { expect, test } from './fixtures.ts'
import { pathOf } from './paths.ts'
import { DEVICES, runScenarios } from './test-matrix.ts'

const WORDS = {
  'zh-cn': {
    own: '其他金额',
    amount: '金额（元）',
    topUp: /去支付$/,
    wrong: /1 至 10,000/,
    balance: '余额',
    low: /余额不足|不够/,
    pay: /用余额支付|余额支付/,
    done: '票已到手',
  },
  en: {
    own: 'Another amount',
    amount: 'Amount in yuan',
    topUp: /and pay$/,
    wrong: /from 1 to 10,000/,
    balance: 'Balance',
    low: /not enough for this order/,
    pay: /from the balance$/,
    done: 'Your tickets are ready',
  },
} as const

test.describe.configure({ timeout: 120_000 })

for (const { locale, device } of runScenarios({ locale: 'zh-cn', device: 'desktop' })) {
  const words = WORDS[locale]

  test.describe(`in ${locale} on a ${device}`, () => {
    test.use({ viewport: DEVICES[device] })

    test(
      `the balance is topped up, and pays for tickets at once (${locale}, ${device})`,
      { tag: ['@S2.33'] },
      async ({ page, context, expectAccessible }) => {
        await logIn(page)
        const call = createCaller(page)
        const { number } = await orderTickets(call, { quantity: 1 })
        const { payable_fen: price } = await call('GET /api/order/detail', { order_no: number })

        await test.step('an empty balance says that it is too little', async () => {
          await page.goto(`${pathOf('/pay/pay', locale)}?id=${number}`)
          await findTill(page)
          await expect(page.getByText(words.low)).toBeVisible()
        })

        await test.step('it is topped up', async () => {
          await page.goto(pathOf('/order/recharge', locale))
          await page.getByText(words.own).click()
          await page.getByLabel(words.amount).fill('0')
          await page.getByRole('button', { name: words.topUp }).click()
          await expect(page.getByText(words.wrong)).toBeVisible()
          await expectAccessible()
          await page.getByLabel(words.amount).fill(String((price + 12_34) / 100))
          await page.getByRole('button', { name: words.topUp }).click()
          await findTill(page)
          await payAtTill(page, context, { locale, device })
          await page.goto(pathOf('/order/recharge', locale))
          const shown = ((price + 12_34) / 100).toLocaleString('en', { minimumFractionDigits: 2 })
          await expect(page.locator('.balance-card .numeral')).toHaveText(`¥${shown}`)
        })

        await test.step('it pays at once, and the rest stays', async () => {
          await page.goto(`${pathOf('/pay/pay', locale)}?id=${number}`)
          await page.getByRole('radio', { name: words.balance }).check({ force: true })
          await expectAccessible()
          await page.getByRole('button', { name: words.pay }).click()
          await page.waitForURL(/\/pay\/success\?id=/)
          await expect(page.getByRole('heading', { name: words.done })).toBeVisible()
          await expect(page.locator('.ticket-stub')).toHaveCount(1)
          await page.goto(pathOf('/order/recharge', locale))
          await expect(page.locator('.balance-card .numeral')).toHaveText('¥12.34')
        })
      },
    )
  })
}
