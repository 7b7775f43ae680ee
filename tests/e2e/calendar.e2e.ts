import type { Page } from 'playwright/test'
import * as v from 'valibot'
import { getPerformCalendar } from '#api/calendar.ts'
import { EnvelopeSchema } from '#api/envelope.ts'
import { isNotable, getLabel } from '#features/calendar/entries.ts'
import { getMonth as getMonthOfDay, getNoon, shiftMonth } from '#features/calendar/months.ts'
import { formatMonth, readVenueDay } from '#i18n/format.ts'
import { LOCALE_TRAITS } from '#i18n/locales.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { expect, test, testOffline } from './fixtures.ts'

const t = getTexts('zh-cn')

const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const ROUTE = '/calendar/calendar'

const expectReady = (page: Page) => expect(page.locator('section[data-ready]')).toBeVisible()

async function openCalendar(page: Page, path = ROUTE): Promise<void> {
  await page.goto(path)
  await expectReady(page)
}

/** The month as heading: `五月 2027`. */
const getMonthHeading = (page: Page) => page.getByRole('heading', { level: 2, name: /月 20\d\d$/ })

const getKinds = (page: Page) => page.getByRole('group', { name: t('calendar:kind') })
const dayHeading = (page: Page) => page.getByRole('heading', { level: 3 })
/** The programme of a day, below its week. */
const getPanel = (page: Page) => page.getByRole('row').filter({ has: dayHeading(page) })

/** Presses Tab until a day of the grid has the focus. */
async function tabToGrid(page: Page): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement?.matches('td[data-day]'))) return
  }
  throw new Error('the grid is not in the tab order')
}

const focusedDay = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('data-day') ?? '')

const dayWith = (page: Page, kind: string) =>
  page.locator(`td[data-day]:has([data-kind="${kind}"])`)

/** Moves with the arrow keys to the first day that has an entry of the kind. */
async function walkToEntry(page: Page, kind: string): Promise<void> {
  for (let months = 0; (await dayWith(page, kind).count()) === 0; months++) {
    if (months === 6) throw new Error(`no ${kind} within half a year`)
    await page.keyboard.press('PageDown')
    await expect(page.locator('table[aria-busy="false"]')).toBeVisible()
  }
  const goal = (await dayWith(page, kind).first().getAttribute('data-day')) ?? ''
  const from = await focusedDay(page)
  const days = Math.round((Date.parse(goal) - Date.parse(from)) / 86_400_000)
  const [weeks, rest] = [Math.trunc(days / 7), days % 7]
  for (let step = 0; step < Math.abs(rest); step++) {
    await page.keyboard.press(rest > 0 ? 'ArrowRight' : 'ArrowLeft')
  }
  for (let step = 0; step < Math.abs(weeks); step++) {
    await page.keyboard.press(weeks > 0 ? 'ArrowDown' : 'ArrowUp')
  }
  expect(await focusedDay(page)).toBe(goal)
}

