import type { APIRequestContext, Page } from 'playwright/test'
import { getCourseDateList } from '#api/course.ts'
import { formatDateTime } from '#i18n/format.ts'
import { createCaller } from '#tests/support/box-office.ts'
import { findCourseDate } from '#tests/support/find-course-date.ts'
import { readData } from '#tests/support/find-performance.ts'
import { holdResponse } from '#tests/support/hold-response.ts'
import { logIn } from '#tests/support/log-in.ts'
import { logInOnScreen } from '#tests/support/log-in-on-screen.ts'
import { waitForPaymentPage, payOnPaymentPage } from '#tests/support/checkout-page.ts'
import { getTexts, type InterfaceTexts } from '#tests/support/interface-texts.ts'
import { restorePage } from '#tests/support/restore-page.ts'
import { expect, test } from './fixtures.ts'
import { getPath } from './paths.ts'
import { DEVICES, runScenarios } from './test-matrix.ts'

/** Pattern of a membership period. */
const PERIODS = {
  'zh-cn': /\d{4}\.\d{2}\.\d{2} .*\d{4}\.\d{2}\.\d{2}/,
  en: /\d{4}.*\d{4}/,
} as const

/** The response to a list of orders without any. */
const NO_ORDERS = { code: 200, msg: '', time: 0, data: { items: [], page: 1, size: 100, total: 0 } }

/** The packages of a course, each with a button to buy it. */
const findPackages = (page: Page, t: InterfaceTexts) =>
  page.getByRole('region', { name: t('booking:packages') })

/** Remaining class hours of a package. */
async function readHoursLeft(page: Page, number: string): Promise<number> {
  const order = await createCaller(page)('GET /api/order/detail', { order_no: number })
  if (order.type !== 'course' || order.content.kind !== 'package') throw new Error('no package')
  return order.content.hours_left
}

/** Opens the sheet of a course date that costs something, as a member, and waits for its offer. */
async function openPaidSheet(page: Page, request: APIRequestContext, t: InterfaceTexts) {
  const date = await findCourseDate(request)
  await logIn(page)
  await page.goto(`/en/course/detail?id=${date.course.id}`)
  await page.locator(`[data-book="${date.id}"]`).click()
  const sheet = page.getByRole('dialog')
  const confirm = sheet.getByRole('button', { name: t.whole('booking:confirm_paid') })
  await expect(confirm).toBeEnabled()
  return { sheet, confirm }
}

/** Confirms the free booking in the open sheet and expects the date to be marked as booked. */
async function bookFree(page: Page, dateId: number, t: InterfaceTexts) {
  await page.getByRole('button', { name: t('booking:confirm_free') }).click()
  await expect(page.getByRole('dialog', { name: t('booking:booked') })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator(`[data-book="${dateId}"]`)).toHaveText(t('booking:booked'))
  await expect(page).toHaveURL(/\/course\/detail\?id=/)
}

