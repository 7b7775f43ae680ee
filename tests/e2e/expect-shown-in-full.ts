import type { Locator, Page } from 'playwright/test'
import { expect } from './fixtures.ts'

/** Moves the keyboard focus through links that follow each other, in both directions: each is shown in full. */
export async function expectShownInFull(page: Page, locator: Locator): Promise<void> {
  await locator.first().focus()
  const links = await locator.all()
  expect(links.length).toBeGreaterThan(1)
  for (const [key, next] of [
    ['Tab', links.slice(1)],
    ['Shift+Tab', links.toReversed().slice(1)],
  ] as const) {
    for (const link of next) {
      await page.keyboard.press(key)
      await expect(link).toBeFocused()
      await expect(link).toBeInViewport({ ratio: 1 })
    }
  }
}
