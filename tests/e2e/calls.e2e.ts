import type { APIRequestContext } from 'playwright/test'
import type { DataOf, EndpointKey } from '#api/index.ts'
import { getTexts } from '#tests/support/interface-texts.ts'
import { expect, test } from './fixtures.ts'

const t = getTexts('en')

// Pages show the data that the API returns.

async function requestData<K extends EndpointKey>(
  request: APIRequestContext,
  key: K,
  input: Record<string, string> = {},
): Promise<DataOf<K>> {
  const [method, path = ''] = key.split(' ')
  const headers = { lang: 'en', server: '0', token: '' }
  const response =
    method === 'GET'
      ? await request.get(path, { headers, params: input })
      : await request.post(path, { headers, data: input })
  const { code, data } = (await response.json()) as { code: number; data: DataOf<K> }
  expect([key, code]).toEqual([key, 200])
  return data
}

test(
  'the calendar shows the banner and the entries that the API returns',
  { tag: ['@S7.09', '@S7.34'] },
  async ({ page, request }) => {
    const banner = await requestData(request, 'POST /api/index/calendar')
    await page.goto('/en/calendar/calendar')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(banner.title)
    const { month, entries } = await requestData(request, 'GET /api/course/calendar')
    const posted = await requestData(request, 'POST /api/course/calendar', { month })
    expect(posted.entries.map(({ id }) => id)).toEqual(entries.map(({ id }) => id))
    await page.goto(`/en/calendar/calendar?month=${month}`)
    for (const { title } of entries.slice(0, 5)) {
      await expect(page.getByRole('link', { name: title }).first()).toBeAttached()
    }
  },
)

test(
  'changing the month requests both calendars on the site’s own origin',
  { tag: ['@S7.01', '@S7.19', '@S7.20'] },
  async ({ page, baseURL }) => {
    await page.goto('/en/calendar/calendar')
    const called: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') called.push(request.url())
    })
    const months = Promise.all(
      ['course', 'perform'].map((kind) => page.waitForResponse(`**/api/${kind}/calendar`)),
    )
    for (let turns = 0; turns < 3; turns += 1) {
      await page.getByRole('button', { name: t('calendar:next_month') }).click()
    }
    for (const response of await months) expect(response.status()).toBe(200)
    expect(called).toContain(`${baseURL}/api/course/calendar`)
    expect(called).toContain(`${baseURL}/api/perform/calendar`)
  },
)

test(
  'a course lists its dates with remaining places; the courses page lists the next dates',
  { tag: ['@S2.17', '@S2.48', '@S7.35'] },
  async ({ page, request }) => {
    const { items } = await requestData(request, 'GET /api/course/datelist', { id: '1' })
    const coming = items.filter(({ state }) => state !== 'ended')
    expect(coming.length).toBeGreaterThan(0)
    const response = await page.goto('/en/course/detail?id=1')
    expect(response?.status()).toBe(200)
    for (const { id, state, places_left } of coming) {
      const label = page.locator(`[data-live="course_date:${id}"]`)
      await expect(label).toBeVisible()
      if (state === 'open' || state === 'few_left') {
        await expect(label).toContainText(String(places_left))
      }
    }
    await page.goto('/course/detail?id=1')
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
    const next = await requestData(request, 'GET /api/course/datelist', { size: '8' })
    await page.goto('/en/course/home')
    // The API lists today's ended classes until midnight; the page hides them.
    for (const { course } of next.items.filter(({ state }) => state !== 'ended').slice(0, 3)) {
      await expect(page.getByRole('main').getByText(course.name).first()).toBeVisible()
    }
  },
)

test(
  'a sold-out course is labelled so and cannot be booked',
  { tag: ['@S4.20'] },
  async ({ page, request }) => {
    const { items } = await requestData(request, 'GET /api/course/list', { state: 'sold_out' })
    const [course] = items
    if (!course) throw new Error('no course is sold out')
    await page.goto('/en/course/category')
    await expect(page.locator(`[data-live="course:${course.id}"]`)).toHaveText(
      t('states:course_sold_out'),
    )
    await page.goto(`/en/course/detail?id=${course.id}`)
    const dates = page.locator('[data-live^="course_date:"]')
    expect(await dates.count()).toBeGreaterThan(0)
    for (const date of await dates.all())
      await expect(date).toHaveText(t('states:course_date_full'))
    await expect(page.getByRole('main').getByRole('link', { name: /^Book/ })).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('button', { name: /^Book/ })).toHaveCount(0)
  },
)

