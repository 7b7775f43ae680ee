import type { Locator, Page } from 'playwright/test'
import { expect } from './fixtures.ts'
import { getPath } from './paths.ts'
import type { TestLocale } from './test-matrix.ts'

export const VIDEO = 'scripts/admin-api/demo/content/media/site/curtain.mp4'

/** Ids of demo courses by application state. */
export const COURSE = { open: 3, other: 5, ended: 4, notStarted: 13, booked: 1 } as const

/** Opens a form and waits until it is interactive. */
async function open(page: Page, path: string): Promise<Locator> {
  await page.goto(path)
  const form = page.locator('main form')
  await form.scrollIntoViewIfNeeded()
  await expect(page.locator('.application[data-ready]')).toBeVisible()
  return form
}

export const openCourse = (page: Page, locale: TestLocale, id: number = COURSE.open) =>
  open(page, `${getPath('/course/form', locale)}?id=${id}`)
export const openActivity = (page: Page, locale: TestLocale, id: number) =>
  open(page, `${getPath('/course/activity-form', locale)}?id=${id}`)

/** The id of a demo activity in the given state. */
export async function findActivity(page: Page, state: string): Promise<number> {
  const response = await page.request.get('/api/course/activity_datelist?from=2000-01-01&size=100')
  const { data } = (await response.json()) as {
    data: { items: { activity: { id: number; state: string } }[] }
  }
  const match = data.items.find(({ activity }) => activity.state === state)
  if (!match) throw new Error(`no activity is ${state}`)
  return match.activity.id
}
