import type { Page } from 'playwright/test'
import { test as plain } from 'playwright/test'
import * as v from 'valibot'
import { EnvelopeSchema } from '#api/envelope.ts'
import { getPerformList, getPerformTicket, queryPerformTicket } from '#api/perform.ts'
import { SHOW_LABELS } from '#i18n/state-labels.ts'
import { blockRequests } from '#tests/support/block-requests.ts'
import {
  createCaller,
  moveOrderEnd,
  orderTickets,
  payInSandbox,
} from '#tests/support/box-office.ts'
import { holdResponse } from '#tests/support/hold-response.ts'
import { logIn } from '#tests/support/log-in.ts'
import { logInOnScreen } from '#tests/support/log-in-on-screen.ts'
import {
  findPaymentCode,
  findTickets,
  waitForPaymentPage,
  payOnPaymentPage,
  payOnOtherDevice,
} from '#tests/support/checkout-page.ts'
import { findPerformanceId, readData } from '#tests/support/find-performance.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { setVisibility } from '#tests/support/set-visibility.ts'
import { addTicket, findTotal } from '#tests/support/ticket-page.ts'
import { expect, test } from './fixtures.ts'
import { PHONE, getPath } from './paths.ts'
import { DEVICES, runScenarios, runInLocales } from './test-matrix.ts'

const DAY = 86_400_000

const findToast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const readSeconds = async (page: Page): Promise<number> => {
  const [minutes = 0, seconds = 0] = ((await page.getByRole('timer').textContent()) ?? '')
    .split(':')
    .map(Number)
  return minutes * 60 + seconds
}