for (const { locale, device } of runScenarios({ locale: 'zh-cn', device: 'phone' })) {
  const t = getTexts(locale)

  test.describe(`in ${locale} on a ${device}`, () => {
    test.use({ viewport: DEVICES[device] })

    test(
      `a visitor logs in during a booking, returns to it and pays (${locale}, ${device})`,
      { tag: ['@S1.24'] },
      async ({ page, context, request, expectAccessible }) => {
        const date = await findCourseDate(request)
        await page.goto(`${getPath('/course/detail', locale)}?id=${date.course.id}`)
        await page.locator(`[data-book="${date.id}"]`).click()
        await expectAccessible()
        await page.getByRole('link', { name: t('booking:log_in') }).click()
        await logInOnScreen(page, locale)
        await page.waitForURL(/\/course\/detail\?id=.*#book-/)
        await expect(
          page
            .getByRole('dialog')
            .getByText(t.oneOf('booking:cancel_until', 'booking:cancel_passed')),
        ).toBeVisible()
        await page.getByRole('button', { name: t.whole('booking:confirm_paid') }).click()
        await waitForPaymentPage(page)
        await payOnPaymentPage(page, context, { locale, device })
      },
    )

    test(
      `a member books the same date free of charge (${locale}, ${device})`,
      { tag: ['@S1.14', '@S1.19', '@S1.23', '@S2.32', '@S2.38', '@S2.56'] },
      async ({ page, context, request, expectAccessible }) => {
        const date = await findCourseDate(request)
        await logIn(page)
        await page.goto(getPath('/pay/member', locale))
        await expect(page.getByText(t('membership:none'))).toBeVisible()
        await expectAccessible()
        await page
          .getByRole('button', { name: t.whole('membership:buy_of') })
          .first()
          .click()
        await waitForPaymentPage(page)
        await payOnPaymentPage(page, context, { locale, device })

        await page.goto(`${getPath('/course/detail', locale)}?id=${date.course.id}`)
        await page.locator(`[data-book="${date.id}"]`).click()
        await expect(page.getByRole('dialog').getByText(t('booking:members_free'))).toBeVisible()
        await bookFree(page, date.id, t)
        await page.reload()
        const button = page.locator(`[data-book="${date.id}"]`)
        await expect(button).toHaveText(t('booking:booked'))
        const day = formatDateTime(date.starts_at, locale)
        await expect(button).toHaveAccessibleName(`${t('booking:booked')} ${day}`)

        // As if it were booked after the page was left, which the back button then restores.
        const list = '**/api/order/list'
        await page.route(list, (route) => route.fulfill({ json: { code: 502 } }), { times: 1 })
        const failed = page.waitForResponse(list)
        await page.reload()
        await failed
        await expect(button).not.toHaveText(t('booking:booked'))
        await restorePage(page)
        await expect(button).toHaveText(t('booking:booked'))

        // As if the booking were cancelled meanwhile.
        await page.route(list, (route) => route.fulfill({ json: NO_ORDERS }), { times: 1 })
        await restorePage(page)
        await expect(button).toHaveText(t('booking:book'))
        await expect(button).toHaveAccessibleName(t('booking:book_of', { date: day }))

        // The membership with its period is listed among the orders, and the booking is not.
        await page.goto(getPath('/order/member', locale))
        const slip = page
          .getByRole('main')
          .getByRole('listitem')
          .filter({ hasText: PERIODS[locale] })
        await expect(slip).toHaveCount(1)
      },
    )

    test(
      `a member buys a package and books a date with its class hours (${locale}, ${device})`,
      { tag: ['@S1.18', '@S2.30', '@S3.29'] },
      async ({ page, context, request, expectAccessible }) => {
        const date = await findCourseDate(request)
        await logIn(page)
        await page.goto(`${getPath('/course/detail', locale)}?id=${date.course.id}`)
        await findPackages(page, t).getByRole('button').first().click()
        await waitForPaymentPage(page)
        const number = new URL(page.url()).searchParams.get('id') ?? ''
        await payOnPaymentPage(page, context, { locale, device })

        await page.goto(`${getPath('/course/detail', locale)}?id=${date.course.id}`)
        await page.locator(`[data-book="${date.id}"]`).click()
        const offer = page.getByRole('dialog').getByText(t.whole('booking:class_hour'))
        await expect(offer).toBeVisible()
        const left = Number(/\d+/.exec((await offer.textContent()) ?? '')?.[0])
        const bought = await readHoursLeft(page, number)
        expect(bought).toBeGreaterThan(left)
        await expectAccessible()
        await bookFree(page, date.id, t)
        expect(await readHoursLeft(page, number)).toBe(left)

        // The package shows its remaining hours.
        await page.goto(`${getPath('/order/Info', locale)}?id=${number}`)
        const field = page.locator('dl div').filter({ hasText: t('order:hours_left') })
        await expect(field.first()).toContainText(t('order:hours', { count: left }))

        // They return to it when the booking is cancelled, without a reload of the list.
        await page.goto(getPath('/order/course', locale))
        await page
          .getByRole('button', { name: t('order:give_up') })
          .first()
          .click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: t('order:give_up_yes') }).click()
        const fields = page.getByRole('listitem').filter({ hasText: number }).locator('dl div')
        await expect(fields.filter({ hasText: t('order:hours_left') })).toContainText(
          t('order:hours', { count: bought }),
        )
      },
    )
  })
}

test(
  'the price of a package that has changed since the page was built is shown for confirmation',
  { tag: '@always' },
  async ({ page, request }) => {
    const t = getTexts('en')
    const date = await findCourseDate(request)
    await logIn(page)
    const expected: number[] = []
    const quote = { original_fen: 9900, member_discount_fen: 0, payable_fen: 9900, rule: 'regular' }
    await page.route('**/api/order/create', async (route) => {
      expected.push(route.request().postDataJSON().expected_payable_fen)
      await route.fulfill({ json: { code: 500104, msg: '', time: 0, data: quote } })
    })
    await page.goto(`/en/course/detail?id=${date.course.id}`)
    const packages = findPackages(page, t)
    const offer = packages.getByRole('listitem').first()
    await offer.getByRole('button').click()
    await expect(packages.getByRole('alert')).toHaveText(t('errors:price_changed'))
    await expect(offer).toContainText('¥99')
    await offer.getByRole('button').click()
    await expect.poll(() => expected[1]).toBe(9900)
  },
)