test(
  'activity dates on the home page and the activities page link to their activity',
  { tag: ['@S2.49'] },
  async ({ page, request }) => {
    const { items } = await requestData(request, 'GET /api/course/activity_datelist')
    for (const path of ['/en', '/en/course/activity']) {
      await page.goto(path)
      const links = page.getByRole('main').locator('a[href*="/course/activity?id="]')
      const addresses = await links.evaluateAll((nodes) =>
        nodes.map((node) => new URL((node as HTMLAnchorElement).href).searchParams.get('id')),
      )
      const activityIds = new Set(items.map(({ activity }) => String(activity.id)))
      expect(addresses.some((id) => id !== null && activityIds.has(id))).toBe(true)
      const link = links.first()
      await link.scrollIntoViewIfNeeded()
      await link.click()
      await expect(page).toHaveURL(/\/en\/course\/activity\?id=\d+$/)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  },
)

test(
  'in long-form text a video plays and a call to action navigates',
  { tag: ['@S1.09'] },
  async ({ page }) => {
    await page.goto('/en/about/about')
    const video = page.locator('.long-form video').first()
    await video.scrollIntoViewIfNeeded()
    await video.evaluate((node: HTMLVideoElement) => {
      node.muted = true
      return node.play()
    })
    await expect
      .poll(() => video.evaluate((node: HTMLVideoElement) => node.currentTime))
      .toBeGreaterThan(0)
    const action = page.locator('.long-form a.button[href^="/"]').first()
    const target = await action.getAttribute('href')
    await action.scrollIntoViewIfNeeded()
    await action.click()
    await expect(page).toHaveURL(new RegExp(`${(target ?? '').replaceAll(/[.?]/g, '\\$&')}$`))
  },
)

test(
  'item URLs use the id query; the path of the file redirects to it',
  { tag: ['@S2.04'] },
  async ({ page }) => {
    await page.goto('/en/drama/detail/1')
    await expect(page).toHaveURL('/en/drama/detail?id=1')
    await page.goto('/en/drama/home')
    const addresses = await page
      .getByRole('main')
      .getByRole('link')
      .evaluateAll((nodes) =>
        nodes.map((node) => new URL((node as HTMLAnchorElement).href).pathname),
      )
    expect(addresses.filter((path) => /\/\d+$/.test(path))).toEqual([])
  },
)

test('layouts change at 1024, 1440 and 1920 px', { tag: ['@S9.04'] }, async ({ page }) => {
  await page.goto('/en')
  const measure = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    // The window is resized before the page has been laid out.
    await page.waitForFunction((px) => matchMedia(`(width: ${px}px)`).matches, width)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    return page.evaluate(() => {
      const style = (selector: string) => {
        const element = document.querySelector(selector)
        return element && getComputedStyle(element)
      }
      const margin = getComputedStyle(document.documentElement).getPropertyValue('--margin')
      return [
        style('.site-footer .columns')?.gridTemplateColumns.split(' ').length,
        margin.trim(),
        style('main .act')?.marginTop,
      ]
    })
  }
  for (const [index, width] of [1024, 1440, 1920].entries()) {
    const narrower = (await measure(width - 1))[index]
    await expect.poll(async () => (await measure(width))[index]).not.toBe(narrower)
  }
})

test(
  'a loading state lasts at least 200 ms, however fast the response',
  { tag: ['@S9.08'] },
  async ({ page }) => {
    await page.clock.install({ time: Date.now() })
    await page.goto('/en/search/list')
    await page.clock.pauseAt(Date.now() + 60_000)
    const response = page.waitForResponse(/\/api\/search\/results/)
    const results = page.getByRole('main').locator('[aria-busy]')
    await page.evaluate(() => {
      history.replaceState(null, '', '?q=tea')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await (await response).finished()
    await page.clock.runFor(150)
    await expect(results).toHaveAttribute('aria-busy', 'true')
    await page.clock.runFor(100)
    await expect(results).toHaveAttribute('aria-busy', 'false')
  },
)
