import type { Locator, Page } from 'playwright/test'
import type { InterfaceTexts } from './interface-texts.ts'

// Locators and steps for the page that sells tickets.

/** Adds a ticket of the first available price level. */
export async function addTicket(page: Page, t: InterfaceTexts): Promise<void> {
  const more = page.getByRole('button', { name: t.whole('tickets:more'), disabled: false })
  await more.first().click()
}

/** The price of the selected tickets. */
export const findTotal = (page: Page, t: InterfaceTexts): Locator =>
  page
    .getByRole('complementary', { name: t('tickets:total') })
    .locator('dl > div')
    .filter({ hasText: t('tickets:to_pay') })
    .getByRole('definition')