test.describe('the calendar on a wide screen', () => {
  test.use({ viewport: WIDE })

  for (const [kind, path, id] of [
    ['course', '/course/detail', 'S1.04'],
    ['performance', '/drama/detail', 'S1.05'],
  ] as const) {
    const title = `a visitor finds a dated ${kind} with the keyboard alone and opens it`
    test(title, { tag: `@${id}` }, async ({ page }) => {
      await openCalendar(page, `${ROUTE}?kind=${kind}`)
      await tabToGrid(page)
      await walkToEntry(page, kind)
      await page.keyboard.press('Enter')
      const link = getPanel(page).getByRole('link').first()
      await expect(link).toBeFocused()
      const name = await link.innerText()
      await page.keyboard.press('Escape')
      await expect(getPanel(page)).toHaveCount(0)
      await expect(page.locator('td[data-day]:focus')).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(link).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      expect(new URL(page.url()).pathname).toBe(path)
    })
  }

  test('Tab moves from a day to its entries and skips those of other days', async ({ page }) => {
    await openCalendar(page)
    await tabToGrid(page)
    await walkToEntry(page, 'course')
    const day = await focusedDay(page)
    await page.keyboard.press('Tab')
    await expect(page.locator(`td[data-day="${day}"] li a`).first()).toBeFocused()
    await expect(page.locator('td[tabindex="0"]')).toHaveCount(1)
    for (const link of await page.locator(`td:not([data-day="${day}"]) li a`).all()) {
      await expect(link).toHaveAttribute('tabindex', '-1')
    }
  })

  test('month, kind and city are kept in the URL after reload, back and language change', async ({
    page,
  }) => {
    await openCalendar(page)
    const current = await getMonthHeading(page).innerText()
    await page.getByRole('button', { name: t('calendar:next_month') }).click()
    await expect(getMonthHeading(page)).not.toHaveText(current)
    const next = await getMonthHeading(page).innerText()
    await getKinds(page).getByText(t('calendar:course'), { exact: true }).click()
    await page.getByLabel(t('calendar:city')).selectOption({ index: 1 })
    await expect(page).toHaveURL(/\?month=20\d\d-\d\d&kind=course&city=\d+$/)
    await expect(dayWith(page, 'performance')).toHaveCount(0)
    const address = new URL(page.url()).search

    await page.reload()
    await expectReady(page)
    await expect(getMonthHeading(page)).toHaveText(next)
    await expect(page.getByRole('radio', { name: t('calendar:course') })).toBeChecked()
    await expect(page.getByLabel(t('calendar:city'))).not.toHaveValue('')

    await page.getByRole('button', { name: t('calendar:today') }).click()
    await expect(getMonthHeading(page)).toHaveText(current)
    await page.goBack()
    await expect(getMonthHeading(page)).toHaveText(next)

    await page.getByRole('radio', { name: t('calendar:activity') }).check({ force: true })
    await page.getByRole('banner').getByRole('link', { name: LOCALE_TRAITS.en.name }).click()
    await expect(page).toHaveURL(`/en${ROUTE}${address.replace('course', 'activity')}`)
    await expect(
      page.getByRole('radio', { name: getTexts('en')('calendar:activity') }),
    ).toBeChecked()
  })

  test('rapid clicks through the months end on the last one', async ({ page }) => {
    await openCalendar(page)
    const forward = page.getByRole('button', { name: t('calendar:next_month') })
    for (let presses = 0; presses < 5; presses++) await forward.click()
    await expect(page.locator('table[aria-busy="false"]')).toBeVisible()
    const month = new URL(page.url()).searchParams.get('month') ?? ''
    const [name = ''] = (await getMonthHeading(page).innerText()).split(/\s/)
    const announcement = page.getByText(t.whole('calendar:announce'))
    await expect(announcement).toContainText(name)
    await expect(announcement).toHaveAttribute('aria-live', 'polite')
    await expect(page.locator('td[data-day]:not([data-outside])').first()).toHaveAttribute(
      'data-day',
      `${month}-01`,
    )
  })

  test('a filter closes an open day without matching entries', async ({ page }) => {
    await openCalendar(page)
    const days = page.locator('td[data-day]:has([data-kind="course"])')
    const day = days.filter({ hasNot: page.locator('[data-kind="performance"]') }).first()
    for (let months = 0; !(await day.isVisible()); months++) {
      if (months === 6) throw new Error('no day with courses alone within half a year')
      await page.getByRole('button', { name: t('calendar:next_month') }).click()
      await expect(page.locator('table[aria-busy="false"]')).toBeVisible()
    }
    await day.getByRole('time').click()
    await expect(getPanel(page)).toBeVisible()
    await getKinds(page).getByText(t('calendar:performance'), { exact: true }).click()
    await expect(getPanel(page)).toHaveCount(0)
  })

  test('a filter without entries can be cleared', async ({ page }) => {
    await openCalendar(page, `/en${ROUTE}?month=2031-05&kind=course`)
    const clear = page.getByRole('button', { name: getTexts('en')('calendar:clear_filter') })
    await clear.click()
    await expect(page.getByText(getTexts('en')('calendar:empty_month'))).toBeVisible()
    await expect(clear).toHaveCount(0)
    await expect(page).toHaveURL(/\?month=2031-05$/)
  })

  test('is accessible with a day open and in an empty month', async ({
    page,
    expectAccessible,
  }) => {
    await openCalendar(page)
    await tabToGrid(page)
    await walkToEntry(page, 'course')
    await page.keyboard.press('Enter')
    await expect(getPanel(page)).toBeVisible()
    await expectAccessible()
    await openCalendar(page, `/en${ROUTE}?month=2031-05`)
    await expect(page.getByText(getTexts('en')('calendar:empty_month'))).toBeVisible()
    await expectAccessible()
  })
})

