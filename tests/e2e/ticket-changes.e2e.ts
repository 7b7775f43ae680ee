import {
  createCaller,
  orderTickets,
  payInSandbox,
  readTicketCodes,
} from '#tests/support/box-office.ts'
import { textsIn } from '#tests/support/interface-texts.ts'
import { logIn } from '#tests/support/log-in.ts'
import { expect, test } from './fixtures.ts'
import { pathOf } from './paths.ts'
import { runInLocales } from './test-matrix.ts'

for (const locale of runInLocales('en')) {
  const t = textsIn(locale)

  test.describe(`single tickets in ${locale}`, () => {
    test(
      'one of two is refunded, the other stays',
      { tag: ['@always'] },
      async ({ page, expectAccessible }) => {
        await logIn(page)
        const call = createCaller(page)
        const { number } = await orderTickets(call)
        await payInSandbox(page, call, number)
        const [kept = '', refunded = ''] = await readTicketCodes(call, number)
        await page.goto(`${pathOf('/order/Info', locale)}?id=${number}`)
        await expect(page.getByRole('img', { name: new RegExp(refunded) })).toBeVisible()
        await page.getByRole('button', { name: t('order:refund_some') }).click()
        const dialog = page.getByRole('dialog')
        const confirm = dialog.getByRole('button', { name: t.whole('order:refund_some_yes') })
        await expect(confirm).toBeDisabled()
        await dialog.getByRole('checkbox').nth(1).check()
        await expectAccessible()
        await confirm.click()
        await expect(page.getByText(t('order:ticket_state_void'), { exact: true })).toBeVisible()
        await expect(page.getByRole('img', { name: new RegExp(kept) })).toBeVisible()
        await expect(page.getByRole('img', { name: new RegExp(refunded) })).toHaveCount(0)
        await expect(page.getByText(t('order:returned'), { exact: true })).toBeVisible()
        await expect(
          page.getByRole('button', { name: t('order:refund_some'), exact: true }),
        ).toHaveCount(0)
      },
    )
  })
}