for (const { locale, device } of runScenarios({ locale: 'en', device: 'desktop' })) {
  const t = getTexts(locale)

  test.describe(`in ${locale} on a ${device}`, () => {
    test.use({ viewport: DEVICES[device] })

    test(
      `a guest chooses tickets, logs in, returns to the selection and pays (${locale}, ${device})`,
      {
        tag: [
          '@S1.17',
          '@S1.20',
          '@S2.37',
          '@S2.39',
          '@S2.51',
          '@S4.10',
          '@S4.11',
          '@S5.18',
          '@S5.19',
          '@S7.27',
          '@S7.28',
          '@S7.46',
          '@S7.47',
        ],
      },
      async ({ page, context, request, expectAccessible }) => {
        const id = await findPerformanceId(request)
        const places = page.waitForResponse(/\/api\/perform\/ticket\?id=/)
        await page.goto(`${getPath('/drama/buyTicket', locale)}?id=${id}`)
        const { data } = v.parse(EnvelopeSchema, await (await places).json())
        const { shows } = v.parse(getPerformTicket.data, data)
        // Each price level of the chosen date shows its availability.
        const show = shows.find(({ state }) => state === 'on_sale' || state === 'few_left')
        const rows = page.getByRole('region', { name: t('tickets:tiers') }).getByRole('listitem')
        await expect(rows).toHaveCount(show?.tiers.length ?? 0)
        for (const [index, { name, state }] of (show?.tiers ?? []).entries()) {
          const row = rows.nth(index)
          await expect(row).toContainText(name)
          await expect(row).toHaveAttribute('data-state', state)
          await expect(row.getByText(t.whole(SHOW_LABELS[state].key))).toBeVisible()
        }
        // Choosing a price level fetches its availability again: places may have sold meanwhile.
        const availability = page.waitForResponse(/\/api\/perform\/ticket_query\?/)
        await addTicket(page, t)
        const envelope = v.parse(EnvelopeSchema, await (await availability).json())
        expect(v.is(queryPerformTicket.data, envelope.data)).toBe(true)
        await addTicket(page, t)
        await expect(findTotal(page, t)).toHaveText(/^¥\d/)
        const total = (await findTotal(page, t).textContent()) ?? ''
        await expectAccessible()
        await page.getByRole('button', { name: t('tickets:log_in') }).click()
        await page.waitForURL(/\/login\?return=/)

        await logInOnScreen(page, locale)
        await page.waitForURL(/\/drama\/buyTicket\?id=/)
        await expect(page.getByText(t('tickets:kept'))).toBeVisible()
        await expect(findTotal(page, t)).toHaveText(total)
        await page.getByRole('button', { name: t('tickets:buy') }).click()

        await waitForPaymentPage(page)
        const payment = page.getByRole('region', { name: t('pay:title'), exact: true })
        await expect(payment.getByText(total, { exact: true })).toBeVisible()
        const summary = page.getByRole('region', { name: t('pay:result') })
        const lines = summary.getByRole('paragraph').filter({ hasText: '×' })
        await expect(lines.first()).toBeVisible()
        await expectAccessible()
        await payOnPaymentPage(page, context, { locale, device })
        await expect(findToast(page, t('forms:payment_done'))).toBeVisible()
        await expect(findTickets(page, locale)).toHaveCount(2)
        await page.getByRole('button', { name: t('forms:copy') }).click()
        await expect(findToast(page, t('forms:copy_done'))).toBeVisible()
        await expectAccessible()
        await page.getByRole('link', { name: t('pay:add_email') }).click()
        await expect(page.getByRole('textbox', { name: t('code:email') })).toBeFocused()
      },
    )

    test(
      `a member leaves a pending order, finds it in the order list and pays it (${locale}, ${device})`,
      { tag: ['@S4.11', '@S1.21'] },
      async ({ page, context }) => {
        await logIn(page)
        const { number } = await orderTickets(createCaller(page), { quantity: 1 })
        await page.goto(`${getPath('/pay/pay', locale)}?id=${number}`)
        await waitForPaymentPage(page)
        await page.getByRole('button', { name: t('pay:leave') }).click()
        await page.getByRole('dialog').getByText(t('pay:leave_keep')).click()
        await page.goto(getPath('/order/list', locale))
        const slip = page.getByRole('listitem').filter({ hasText: number })
        await slip.getByRole('link', { name: t.whole('order:pay_of') }).click()
        await waitForPaymentPage(page)
        await payOnPaymentPage(page, context, { locale, device })
        await expect(findTickets(page, locale)).toHaveCount(1)
      },
    )

    test(
      `a hold can be extended; after it expires, tickets can be chosen again (${locale}, ${device})`,
      { tag: ['@S4.10', '@S4.13'] },
      async ({ page, expectAccessible }) => {
        await logIn(page)
        const { number } = await orderTickets(createCaller(page), { quantity: 2 })
        await page.goto(`${getPath('/pay/pay', locale)}?id=${number}`)
        await waitForPaymentPage(page)

        await moveOrderEnd(number, 44_000)
        const dialog = page.getByRole('dialog', { name: t('pay:keep_title') })
        await expect(dialog).toBeVisible()
        await expectAccessible()
        await dialog.getByRole('button', { name: t('pay:keep_no') }).click()
        await expect(dialog).toBeHidden()
        // The dialog opens once for each deadline.
        await moveOrderEnd(number, 43_000)
        await dialog.getByRole('button', { name: t('pay:keep_yes') }).click()
        await expect(dialog).toBeHidden()
        await expect(page.getByRole('timer')).toHaveText(/^(0[5-9]|1\d):\d\d$/)

        await moveOrderEnd(number, 4000)
        await expect(page.getByRole('heading', { name: t('pay:over_timeout') })).toBeVisible()
        await expect(page.getByRole('heading', { name: t('pay:over_timeout') })).toBeFocused()
        await expectAccessible()
        // The selection is restored without this tab's session storage.
        await page.evaluate(() => sessionStorage.clear())
        await page.getByRole('link', { name: t('pay:buy_again') }).click()
        await page.waitForURL(/\/drama\/buyTicket\?id=/)
        await expect(page.getByText(t('tickets:kept'))).toBeVisible()
        await expect(findTotal(page, t)).toHaveText(/^¥\d/)
      },
    )
  })
}

test(
  'a second order is refused with a link to the pending one, which can be cancelled',
  { tag: '@always' },
  async ({ page, request }) => {
    const t = getTexts('zh-cn')
    const id = await findPerformanceId(request)
    await logIn(page)
    const order = async () => {
      await page.goto(`/drama/buyTicket?id=${id}`)
      await addTicket(page, t)
      await page.getByRole('button', { name: t('tickets:buy') }).click()
    }
    await order()
    await waitForPaymentPage(page)
    const firstOrderUrl = page.url()
    await order()
    await page.getByRole('link', { name: t('tickets:resume') }).click()
    await page.waitForURL(firstOrderUrl)
    await page.getByRole('button', { name: t('pay:leave') }).click()
    await page.getByRole('button', { name: t('pay:leave_cancel') }).click()
    await expect(page.getByRole('heading', { name: t('pay:over_user') })).toBeVisible()
    await page.getByRole('link', { name: t('pay:buy_again') }).click()
    await expect(page.getByText(t('tickets:kept'))).toBeVisible()
  },
)

