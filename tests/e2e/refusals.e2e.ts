import type { APIRequestContext, Page } from 'playwright/test'
import { buyTickets } from '#tests/support/box-office.ts'
import { findCourseDate } from '#tests/support/find-course-date.ts'
import { findSendButton } from '#tests/support/find-send-button.ts'
import { findPerformanceId } from '#tests/support/find-performance.ts'
import { logIn } from '#tests/support/log-in.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { addTicket } from '#tests/support/ticket-page.ts'
import { expect, test } from './fixtures.ts'

/** Responds to calls of a path with a code and a message, as a customer's own admin API might. */
const refuse = (page: Page, path: string, code: number, msg: string, data: object | null = null) =>
  page.route(`**${path}`, (route) => route.fulfill({ json: { code, msg, time: 1, data } }))

for (const code of [403, 303, 510_001]) {
  test(
    `shows the message of a refusal with code ${code}`,
    { tag: ['@S8.03', '@S8.05'] },
    async ({ page, expectAccessible }) => {
      await logIn(page)
      await refuse(page, '/api/order/list', code, '<b>Closed</b> for the inventory, ring 123')
      await page.goto('/en/order/list')
      const alert = page.getByRole('main').getByRole('alert')
      await expect(alert).toContainText('Closed for the inventory, ring 123')
      await expect(alert.getByRole('button')).toBeVisible()
      await expectAccessible()
    },
  )
}

test('shows the general error for any other code', { tag: ['@S8.06'] }, async ({ page }) => {
  await logIn(page)
  await refuse(page, '/api/order/list', 0, 'SQL error near line 7')
  await page.goto('/en/order/list')
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText(getTexts('en')('errors:server_error'))
  await expect(alert).not.toContainText('SQL')
})

test('a form shows the message of a refusal', { tag: ['@S8.05'] }, async ({ page }) => {
  await refuse(page, '/api/sms/send', 510_000, '名额已满，请联系客服 123')
  await page.goto('/login')
  const main = page.getByRole('main')
  await expect(async () => {
    await main.getByRole('textbox', { name: getTexts('zh-cn')('login:mobile') }).fill('13800138000')
    await main
      .getByRole('button', { name: getTexts('zh-cn')('code:send') })
      .click({ timeout: 2000 })
    await expect(main.getByText('名额已满，请联系客服 123')).toBeVisible({ timeout: 2000 })
  }).toPass()
})

test(
  'the ticket page names the earlier order that turned out to be paid',
  { tag: '@always' },
  async ({ page, request, expectAccessible }) => {
    const t = getTexts('en')
    const number = '2027050512000001'
    const id = await findPerformanceId(request)
    await logIn(page)
    await refuse(page, '/api/order/create', 500_125, '', { order_no: number })
    await page.goto(`/en/drama/buyTicket?id=${id}`)
    await addTicket(page, t)
    await page.getByRole('button', { name: t('tickets:buy') }).click()
    await expect(page.getByText(t('tickets:paid_order', { number }))).toBeVisible()
    const link = page.getByRole('link', { name: t('tickets:see_order') })
    await expect(link).toHaveAttribute('href', `/en/order/Info?id=${number}`)
    await expectAccessible()
  },
)

test('the ticket page shows how many tickets are left until another date is chosen', async ({
  page,
  request,
}) => {
  const t = getTexts('en')
  const id = await findPerformanceId(request)
  await logIn(page)
  await page.goto(`/en/drama/buyTicket?id=${id}`)
  const query = page.waitForResponse('**/api/perform/ticket_query?**')
  await addTicket(page, t)
  const tierId = Number(new URL((await query).url()).searchParams.get('tier_id'))
  const again = page.waitForResponse('**/api/perform/ticket_query?**')
  await addTicket(page, t)
  await (await again).finished()
  const tier = page.getByRole('listitem').filter({ hasText: /[−]/ }).first()
  await refuse(page, '/api/order/create', 500_110, '', { tier_id: tierId, places_left: 1 })
  await expect(tier.getByRole('status')).toHaveText('2')
  await page.getByRole('button', { name: t('tickets:buy') }).click()
  const notice = page.getByText(t.part('tickets:insufficient', { count: 1 }))
  await expect(notice).toBeVisible()
  await expect(tier.getByRole('status')).toHaveText('1')
  const shows = page.getByRole('group', { name: t('tickets:shows') })
  const free = shows.getByRole('radio', { checked: false, disabled: false }).first()
  const other = shows.locator(`[value="${await free.inputValue()}"]`)
  await other.check()
  await expect(notice).toBeHidden()
  await expect(other).toBeChecked()
})

/** Chooses a ticket as a member whose requests for a price are refused. */
async function chooseWithoutPrice(page: Page, request: APIRequestContext, code: number) {
  const id = await findPerformanceId(request)
  await logIn(page)
  await refuse(page, '/api/order/quote', code, '')
  await page.goto(`/en/drama/buyTicket?id=${id}`)
  await addTicket(page, getTexts('en'))
}

