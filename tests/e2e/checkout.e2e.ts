import type { APIRequestContext, BrowserContext, Page } from 'playwright/test'
import * as v from 'valibot'
import { EnvelopeSchema } from '#api/envelope.ts'
import { getCourseDateList } from '#api/course.ts'
import { getPerformList } from '#api/perform.ts'
import { LOCALE_TRAITS, type Locale } from '#i18n/locales.ts'
import { logIn } from '#tests/support/log-in.ts'
import { expect, test } from './fixtures.ts'
import { tellIn } from './told-in.ts'

const WORDS = {
  'zh-cn': {
    more: /^加一张/,
    logIn: '登录并提交',
    submit: '提交订单',
    kept: '您选的票已带回来',
    left: '剩余支付时间',
    till: '在新窗口打开测试收银台',
    phone: /^去支付/,
    havePaid: '我已支付',
    notIn: '还没有收到支付结果',
    done: '支付完成',
    tickets: '您的票',
    copy: '复制',
    copied: '复制成功',
    leave: '暂不支付',
    cancel: '取消订单并释放',
    cancelled: '订单已取消',
    again: '再选一次',
    paidBooking: /^预约并支付/,
    freeBooking: '确认预约',
    free: '会员免费',
    booked: '已预约',
    none: '您还不是会员',
    buyMembership: /^购买/,
    toLogin: '登录后预约',
  },
  en: {
    more: /^One more/,
    logIn: 'Log in and order',
    submit: 'Place the order',
    kept: 'Your choice is still here',
    left: 'Remaining payment time',
    till: 'Open the test till in a new window',
    phone: /^Pay ¥/,
    havePaid: 'I have paid',
    notIn: 'The result is not in yet',
    done: 'Payment completed',
    tickets: 'Your tickets',
    copy: 'Copy',
    copied: 'Copy successfully',
    leave: 'Not now',
    cancel: 'Cancel and release',
    cancelled: 'The order is cancelled',
    again: 'Choose again',
    paidBooking: /^Book and pay/,
    freeBooking: 'Confirm the booking',
    free: 'Free for members',
    booked: 'Booked',
    none: 'You are not a member yet',
    buyMembership: /^Buy/,
    toLogin: 'Log in to book',
  },
} as const

// Long stories. Without motion, pages do not cross-fade: Chromium reports a fade that styles of a page
// still being read break off.
test.describe.configure({ timeout: 120_000 })
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const PHONE = { width: 390, height: 844 }
const pathOf = (path: string, locale: Locale) => LOCALE_TRAITS[locale].prefix + path

async function read<Schema extends v.GenericSchema>(
  request: APIRequestContext,
  path: string,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const answer = await request.get(path)
  return v.parse(schema, v.parse(EnvelopeSchema, await answer.json()).data)
}

/** A performance that is on sale. */
async function findPerformance(request: APIRequestContext): Promise<number> {
  const path = '/api/perform/list?state=on_sale&size=100'
  const { items } = await read(request, path, getPerformList.data)
  const [first] = items
  if (!first) throw new Error('nothing is on sale')
  return first.id
}

/** A course time that anybody may book and that members book free of charge. */
async function findCourseDate(request: APIRequestContext) {
  const { items } = await read(request, '/api/course/datelist?size=100', getCourseDateList.data)
  const date = items.find(
    ({ admission, state, member_price_fen, price_fen }) =>
      admission === 'book' && state === 'open' && member_price_fen === 0 && price_fen > 0,
  )
  if (!date) throw new Error('no course time can be booked')
  return date
}

/** Pays as the payer who scanned the code: on the page of the sandbox, in a page of its own. */
async function payByCode(page: Page, context: BrowserContext, words: { till: string }) {
  const href = await page.getByRole('link', { name: words.till }).getAttribute('href')
  const payer = await context.newPage()
  await payer.goto(href ?? '')
  await payer.locator('button[value="pay"]').click()
  await payer.close()
}

/** One more of the first price level that has any left. */
async function addTicket(page: Page, words: { more: RegExp }): Promise<void> {
  const more = page.getByRole('button', { name: words.more, disabled: false })
  await more.first().click()
}

async function openTill(page: Page): Promise<void> {
  await page.waitForURL(/\/pay\/pay\?id=/)
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
}

