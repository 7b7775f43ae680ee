import type { Page } from 'playwright/test'

/** Simulates a page that the back button has restored from the back/forward cache. */
export const restorePage = (page: Page): Promise<boolean> =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
