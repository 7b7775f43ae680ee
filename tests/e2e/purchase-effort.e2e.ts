import type { Locator, Page } from 'playwright/test'
import { findSendButton } from '#tests/support/find-send-button.ts'
import { drawMobile, logIn, readCode } from '#tests/support/log-in.ts'
import { findPerformanceId } from '#tests/support/find-performance.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { expect, test } from './fixtures.ts'

const t = getTexts('zh-cn')

// Taps and scrolling that buying two tickets on a phone takes, from the performance page to the payment.

test.use({ viewport: { width: 390, height: 844 } })

/** Taps targets, scrolling them into view first, and counts taps and scrolled pixels. */
function countEffort(page: Page) {
  const effort = { taps: 0, scrolled: 0 }
  async function tap(target: Locator): Promise<void> {
    await expect(target).toBeEnabled()
    const before = await page.evaluate(() => scrollY)
    // A trial click only scrolls until nothing covers the target.
    await target.click({ trial: true })
    effort.scrolled += Math.abs((await page.evaluate(() => scrollY)) - before)
    await target.click()
    effort.taps += 1
  }
  return { effort, tap }
}

const findMore = (page: Page) => page.getByRole('button', { name: t.whole('tickets:more') }).first()
/** The link of the bar that stays at the bottom of the performance page. */
const findBuyLink = (page: Page) =>
  page.getByRole('complementary', { name: t('drama:buy') }).getByRole('link')

test(
  'a visitor buys two tickets with few taps and little scrolling',
  { tag: '@always' },
  async ({ page, request }) => {
    const id = await findPerformanceId(request)
    await page.goto(`/drama/detail?id=${id}`)
    const { effort, tap } = countEffort(page)
    await tap(findBuyLink(page))
    await page.waitForURL(/\/drama\/buyTicket/)
    await tap(findMore(page))
    await tap(findMore(page))
    await tap(page.getByRole('button', { name: t('tickets:log_in') }))
    await page.waitForURL(/\/login/)
    const main = page.getByRole('main')
    const mobile = drawMobile()
    const number = main.getByRole('textbox', { name: t('login:mobile') })
    // The form is interactive once its island has been hydrated.
    await page.waitForLoadState('networkidle')
    await tap(number)
    await number.fill(mobile.replace('+86', ''))
    await tap(findSendButton(main, 'zh-cn'))
    await expect(page.getByText(t.part('code:sent_to'))).toBeVisible()
    await tap(main.getByRole('checkbox'))
    // The code field has the focus, and a complete code submits the form.
    await main.getByRole('textbox', { name: t('code:label') }).fill(await readCode(request, mobile))
    await page.waitForURL(/\/drama\/buyTicket/)
    const submit = page.getByRole('button', { name: t('tickets:buy') })
    await expect(submit).toBeFocused()
    await tap(submit)
    await page.waitForURL(/\/pay\/pay/)
    await tap(page.getByRole('button', { name: t.whole('pay:pay_on_phone') }))
    await page.waitForURL(/\/api\/sandbox\/pay\//)
    expect(effort.taps).toBeLessThanOrEqual(9)
    expect(effort.scrolled).toBeLessThanOrEqual(1500)
  },
)

// The taps of the visitor above without those of the login, so only runs of all tests count them.
test('a member buys two tickets with five taps', async ({ page, request }) => {
  const id = await findPerformanceId(request)
  await logIn(page)
  await page.goto(`/drama/detail?id=${id}`)
  const { effort, tap } = countEffort(page)
  await tap(findBuyLink(page))
  await tap(findMore(page))
  await tap(findMore(page))
  await tap(page.getByRole('button', { name: t('tickets:buy') }))
  await page.waitForURL(/\/pay\/pay/)
  await tap(page.getByRole('button', { name: t.whole('pay:pay_on_phone') }))
  await page.waitForURL(/\/api\/sandbox\/pay\//)
  expect(effort.taps).toBeLessThanOrEqual(5)
  expect(effort.scrolled).toBeLessThanOrEqual(1500)
})

/** Presses Tab until the target has the focus; the focused target must be visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled()
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expect(target).toBeInViewport()
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`80 presses of Tab do not lead to ${target}`)
}

test(
  'a visitor buys two tickets by keyboard alone',
  { tag: '@always' },
  async ({ page, request }) => {
    const press = async (target: Locator, key = 'Enter') => {
      await tabTo(page, target)
      await page.keyboard.press(key)
    }
    await page.goto(`/drama/detail?id=${await findPerformanceId(request)}`)
    await press(
      page
        .getByRole('main')
        .getByRole('link', { name: t('drama:buy') })
        .first(),
    )
    await page.waitForURL(/\/drama\/buyTicket/)
    await press(findMore(page))
    await press(findMore(page), 'Space')
    await press(page.getByRole('button', { name: t('tickets:log_in') }))
    await page.waitForURL(/\/login/)
    const main = page.getByRole('main')
    const mobile = drawMobile()
    await page.waitForLoadState('networkidle')
    await tabTo(page, main.getByRole('textbox', { name: t('login:mobile') }))
    await page.keyboard.type(mobile.replace('+86', ''))
    await press(findSendButton(main, 'zh-cn'))
    await expect(page.getByText(t.part('code:sent_to'))).toBeVisible()
    await press(main.getByRole('checkbox'), 'Space')
    const code = main.getByRole('textbox', { name: t('code:label') })
    await page.keyboard.press('Shift+Tab')
    await tabTo(page, code)
    await page.keyboard.type(await readCode(request, mobile))
    await page.waitForURL(/\/drama\/buyTicket/)
    await press(page.getByRole('button', { name: t('tickets:buy') }))
    await page.waitForURL(/\/pay\/pay/)
    await press(page.getByRole('button', { name: t.whole('pay:pay_on_phone') }))
    await page.waitForURL(/\/api\/sandbox\/pay\//)
    await press(page.locator('button[value="pay"]'))
    await press(page.getByRole('link', { name: /Back to the shop/ }))
    await page.waitForURL(/\/pay\/success/)
    await press(page.getByRole('link', { name: t('pay:ticket_open') }).first())
    await page.waitForURL(/\/order\/DynamicInfoCard/)
  },
)

/** Whether the bar with the action of the page covers the focused element. */
const isBehindBar = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    const bar = document.querySelector('.sticky-action')
    if (focused === null || bar === null) throw new Error('the page has no focus or no bar')
    const { left, top, width, height } = focused.getBoundingClientRect()
    const front = document.elementFromPoint(left + width / 2, top + height / 2)
    return !bar.contains(focused) && bar.contains(front)
  })

for (const [screen, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  laptop: { width: 1440, height: 900 },
})) {
  test(`on a ${screen}, the sticky bar never covers the focused element`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(viewport)
    await page.goto(`/drama/detail?id=${await findPerformanceId(request)}`)
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press(key)
        expect(await isBehindBar(page)).toBe(false)
      }
    }
  })
}

test('the button that expands the dates of the ticket page passes its focus on to them', async ({
  page,
  request,
}) => {
  await page.goto(`/drama/buyTicket?id=${await findPerformanceId(request)}`)
  const dates = page.getByRole('radio')
  await page.getByRole('button', { name: t.part('tickets:all_shows') }).press('Enter')
  await expect(dates.and(page.locator(':focus'))).toBeVisible()
})