for (const locale of runInLocales('en')) {
  const t = getTexts(locale)

  test(`nothing on the payment page moves when the payment code arrives (${locale})`, async ({
    page,
  }) => {
    await logIn(page)
    const { number } = await orderTickets(createCaller(page), { quantity: 1 })
    const held = await blockRequests(page, '**/api/order/pay')
    await page.goto(`${getPath('/pay/pay', locale)}?id=${number}`)
    await waitForPaymentPage(page)
    const leave = page.getByRole('button', { name: t('pay:leave') })
    const before = await leave.boundingBox()
    held.release()
    await expect(findPaymentCode(page, locale)).toBeVisible()
    expect(await leave.boundingBox()).toEqual(before)
  })

  test(`a notice appears if the chosen date is no longer available (${locale})`, async ({
    page,
    request,
  }) => {
    const id = await findPerformanceId(request)
    const path = `${getPath('/drama/buyTicket', locale)}?id=${id}`
    await page.goto(path)
    await addTicket(page, t)
    // As if that date had sold out: it is not offered any longer.
    await page.evaluate((key) => {
      const selection = JSON.parse(sessionStorage.getItem(key) ?? '{}')
      sessionStorage.setItem(key, JSON.stringify({ ...selection, show_id: 999_999 }))
    }, `tickets:${id}`)
    await page.goto(path)
    await expect(page.getByText(t('tickets:show_gone'))).toBeVisible()
    await addTicket(page, t)
    await expect(page.getByText(t('tickets:show_gone'))).toHaveCount(0)
  })
}

