import { test as plain } from 'playwright/test'
import { getTexts } from '#tests/support/interface-texts.ts'
import { PHONE, getPath } from './paths.ts'
import {
  buyTickets,
  createCaller,
  moveOrderEnd,
  orderTickets,
  payInSandbox,
  readTicketCodes,
  type Caller,
} from '#tests/support/box-office.ts'
import { holdResponse } from '#tests/support/hold-response.ts'
import { logIn } from '#tests/support/log-in.ts'
import { restorePage } from '#tests/support/restore-page.ts'
import { setVisibility } from '#tests/support/set-visibility.ts'
import { expectShownInFull } from './expect-shown-in-full.ts'
import { expect, test } from './fixtures.ts'
import { runInLocales } from './test-matrix.ts'

/** Fields of the order page. */
const TERMS = [
  'order:number',
  'order:type',
  'order:quantity',
  'order:created',
  'order:paid_at',
  'order:time',
  'order:duration',
  'order:location',
  'order:original',
  'order:discount',
  'order:to_pay',
] as const

for (const locale of runInLocales('zh-cn')) {
  const t = getTexts(locale)

  test.describe(`orders in ${locale}`, () => {
    let call: Caller
    test.beforeEach(async ({ page }) => {
      await logIn(page)
      call = createCaller(page)
    })

    test('an empty list shows what to do', async ({ page, expectAccessible }) => {
      await page.goto(getPath('/order/list', locale))
      await expect(page.getByRole('heading', { name: t('order:empty_title') })).toBeVisible()
      await expectAccessible()
    })

    test('a focused filter at the edge of a phone is shown in full', async ({ page }) => {
      await orderTickets(call)
      await page.setViewportSize(PHONE)
      await page.goto(getPath('/order/list', locale))
      for (const name of [t('order:types'), t('order:filter')]) {
        const filters = page.getByRole('navigation', { name }).getByRole('link')
        await expectShownInFull(page, filters)
      }
    })

    test(
      'a pending order shows a countdown and can be paid or cancelled from the list',
      { tag: ['@S1.21', '@S4.10', '@S4.11', '@S4.13', '@S7.25', '@S2.29'] },
      async ({ page, expectAccessible }) => {
        const { number } = await orderTickets(call)
        await page.goto(getPath('/order/list', locale))
        await expect(page.getByRole('main').getByRole('status')).toHaveText(
          t('order:found', { count: 1 }),
        )
        const slip = page.getByRole('listitem').filter({ hasText: number })
        await expect(slip.getByText(t('order:status_pending'))).toBeVisible()
        await expect(slip.getByRole('timer')).toHaveText(/^1[0-5]:\d\d$/)
        await expect(slip.getByRole('link', { name: t.whole('order:pay_of') })).toHaveAttribute(
          'href',
          `${getPath('/pay/pay', locale)}?id=${number}`,
        )
        await expectAccessible()
        const title = await slip.getByRole('heading').innerText()
        await slip.getByRole('button', { name: t('order:cancel_of', { title }) }).click()
        await expectAccessible()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('order:cancel_yes') })
          .click()
        await expect(slip.getByText(t('order:status_cancelled'))).toBeVisible()
        await expect(slip.getByRole('timer')).toHaveCount(0)
      },
    )

    test('the focus stays on the first order of a further page when the list is requested again', async ({
      page,
    }) => {
      await orderTickets(call)
      let placed = 12
      // The order of the member, under several numbers, the newest first.
      await page.route('**/api/order/list', async (route) => {
        const { page: number, size } = route.request().postDataJSON()
        const json = await (await route.fetch({ postData: { page: 1, size } })).json()
        const items = Array.from({ length: placed }, (_, index) => ({
          ...json.data.items[0],
          order_no: `ORDER${100 + placed - index}`,
        })).slice((number - 1) * size, number * size)
        const data = { items, page: number, size, total: placed }
        await route.fulfill({ json: { ...json, data } })
      })
      await page.goto(getPath('/order/list', locale))
      await page.getByRole('button', { name: t('order:more') }).click()
      const getLink = (number: string) =>
        page
          .getByRole('listitem')
          .filter({ hasText: number })
          .getByRole('heading')
          .getByRole('link')
      await expect(getLink('ORDER102')).toBeFocused()
      placed = 13
      await restorePage(page)
      await expect(getLink('ORDER113')).toBeVisible()
      await expect(getLink('ORDER102')).toBeFocused()
    })

    test('a list shows a payment in another tab once the member returns', async ({ page }) => {
      const { number } = await orderTickets(call, { quantity: 1 })
      await page.goto(getPath('/order/list', locale))
      const slip = page.getByRole('listitem').filter({ hasText: number })
      await expect(slip.getByText(t('order:status_pending'))).toBeVisible()
      await payInSandbox(page, call, number)
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect(slip.getByText(t('order:status_paid'), { exact: true })).toBeVisible()
    })

    test('a list that is changed while it is requested again is requested once more', async ({
      page,
    }) => {
      const { order_no: other } = await call('POST /api/order/create', {
        type: 'recharge',
        amount_fen: 10_000,
      })
      const { number: own } = await orderTickets(call, { quantity: 1 })
      await page.goto(getPath('/order/list', locale))
      const getSlip = (number: string) => page.getByRole('listitem').filter({ hasText: number })
      await expect(getSlip(other).getByText(t('order:status_pending'))).toBeVisible()
      await call('POST /api/order/cancel', { order_no: other })
      const { fetched, release } = await holdResponse(page, '**/api/order/list')
      await restorePage(page)
      await fetched
      await getSlip(own)
        .getByRole('button', { name: t('order:cancel') })
        .click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('order:cancel_yes') })
        .click()
      await expect(getSlip(own).getByText(t('order:status_cancelled'))).toBeVisible()
      release()
      await expect(getSlip(other).getByText(t('order:status_cancelled'))).toBeVisible()
    })

    test(
      'the ticket list keeps its filter in the URL after a reload',
      { tag: ['@S2.31'] },
      async ({ page }) => {
        const { number } = await orderTickets(call)
        await page.goto(getPath('/order/perform', locale))
        const slip = page.getByRole('listitem').filter({ hasText: number })
        for (const key of ['order:time', 'order:location', 'order:duration'] as const) {
          await expect(slip.getByText(t(key)).first()).toBeVisible()
        }
        const filter = page
          .getByRole('navigation')
          .getByRole('link', { name: t('order:status_paid') })
        await filter.click()
        await expect(page).toHaveURL(/\?status=paid$/)
        await expect(page.getByText(number)).toHaveCount(0)
        await page.reload()
        await expect(filter).toHaveAttribute('aria-current', 'true')
        await page.goBack()
      },
    )

    test(
      'the order page shows every field and copies the order number',
      { tag: ['@S3.27', '@S3.30', '@S2.34', '@S2.55', '@S5.18', '@S7.26'] },
      async ({ page, context, expectAccessible }) => {
        await context.grantPermissions(['clipboard-read', 'clipboard-write'])
        const { number } = await orderTickets(call)
        await page.goto(`${getPath('/order/Info', locale)}?id=${number}`)
        await expect(page.getByRole('timer')).toBeVisible()
        await expect(page.getByText(t('order:time_left'))).toBeVisible()
        for (const key of TERMS) {
          const field = t(key)
          await expect(page.getByRole('term').filter({ hasText: field }).first()).toBeVisible()
        }
        await page.getByRole('button', { name: `${t('forms:copy')} ${t('order:number')}` }).click()
        await expect(page.getByText(t('forms:copied'), { exact: true }).first()).toBeVisible()
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number)
        await expectAccessible()
      },
    )

    test('the order number can be copied without the Clipboard API, and the button keeps the focus', async ({
      page,
    }) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'clipboard', { value: undefined })
      })
      const { number } = await orderTickets(call)
      await page.goto(`${getPath('/order/Info', locale)}?id=${number}`)
      const copied = t('forms:copied')
      await page.getByRole('button', { name: `${t('forms:copy')} ${t('order:number')}` }).click()
      await expect(
        page.getByRole('button', { name: `${copied} ${t('order:number')}` }),
      ).toBeFocused()
    })

    test(
      'a paid order shows its tickets and can be refunded',
      { tag: ['@S4.12', '@S3.30'] },
      async ({ page }) => {
        const { number } = await orderTickets(call)
        await payInSandbox(page, call, number)
        await page.goto(`${getPath('/order/Info', locale)}?id=${number}`)
        await expect(page.getByText(t('order:status_paid'), { exact: true }).first()).toBeVisible()
        const codes = await readTicketCodes(call, number)
        const drawings = new Set<string | null>()
        for (const code of codes) {
          const image = page.getByRole('img', { name: new RegExp(code) })
          await expect(image).toBeVisible()
          drawings.add(await image.locator('path').last().getAttribute('d'))
        }
        expect(drawings.size).toBe(codes.length)
        const refund = page.getByRole('button', { name: t('order:refund') })
        await refund.click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('order:refund_yes') })
          .click()
        const slip = page.getByRole('complementary')
        const refunded = t.oneOf('order:status_refunding', 'order:status_refunded')
        await expect(slip.getByText(refunded)).toBeVisible()
        // The button is gone, and the keyboard continues at its place, before the other buttons.
        const focused = slip.locator(':focus')
        await expect(focused.getByRole('button', { name: t('order_info:print') })).toBeVisible()
      },
    )

    test('the order page saves the visit as a calendar file, and shows a change once back online', async ({
      page,
    }) => {
      const { number } = await orderTickets(call)
      await payInSandbox(page, call, number)
      await page.goto(`${getPath('/order/Info', locale)}?id=${number}`)
      const slip = page.getByRole('complementary')
      const download = page.waitForEvent('download')
      await slip.getByRole('button', { name: t('order_info:calendar') }).click()
      expect((await download).suggestedFilename()).toBe(`${number}.ics`)
      await call('POST /api/order/refund', { order_no: number })
      await page.evaluate(() => dispatchEvent(new Event('online')))
      const refunded = t.oneOf('order:status_refunding', 'order:status_refunded')
      await expect(slip.getByText(refunded)).toBeVisible()
    })

    test('an order whose time is over can no longer be paid from the list, which shows when it is closed', async ({
      page,
    }) => {
      const { number } = await orderTickets(call)
      await page.clock.install()
      await page.goto(getPath('/order/list', locale))
      const slip = page.getByRole('listitem').filter({ hasText: number })
      const pay = slip.getByRole('link', { name: t.whole('order:pay_of') })
      await expect(pay).toBeVisible()
      // At the end of a second, which `expires_at` leaves out.
      await moveOrderEnd(number, 2900 - (Date.now() % 1000))
      await restorePage(page)
      await expect(slip.getByText(t('order:time_over')).first()).toBeVisible()
      await expect(pay).toHaveCount(0)
      await call('POST /api/order/cancel', { order_no: number })
      await page.clock.fastForward(15_000)
      await expect(slip.getByText(t('order:status_cancelled'))).toBeVisible()
    })

    test('a hidden list does not request an order whose time is over', async ({ page }) => {
      const { number } = await orderTickets(call)
      await page.clock.install()
      await page.goto(getPath('/order/list', locale))
      const slip = page.getByRole('listitem').filter({ hasText: number })
      await expect(slip.getByRole('timer')).toBeVisible()
      await moveOrderEnd(number, 2900 - (Date.now() % 1000))
      await restorePage(page)
      const closing = page.waitForResponse('**/api/order/detail?**')
      await expect(slip.getByText(t('order:time_over')).first()).toBeVisible()
      await closing
      await setVisibility(page, 'hidden')
      let requested = 0
      await page.route('**/api/order/detail?**', (route) => {
        requested += 1
        return route.continue()
      })
      await call('POST /api/order/cancel', { order_no: number })
      await page.clock.fastForward(60_000)
      await setVisibility(page, 'visible')
      await expect(slip.getByText(t('order:status_cancelled'))).toBeVisible()
      expect(requested).toBe(0)
    })

    test('the confirmation of an order that is not paid yet leads to its payment', async ({
      page,
    }) => {
      const { number } = await orderTickets(call)
      await page.goto(`${getPath('/pay/success', locale)}?id=${number}`)
      await expect(page.getByRole('heading', { name: t('pay:confirming') })).toBeVisible()
      await expect(page.getByRole('link', { name: t('pay:to_cashier') })).toHaveAttribute(
        'href',
        `${getPath('/pay/pay', locale)}?id=${number}`,
      )
    })

    test('an unknown order number shows a message; a missing or invalid one the 404 page', async ({
      page,
    }) => {
      for (const route of ['/order/Info', '/order/DynamicInfoCard'] as const) {
        await page.goto(`${getPath(route, locale)}?id=ZZZZZZZZZZZZ`)
        await expect(page.getByRole('heading', { name: t('order:unknown_title') })).toBeVisible()
      }
      await page.goto(`${getPath('/pay/pay', locale)}?id=ZZZZZZZZZZZZ`)
      await expect(page.getByRole('heading', { name: t('pay:not_found') })).toBeVisible()
      for (const query of ['', '?id=..%2Fx', '?id=AB12CD34&id=AB12CD35']) {
        for (const route of ['/order/Info', '/pay/pay', '/pay/success'] as const) {
          const response = await page.goto(getPath(route, locale) + query)
          expect(response?.status()).toBe(404)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(page).toHaveTitle(t.part('common:not_found_title'))
        }
      }
    })
  })

  test.describe(`a ticket on a phone in ${locale}`, () => {
    test.use({ viewport: PHONE })

    test(
      'shows its codes one after the other, in both languages',
      { tag: ['@S2.35', '@S2.36'] },
      async ({ page, expectAccessible }) => {
        const { call, number } = await buyTickets(page)
        const [first = '', second = ''] = await readTicketCodes(call, number)
        for (const route of ['/order/Info', '/order/MobileInfo'] as const) {
          await page.goto(`${getPath(route, locale)}?id=${number}`)
          await expect(page.getByRole('img', { name: new RegExp(second) })).toBeVisible()
          // Nothing is wider than the screen.
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
        }
        const card = page
          .getByRole('complementary')
          .getByRole('link', { name: t('order:open_card') })
        await expect(card).toBeInViewport()
        await expectAccessible()
        // The height that the bars of the browser leave.
        await page.setViewportSize({ ...PHONE, height: 664 })
        await page.goto(`${getPath('/order/DynamicInfoCard', locale)}?id=${number}`)
        await expect(page.getByRole('img', { name: first })).toBeInViewport({ ratio: 1 })
        await expect(page.getByText(getTexts('zh-cn')('card:valid')).first()).toBeVisible()
        await expect(page.getByText(getTexts('en')('card:valid')).first()).toBeVisible()
        const clock = page.getByRole('timer').first()
        const before = await clock.textContent()
        await expect(clock).not.toHaveText(before ?? '')
        const next = page.getByRole('button', { name: getTexts('en').part('card:next') })
        await next.click()
        await expect(page.getByRole('img', { name: second })).toBeInViewport()
        await expect(next).toBeDisabled()
        await expect(next).toBeFocused()
        await expectAccessible()
      },
    )

    test.describe('without a service worker, behind which calls cannot be refused', () => {
      test.use({ serviceWorkers: 'block' })

      test(
        'stays on the screen while the API refuses all calls',
        { tag: '@always' },
        async ({ page }) => {
          const { call, number } = await buyTickets(page)
          const [code = ''] = await readTicketCodes(call, number)
          await page.goto(`${getPath('/order/DynamicInfoCard', locale)}?id=${number}`)
          await expect(page.getByRole('img', { name: code })).toBeVisible()
          // Too many calls, from the address that all guests of a foyer share.
          const refusal = { code: 500905, msg: '', data: null }
          await page.route('**/api/order/detail?*', (route) => route.fulfill({ json: refusal }))
          await page.evaluate(() => dispatchEvent(new Event('online')))
          await expect(page.locator('.card-hint')).toContainText(t('card:offline'))
          await expect(page.getByRole('img', { name: code })).toBeVisible()
        },
      )

      test('is not shown as offline when a refresh times out after a newer one has succeeded', async ({
        page,
      }) => {
        const { number } = await buyTickets(page)
        await page.goto(`${getPath('/order/DynamicInfoCard', locale)}?id=${number}`)
        const hint = page.locator('.card-hint')
        await expect(hint).toBeVisible()
        const refresh = () => page.evaluate(() => dispatchEvent(new Event('online')))
        let isStalling = true
        let stalled = 0
        await page.route('**/api/order/detail?*', async (route) => {
          if (isStalling) stalled += 1
          else await route.continue()
        })
        await expect(async () => {
          await refresh()
          expect(stalled).toBeGreaterThan(0)
        }).toPass()
        isStalling = false
        const timedOut = page.waitForEvent('requestfailed')
        const answered = page.waitForResponse(/\/api\/order\/detail/)
        await refresh()
        await answered
        await timedOut
        await page.evaluate(() => new Promise(requestAnimationFrame))
        // Not retried: the next refresh would remove the text.
        expect(await hint.innerText()).not.toContain(t('card:offline'))
      })
    })
  })

  // Uses the plain fixture: failed requests on the console are expected offline.
  plain.describe(`without a network in ${locale}`, () => {
    plain.use({ viewport: PHONE, baseURL: process.env['STACK_SITE'] ?? '' })

    plain(
      'a ticket opened before still opens; logging out deletes it',
      { tag: ['@S2.35'] },
      async ({ page, context }) => {
        const { call, number } = await buyTickets(page)
        const [code = ''] = await readTicketCodes(call, number)
        const card = `${getPath('/order/DynamicInfoCard', locale)}?id=${number}`
        await page.goto(card)
        await expect(page.getByRole('img', { name: code })).toBeVisible()
        const countCached = () =>
          page.evaluate(async () => (await (await caches.open('tickets-v1')).keys()).length)
        await expect.poll(countCached).toBeGreaterThan(5)
        await context.setOffline(true)
        await page.goto(card)
        await expect(page.getByRole('img', { name: code })).toBeVisible()
        await expect(page.getByText(t.part('card:offline')).first()).toBeVisible()
        await context.setOffline(false)
        await page.goto(getPath('/user/user', locale))
        await page
          .getByRole('button', { name: new RegExp(t('user:log_out_here')) })
          .first()
          .click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('user:log_out_yes'), exact: true })
          .click()
        await expect.poll(() => page.evaluate(() => caches.has('tickets-v1'))).toBe(false)
      },
    )
  })
}