for (const locale of tellIn('en')) {
  const words = WORDS[locale]

  test(`a guest chooses tickets, logs in, comes back to them and pays (${locale}) [S1.17] [S1.20] [S4.10] [S4.11] [S5.18] [S5.19]`, async ({
    page,
    context,
    request,
    expectAccessible,
  }) => {
    const id = await findPerformance(request)
    await page.goto(pathOf(`/drama/buyTicket?id=${id}`, locale))
    await addTicket(page, words)
    await addTicket(page, words)
    await expect(page.locator('.payable .numeral')).toHaveText(/^¥\d/)
    const total = await page.locator('.payable .numeral').textContent()
    await expectAccessible()
    await page.getByRole('button', { name: words.logIn }).click()
    await page.waitForURL(/\/login\?return=/)
    const back = new URL(page.url()).searchParams.get('return') ?? ''

    await logIn(page)
    await page.goto(back)
    await expect(page.getByText(words.kept)).toBeVisible()
    await expect(page.locator('.payable .numeral')).toHaveText(total ?? '')
    await page.getByRole('button', { name: words.submit }).click()

    await openTill(page)
    await expect(page.locator('.summary .payable .sum')).toHaveText(total ?? '')
    await expect(page.locator('.qr svg')).toBeVisible()
    await expectAccessible()
    await payByCode(page, context, words)

    await page.waitForURL(/\/pay\/success\?id=/)
    await expect(page.getByRole('heading', { name: words.done })).toBeVisible()
    await expect(page.locator('.Toastify__toast', { hasText: words.done })).toBeVisible()
    await expect(page.locator('.ticket-stub')).toHaveCount(2)
    await page.getByRole('button', { name: words.copy }).click()
    await expect(page.locator('.Toastify__toast', { hasText: words.copied })).toBeVisible()
    await expectAccessible()
  })
}

test('a second order is refused with the way to the first, which can be given up', async ({
  page,
  request,
}) => {
  const words = WORDS['zh-cn']
  const id = await findPerformance(request)
  await logIn(page)
  const order = async () => {
    await page.goto(`/drama/buyTicket?id=${id}`)
    await addTicket(page, words)
    await page.getByRole('button', { name: words.submit }).click()
  }
  await order()
  await openTill(page)
  const till = page.url()
  await order()
  await page.getByRole('link', { name: '去支付那张订单' }).click()
  await page.waitForURL(till)
  await page.getByRole('button', { name: words.leave }).click()
  await page.getByRole('button', { name: words.cancel }).click()
  await expect(page.getByRole('heading', { name: words.cancelled })).toBeVisible()
  await page.getByRole('link', { name: words.again }).click()
  await expect(page.getByText(words.kept)).toBeVisible()
})

test('on the phone the payment opens in this tab, and who comes back is asked', async ({
  page,
  context,
  request,
}) => {
  const words = WORDS['zh-cn']
  const id = await findPerformance(request)
  await page.setViewportSize(PHONE)
  await logIn(page)
  await page.goto(`/drama/buyTicket?id=${id}`)
  await addTicket(page, words)
  await page.getByRole('button', { name: words.submit }).click()
  await openTill(page)
  // The payment app takes over: the page stays where it is.
  await page.route('**/api/sandbox/pay/**', (route) => route.fulfill({ status: 204 }))
  const opening = page.waitForRequest('**/api/sandbox/pay/**')
  await page.getByRole('button', { name: words.phone }).click()
  const payerAddress = (await opening).url()
  await page.getByRole('button', { name: words.havePaid }).click()
  await expect(page.getByText(words.notIn)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: words.havePaid })).toBeVisible()
  const payer = await context.newPage()
  await payer.goto(payerAddress)
  await payer.locator('button[value="pay"]').click()
  await payer.close()
  await page.waitForURL(/\/pay\/success\?id=/)
  await expect(page.getByRole('heading', { name: words.done })).toBeVisible()
})

for (const locale of tellIn('en')) {
  const words = WORDS[locale]

  test(`a visitor is led through the login to the booking and pays for it (${locale}) [S1.24]`, async ({
    page,
    context,
    request,
    expectAccessible,
  }) => {
    const date = await findCourseDate(request)
    await page.goto(pathOf(`/course/detail?id=${date.course.id}`, locale))
    await page.locator(`[data-book="${date.id}"]`).click()
    await expectAccessible()
    await page.getByRole('link', { name: words.toLogin }).click()
    await page.waitForURL(/\/login\?return=/)
    const back = new URL(page.url()).searchParams.get('return') ?? ''
    await logIn(page)
    await page.goto(back)
    await page.getByRole('button', { name: words.paidBooking }).click()
    await openTill(page)
    await payByCode(page, context, words)
    await page.waitForURL(/\/pay\/success\?id=/)
    await expect(page.getByRole('heading', { name: words.done })).toBeVisible()
  })

  test(`a member books the same time free of charge (${locale}) [S1.19] [S1.23] [S2.38] [S2.56]`, async ({
    page,
    context,
    request,
    expectAccessible,
  }) => {
    const date = await findCourseDate(request)
    await logIn(page)
    await page.goto(pathOf('/pay/member', locale))
    await expect(page.getByText(words.none)).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: words.buyMembership }).first().click()
    await openTill(page)
    await payByCode(page, context, words)
    await page.waitForURL(/\/pay\/success\?id=/)

    await page.goto(pathOf(`/course/detail?id=${date.course.id}`, locale))
    await page.locator(`[data-book="${date.id}"]`).click()
    await expect(page.getByRole('dialog').getByText(words.free)).toBeVisible()
    await page.getByRole('button', { name: words.freeBooking }).click()
    await expect(page.getByRole('dialog', { name: words.booked })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator(`[data-book="${date.id}"]`)).toHaveText(words.booked)
    await expect(page).toHaveURL(/\/course\/detail\?id=/)
  })
}