test.describe('the calendar on a phone', () => {
  test.use({ viewport: PHONE })

  const getStrip = (page: Page) => page.getByRole('group', { name: t('calendar:week') })
  const readDays = (page: Page) =>
    getStrip(page).getByRole('button', { name: t.part('calendar:entries') })

  test('the week strip opens the agenda from a chosen day on', async ({
    page,
    expectAccessible,
  }) => {
    await openCalendar(page)
    await expect(page.getByRole('grid')).toBeHidden()
    const agenda = page.getByRole('listitem').filter({ has: dayHeading(page) })
    await expect(readDays(page)).toHaveCount(7)
    const marked = readDays(page).filter({ has: page.locator('[data-kind]') })
    for (let weeks = 0; (await marked.count()) === 0; weeks++) {
      if (weeks === 8) throw new Error('no entry within eight weeks')
      await page.getByRole('button', { name: t('calendar:next_week') }).click()
      await expect(agenda.first()).toBeVisible()
    }
    // By its place: a day before it may be marked once its month has loaded.
    const isMarked = await readDays(page).evaluateAll((days) =>
      days.map((day) => day.querySelector('[data-kind]') !== null),
    )
    const day = readDays(page).nth(isMarked.indexOf(true))
    await day.click()
    await expect(day).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible()
    const link = agenda.first().getByRole('link').first()
    const title = await link.innerText()
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  })

  test('a swipe changes the week', async ({ page }) => {
    await openCalendar(page)
    const week = getStrip(page).getByRole('paragraph')
    const before = (await week.textContent()) ?? ''
    const box = await getStrip(page).boundingBox()
    if (!box) throw new Error('no week strip')
    const swipe = async (by: number) => {
      await page.mouse.move(box.x + 300, box.y + 20)
      await page.mouse.down()
      await page.mouse.move(box.x + 300 + by, box.y + 24, { steps: 4 })
      await page.mouse.up()
    }
    // An unsteady tap.
    await swipe(-10)
    await expect(week).toHaveText(before)
    await swipe(-220)
    await expect(week).not.toHaveText(before)
  })
})

test.describe('the calendar while the API is down', () => {
  testOffline.use({ viewport: WIDE })

  testOffline(
    'prerendered months stay readable; others show an error and can be retried',
    async ({ page }) => {
      await page.route('**/api/**', (route) => route.abort())
      await openCalendar(page)
      await expect(page.getByRole('alert')).toContainText(t('errors:network'))
      for (let presses = 0; presses < 2; presses++) {
        await page.getByRole('button', { name: t('calendar:next_month') }).click()
      }
      await expect(page.getByRole('alert')).toContainText(t.part('calendar:failed'))
      await page.unroute('**/api/**')
      await page.getByRole('button', { name: t('calendar:retry') }).click()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.locator('table[aria-busy="false"]')).toBeVisible()
    },
  )
})

test.describe('the calendar without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: WIDE })

  const next = shiftMonth(getMonthOfDay(readVenueDay(new Date().toISOString())), 1)
  const nextName = formatMonth(getNoon(`${next}-01`), 'zh-cn')
  const getNext = (page: Page) => page.getByRole('region', { name: nextName, exact: true })

  test(
    'lists and links the entries of this month and the next',
    { tag: ['@S1.02'] },
    async ({ page }) => {
      await page.goto(ROUTE)
      await expect(page.getByRole('grid')).toBeVisible()
      await expect(page.getByRole('button', { name: t('calendar:next_month') })).toBeHidden()
      const entries = page.getByRole('grid').or(getNext(page)).getByRole('link')
      expect(await entries.count()).toBeGreaterThan(3)
      for (const entry of await entries.all()) await expect(entry).toBeVisible()
      await entries.first().click()
      await expect(page).toHaveURL(/\/(drama\/detail|course\/detail|course\/activity)\?id=\d+$/)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  )

  test('names the state of cancelled and sold-out performances of the next month', async ({
    page,
    request,
  }) => {
    const response = await request.post('/api/perform/calendar', { data: { month: next } })
    const { data } = v.parse(EnvelopeSchema, await response.json())
    const notable = v.parse(getPerformCalendar.data, data).entries.filter(isNotable)
    await page.goto(ROUTE)
    for (const entry of notable) {
      const time = page.locator(`time[datetime="${entry.starts_at}"]`)
      const item = getNext(page).getByRole('listitem').filter({ has: time, hasText: entry.title })
      await expect(item).toContainText(t(getLabel(entry).key))
    }
  })
})
