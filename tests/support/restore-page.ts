import type { Page } from 'playwright/test'

/** Lets a page believe that the back button has restored it from the back/forward cache. */
export const restorePage = (page: Page): Promise<boolean> =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