test('the ticket page shows why a choice has no price', async ({ page, request }) => {
  const t = getTexts('en')
  await chooseWithoutPrice(page, request, 500_126)
  await expect(page.getByText(t('errors:members_first'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('tickets:quote_retry') })).toHaveCount(0)
})

test(
  'a price can be requested again after the session has ended',
  { tag: '@always' },
  async ({ page, request }) => {
    const t = getTexts('en')
    await chooseWithoutPrice(page, request, 401)
    const retry = page.getByRole('button', { name: t('tickets:quote_retry') })
    await expect(retry).toBeVisible()
    await page.unroute('**/api/order/quote')
    await retry.click()
    await expect(retry).toHaveCount(0)
  },
)

const UNPAID = '/en/order/list?status=pending'

test(
  'a refusal because of unpaid orders links to them, on pages and in dialogs',
  { tag: '@always' },
  async ({ page, request, expectAccessible }) => {
    const t = getTexts('en')
    const id = await findPerformanceId(request)
    await logIn(page)
    await refuse(page, '/api/order/create', 500_121, '')
    const link = page.getByRole('alert').getByRole('link', { name: t('errors:see_unpaid') })

    await page.goto(`/en/drama/buyTicket?id=${id}`)
    await addTicket(page, t)
    await page.getByRole('button', { name: t('tickets:buy') }).click()
    await expect(link).toHaveAttribute('href', UNPAID)
    await expectAccessible()

    await page.goto('/en/pay/member')
    await page
      .getByRole('button', { name: t.whole('membership:buy_of') })
      .first()
      .click()
    await expect(link).toHaveAttribute('href', UNPAID)

    await page.goto('/en/order/recharge')
    await page.getByRole('button', { name: t.whole('order:top_up_now') }).click()
    await expect(link).toHaveAttribute('href', UNPAID)

    const date = await findCourseDate(request)
    await page.goto(`/en/course/detail?id=${date.course.id}`)
    await page
      .getByRole('region', { name: t('booking:packages') })
      .getByRole('button')
      .first()
      .click()
    await expect(link).toHaveAttribute('href', UNPAID)
    await page.reload()
    await page.locator(`[data-book="${date.id}"]`).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t.whole('booking:confirm_paid') })
      .click()
    await expect(link).toHaveAttribute('href', UNPAID)
    await expectAccessible()
  },
)

test('the button of a package keeps the focus when its price has changed', async ({ page }) => {
  const t = getTexts('en')
  await logIn(page)
  await refuse(page, '/api/order/create', 500_104, '')
  await page.goto('/en/pay/member')
  const button = page.getByRole('button', { name: t.whole('membership:buy_of') }).first()
  await button.focus()
  const packages = page.waitForResponse('**/api/account/member')
  await page.keyboard.press('Enter')
  await (await packages).finished()
  await expect(page.getByText(t('errors:price_changed'))).toBeVisible()
  await expect(button).toBeFocused()
})

test(
  'a refund that an unpaid exchange prevents links to the unpaid orders',
  { tag: '@always' },
  async ({ page }) => {
    const t = getTexts('en')
    const { number } = await buyTickets(page)
    await refuse(page, '/api/order/refund', 500_112, '', { order_no: number })
    await page.goto(`/en/order/Info?id=${number}`)
    await page.getByRole('button', { name: t('order:refund') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: t('order:refund_yes') }).click()
    const link = dialog.getByRole('alert').getByRole('link', { name: t('errors:see_unpaid') })
    await expect(link).toHaveAttribute('href', UNPAID)
  },
)

for (const [code, data] of [
  // Not served: the next attempt is possible at once.
  [500_214, null],
  // Too often: the next attempt has to wait.
  [500_201, { retry_at: '2027-05-05T12:01:00+08:00', server_time: '2027-05-05T12:00:00+08:00' }],
] as const) {
  test(`a code refused with ${code} leaves the focus on its button`, async ({ page }) => {
    const t = getTexts('en')
    await logIn(page)
    await refuse(page, '/api/sms/send', code, 'refused', data)
    await page.goto('/en/user/user')
    await page.getByRole('button', { name: t('user:edit_of', { label: t('user:mobile') }) }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: t('user:mobile_new') }).fill('13800138000')
    for (const index of [0, 1]) {
      const send = findSendButton(dialog, 'en').nth(index)
      await send.focus()
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('alert').nth(index)).toHaveText(/\S/)
      await expect(send).toBeFocused()
    }
  })
}

test('message settings keep the focus while they are saved, and when that is refused', async ({
  page,
}) => {
  const t = getTexts('en')
  await logIn(page)
  await page.goto('/en/user/user')
  const choice = page.getByRole('checkbox', { name: t('user:channel_sms') }).first()
  const isOn = await choice.isChecked()
  await choice.focus()
  await page.keyboard.press('Space')
  await expect(choice).toBeChecked({ checked: !isOn })
  await expect(choice).toBeFocused()
  await refuse(page, '/api/account/message_settings', 403, 'Closed for the inventory')
  await page.keyboard.press('Space')
  await expect(page.getByText('Closed for the inventory')).toBeVisible()
  await expect(choice).toBeChecked({ checked: !isOn })
  await expect(choice).toBeFocused()
})
