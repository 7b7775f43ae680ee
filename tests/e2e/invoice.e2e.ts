import { buyTickets, runStaff } from '#tests/support/box-office.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { expect, test } from './fixtures.ts'
import { getPath } from './paths.ts'
import { runInLocales } from './test-matrix.ts'

const TITLE = '上海某某文化有限公司'
const EMAIL = 'lin@example.org'

for (const locale of runInLocales('zh-cn')) {
  const t = getTexts(locale)

  test(
    `a member requests and corrects an invoice, and staff issue it, in ${locale}`,
    { tag: ['@always'] },
    async ({ page, expectAccessible }) => {
      const { call, number } = await buyTickets(page)
      // The account has an e-mail address.
      await page.route('**/api/account/profile', async (route) => {
        const json = await (await route.fetch()).json()
        await route.fulfill({ json: { ...json, data: { ...json.data, email: EMAIL } } })
      })
      await page.goto(`${getPath('/order/Info', locale)}?id=${number}`)
      await page.getByRole('button', { name: t('order_info:invoice_request') }).click()
      const dialog = page.getByRole('dialog')
      const field = (key: 'title' | 'tax_number' | 'email') =>
        dialog.locator(`input[name="${key}"]`)
      const send = dialog.getByRole('button', { name: t('order_info:invoice_yes') })
      await expect(field('email')).toHaveValue(EMAIL)
      await field('title').fill(TITLE)
      await field('tax_number').fill('91350100M000100Y44')
      await field('email').fill('books@example.org')
      await send.click()
      await expect(dialog.getByText(t('forms:tax_number_format')).first()).toBeVisible()
      await expectAccessible()
      await field('tax_number').fill('91350100m000100y43')
      await send.click()
      const { payable_fen: fen } = await call('GET /api/order/detail', { order_no: number })
      const state = (
        key: 'order_info:invoice_requested' | 'order_info:invoice_issued',
        title: string,
      ) => page.getByText(t.whole(key, { title }))
      expect(fen).toBeGreaterThan(0)
      await expect(state('order_info:invoice_requested', TITLE)).toBeVisible()

      const change = page.getByRole('button', { name: t('order_info:invoice_change') })
      await expect(change).toBeFocused()
      await change.click()
      await dialog.getByText(t('order_info:invoice_person'), { exact: true }).click()
      await expect(field('title')).toHaveValue(TITLE)
      await field('title').fill('王小明')
      await send.click()
      await expect(state('order_info:invoice_requested', '王小明')).toBeVisible()

      await runStaff('invoices issue', number)
      await page.reload()
      await expect(state('order_info:invoice_issued', '王小明')).toBeVisible()
      await expect(change).toHaveCount(0)
    },
  )
}