for (const locale of runInLocales('zh-cn')) {
  const t = getTexts(locale)

  test(
    `on a phone the payment opens in the same tab, and returning asks for the result (${locale})`,
    { tag: ['@S7.29'] },
    async ({ page, context }) => {
      await page.setViewportSize(PHONE)
      await logIn(page)
      const { number } = await orderTickets(createCaller(page), { quantity: 1 })
      await page.goto(`${getPath('/pay/pay', locale)}?id=${number}`)
      await waitForPaymentPage(page)
      await page.getByRole('button', { name: t.whole('pay:pay_on_phone') }).click()
      await page.waitForURL(/\/api\/sandbox\/pay\//)
      const payerAddress = page.url()
      // Returns without having paid.
      await page.getByRole('link', { name: /Back to the shop/ }).click()
      await page.getByRole('button', { name: t('pay:have_paid') }).click()
      await expect(page.getByText(t('pay:not_in_yet'))).toBeVisible()
      await page.reload()
      await expect(page.getByRole('button', { name: t('pay:have_paid') })).toBeVisible()
      await payOnOtherDevice(context, payerAddress)
      await page.waitForURL(/\/pay\/success\?id=/)
      await expect(
        page.getByRole('heading', { name: t('pay:done_title_performance') }),
      ).toBeVisible()
    },
  )

  for (const days of [-1, 1]) {
    test(
      `the countdown is right if the device clock is off by ${days} day (${locale})`,
      { tag: ['@S4.10'] },
      async ({ page }) => {
        await page.clock.install({ time: Date.now() + days * DAY })
        await logIn(page)
        const call = createCaller(page)
        const { number } = await orderTickets(call, { quantity: 1 })
        await page.goto(`${getPath('/pay/pay', locale)}?id=${number}`)
        await waitForPaymentPage(page)
        await expect(async () => {
          const before = await call('GET /api/order/detail', { order_no: number })
          const shown = await readSeconds(page)
          const after = await call('GET /api/order/detail', { order_no: number })
          expect(shown).toBeLessThanOrEqual(before.remaining_ms / 1000 + 1)
          expect(shown).toBeGreaterThanOrEqual(after.remaining_ms / 1000 - 1)
        }).toPass()
      },
    )
  }
}

// Uses the plain fixture: failed requests on the console are expected offline.
plain.describe('payment page without a network', () => {
  plain.use({ baseURL: process.env['STACK_SITE'] ?? '' })

  for (const locale of runInLocales('en')) {
    const t = getTexts(locale)

    plain(
      `shows that it is offline and continues when the network returns (${locale})`,
      async ({ page, context }) => {
        await logIn(page)
        const { number } = await orderTickets(createCaller(page), { quantity: 1 })
        await page.goto(`${getPath('/pay/pay', locale)}?id=${number}`)
        await waitForPaymentPage(page)
        await context.setOffline(true)
        const offline = page.getByText(t('pay:still_checking'), { exact: true })
        await expect(offline).toBeVisible()
        await context.setOffline(false)
        await expect(offline).toHaveCount(0)
        await payOnPaymentPage(page, context, { locale, device: 'desktop' })
      },
    )

    plain(`retries a payment code that failed to load (${locale})`, async ({ page }) => {
      await logIn(page)
      const { number } = await orderTickets(createCaller(page), { quantity: 1 })
      await page.route('**/api/order/pay', (route) => route.abort())
      await page.goto(`${getPath('/pay/pay', locale)}?id=${number}`)
      const failure = page.getByRole('alert')
      await expect(failure.getByRole('button', { name: t('pay:try_again') })).toBeVisible()
      await page.unroute('**/api/order/pay')
      await expect(findPaymentCode(page, locale)).toBeVisible()
    })
  }
})

test('after a minute the payment page offers to check the payment', async ({ page }) => {
  const t = getTexts('en')
  await page.clock.install()
  await logIn(page)
  const { number } = await orderTickets(createCaller(page), { quantity: 1 })
  await page.goto(`${getPath('/pay/pay', 'en')}?id=${number}`)
  await waitForPaymentPage(page)
  const check = page.getByRole('button', { name: t('pay:check_now') })
  await expect(check).toHaveCount(0)
  await page.clock.fastForward(60_000)
  await check.click()
  await expect(page.getByText(t('pay:not_in_yet'))).toBeVisible()
})

test('a hidden payment page requests nothing; it shows the payment once it is visible again', async ({
  page,
}) => {
  await page.clock.install()
  await logIn(page)
  const call = createCaller(page)
  const { number } = await orderTickets(call, { quantity: 1 })
  await page.goto(`${getPath('/pay/pay', 'en')}?id=${number}`)
  await waitForPaymentPage(page)
  await page.waitForResponse('**/api/order/detail?**')
  await setVisibility(page, 'hidden')
  let requested = 0
  await page.route('**/api/order/detail?**', (route) => {
    requested += 1
    return route.continue()
  })
  await page.clock.fastForward(30_000)
  await payInSandbox(page, call, number)
  await page.clock.fastForward(30_000)
  expect(requested).toBe(0)
  await setVisibility(page, 'visible')
  await page.waitForURL(/\/pay\/success\?id=/)
})

test('a payment code that has expired can be replaced', async ({ page }) => {
  const t = getTexts('en')
  await logIn(page)
  const { number } = await orderTickets(createCaller(page), { quantity: 1 })
  await page.route(
    '**/api/order/pay',
    async (route) => {
      const json = await (await route.fetch()).json()
      const data = { ...json.data, expires_at: json.data.server_time }
      await route.fulfill({ json: { ...json, data } })
    },
    { times: 1 },
  )
  await page.goto(`${getPath('/pay/pay', 'en')}?id=${number}`)
  await expect(page.getByText(t('pay:qr_over'))).toBeVisible()
  await expect(findPaymentCode(page, 'en')).toHaveCount(0)
  await page.getByRole('button', { name: t('pay:qr_again') }).click()
  await expect(findPaymentCode(page, 'en')).toBeVisible()
})

test(
  'a slow response that is older than the cancellation does not reopen the payment',
  { tag: '@always' },
  async ({ page }) => {
    const t = getTexts('en')
    await logIn(page)
    const { number } = await orderTickets(createCaller(page), { quantity: 1 })
    await page.goto(`${getPath('/pay/pay', 'en')}?id=${number}`)
    await waitForPaymentPage(page)
    const { fetched, release } = await holdResponse(page, '**/api/order/detail?**')
    await fetched
    await page.getByRole('button', { name: t('pay:leave') }).click()
    await page.getByRole('button', { name: t('pay:leave_cancel') }).click()
    await expect(page.getByRole('heading', { name: t('pay:over_user') })).toBeVisible()
    const slow = page.waitForResponse('**/api/order/detail?**')
    release()
    await (await slow).finished()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
    expect(await page.getByRole('timer').count()).toBe(0)
  },
)

test('a request that fails after a newer one has succeeded does not count as a lost connection', async ({
  page,
}) => {
  const t = getTexts('en')
  await logIn(page)
  const { number } = await orderTickets(createCaller(page), { quantity: 1 })
  await page.goto(`${getPath('/pay/pay', 'en')}?id=${number}`)
  await waitForPaymentPage(page)
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(
    '**/api/order/detail?**',
    async (route) => {
      asked.resolve()
      await held.promise
      await route.fulfill({ json: { code: 502 } })
    },
    { times: 1 },
  )
  await asked.promise
  const newer = page.waitForResponse('**/api/order/detail?**')
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await (await newer).finished()
  const failed = page.waitForResponse('**/api/order/detail?**')
  held.resolve()
  await (await failed).finished()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  expect(await page.getByText(t('pay:still_checking')).count()).toBe(0)
})

/**
 * Responds to the first request of the tickets as before the sale.
 * @param times start of the sale for members and for everyone, ms from now
 */
const delaySale = (page: Page, times: { members: number; everyone: number }) =>
  page.route(
    '**/api/perform/ticket?**',
    async (route) => {
      const response = await route.fetch()
      const { data, ...envelope } = v.parse(EnvelopeSchema, await response.json())
      const tickets = v.parse(getPerformTicket.data, data)
      const now = Date.parse(tickets.server_time)
      const shows = tickets.shows.map((show) => ({
        ...show,
        state: 'not_on_sale',
        sale_starts_at: new Date(now + times.everyone).toISOString(),
        member_sale_starts_at: new Date(now + times.members).toISOString(),
      }))
      await route.fulfill({ json: { ...envelope, data: { ...tickets, shows } } })
    },
    { times: 1 },
  )

for (const isOverloaded of [false, true]) {
  test(
    `tickets can be chosen once the sale starts, without a reload${isOverloaded ? ', also if the first request fails' : ''}`,
    { tag: '@always' },
    async ({ page, request }) => {
      const t = getTexts('en')
      const id = await findPerformanceId(request)
      if (isOverloaded) {
        const json = { code: 0, msg: '', time: 1, data: null }
        await page.route('**/api/perform/ticket?**', (route) => route.fulfill({ json }), {
          times: 1,
        })
      }
      await page.clock.install()
      await delaySale(page, { members: 60_000, everyone: 60_000 })
      await page.goto(`${getPath('/drama/buyTicket', 'en')}?id=${id}`)
      await expect(page.getByText(t('tickets:opens_line'))).toBeVisible()
      await page.clock.fastForward(60_000)
      if (isOverloaded) await page.getByRole('button', { name: t('member:retry') }).click()
      await addTicket(page, t)
    },
  )
}

test(
  'a choice that only members can buy has a price once the sale starts for everyone',
  { tag: '@always' },
  async ({ page, request }) => {
    const t = getTexts('en')
    const id = await findPerformanceId(request)
    await page.clock.install()
    await logIn(page)
    await delaySale(page, { members: -60_000, everyone: 60_000 })
    const json = { code: 500_126, msg: '', time: 1, data: null }
    await page.route('**/api/order/quote', (route) => route.fulfill({ json }), { times: 1 })
    await page.goto(`${getPath('/drama/buyTicket', 'en')}?id=${id}`)
    await addTicket(page, t)
    await expect(page.getByText(t('errors:members_first'))).toBeVisible()
    await page.clock.fastForward(60_000)
    await expect(page.getByText(t('errors:members_first'))).toBeHidden()
    await expect(findTotal(page, t)).toBeVisible()
  },
)

test(
  'a sold-out performance leads to tickets that others may return',
  { tag: '@always' },
  async ({ page, request }) => {
    const t = getTexts('en')
    const path = '/api/perform/list?state=sold_out'
    const { items } = await readData(request, path, getPerformList.data)
    await page.goto(`${getPath('/drama/detail', 'en')}?id=${items[0]?.id}`)
    await page.getByRole('link', { name: t('drama:check_returns') }).click()
    await expect(page.getByText(t('tickets:no_shows'))).toBeVisible()
  },
)