test(
  'a price that has changed since the booking sheet was opened is shown for confirmation',
  { tag: '@always' },
  async ({ page, request }) => {
    const t = getTexts('en')
    const { sheet, confirm } = await openPaidSheet(page, request, t)
    await page.route('**/api/order/create', (route) =>
      route.fulfill({ json: { code: 500104, msg: '', time: 0, data: null } }),
    )
    await page.route('**/api/course/eligibility', async (route) => {
      const json = await (await route.fetch()).json()
      await route.fulfill({ json: { ...json, data: { ...json.data, price_fen: 9900 } } })
    })
    await confirm.click()
    await expect(sheet.getByRole('alert')).toHaveText(t('booking:price_changed', { now: '¥99' }))
    await expect(confirm).toHaveText(t('booking:confirm_paid', { price: '¥99' }))
  },
)

test(
  'the booking sheet offers the login if the session has ended',
  { tag: '@always' },
  async ({ page, request }) => {
    const t = getTexts('en')
    const { sheet, confirm } = await openPaidSheet(page, request, t)
    await page.context().clearCookies()
    await confirm.click()
    await sheet.getByRole('link', { name: t('booking:log_in') }).click()
    await expect(page).toHaveURL(/\/en\/login\?return=/)
  },
)

test('the booking sheet leads to the next step for a date that cannot be booked', async ({
  page,
  request,
}) => {
  const t = getTexts('en')
  const { sheet, confirm } = await openPaidSheet(page, request, t)
  let change = {}
  await page.route('**/api/course/eligibility', async (route) => {
    const json = await (await route.fetch()).json()
    await route.fulfill({ json: { ...json, data: { ...json.data, ...change } } })
  })
  const expectLink = async (name: string, address: RegExp) => {
    await restorePage(page)
    await expect(sheet.getByRole('link', { name })).toHaveAttribute('href', address)
    await expect(sheet.getByRole('link')).toHaveCount(1)
    await expect(confirm).toHaveCount(0)
  }
  change = { reason: 'already_booked', order_no: '2027050512000001' }
  await expectLink(t('booking:see_order'), /^\/en\/order\/Info\?id=2027050512000001$/)
  change = { reason: 'application_needed', order_no: null }
  await expectLink(t('booking:apply'), /^\/en\/course\/form\?id=\d+$/)
})

test('a refresh of the booking sheet that is slower than a refusal does not empty it', async ({
  page,
  request,
}) => {
  const t = getTexts('en')
  const { sheet, confirm } = await openPaidSheet(page, request, t)
  const { fetched, release } = await holdResponse(page, '**/api/course/eligibility')
  await restorePage(page)
  await fetched
  await page.route('**/api/order/create', (route) =>
    route.fulfill({ json: { code: 500104, msg: '', time: 0, data: null } }),
  )
  await confirm.click()
  await expect(sheet.getByRole('alert')).toHaveText(t.whole('booking:price_changed'))
  const slow = page.waitForResponse('**/api/course/eligibility')
  release()
  await (await slow).finished()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  expect(await confirm.count()).toBe(1)
})

test(
  'who becomes a member during a booking returns to it, now free',
  { tag: '@always' },
  async ({ page, context, request }) => {
    const t = getTexts('en')
    const { sheet } = await openPaidSheet(page, request, t)
    await sheet.getByRole('link', { name: t('booking:membership') }).click()
    await page
      .getByRole('button', { name: t.whole('membership:buy_of') })
      .first()
      .click()
    await waitForPaymentPage(page)
    await payOnPaymentPage(page, context, { locale: 'en', device: 'desktop' })
    const back = page.getByRole('link', { name: t('pay:next_booking') })
    await back.click()
    await expect(page.getByRole('button', { name: t('booking:confirm_free') })).toBeVisible()
    await page.goBack()
    await page.reload()
    await expect(page.getByRole('link', { name: t('pay:next_courses') })).toBeVisible()
    await expect(back).toHaveCount(0)
  },
)

test(
  'a date that was full can be booked once somebody has cancelled',
  { tag: '@always' },
  async ({ page, request }) => {
    const allFull = page.getByText(getTexts('en')('course:all_full'))
    const path = '/api/course/datelist?size=100'
    const { items } = await readData(request, path, getCourseDateList.data)
    const date = items.find(({ admission, state }) => admission === 'book' && state === 'full')
    if (!date) throw new Error('no course date is full')
    const course = `/en/course/detail?id=${date.course.id}`
    const book = page.locator(`[data-book="${date.id}"]`)
    await page.goto(course)
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
    await expect(book).toBeHidden()
    await expect(allFull).toBeVisible()
    await page.route('**/api/live/facts', async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({ response, body: text.replaceAll('"full"', '"few_left"') })
    })
    await page.reload()
    await book.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(allFull).toBeHidden()
  },
)

test.describe('before its script has loaded', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'a date that everyone can book keeps the space of its button',
    { tag: '@always' },
    async ({ page, request }) => {
      const { id, course } = await findCourseDate(request)
      await page.goto(`/en/course/detail?id=${course.id}`)
      await expect(page.locator(`[data-book="${id}"]`)).toHaveCSS('display', 'block')
    },
  )
})
