import type { Page } from 'playwright/test'

/** The progress bar of route changes; decorative, so it has no role. */
export const getBar = (page: Page) => page.locator('#route-bar')

/** Records the states of the bar in session storage, to be read on the next page. */
export const recordBar = (page: Page) =>
  getBar(page).evaluate((bar: HTMLElement) => {
    const write = () => {
      const state = bar.hidden ? 'hidden' : (bar.dataset['state'] ?? '')
      sessionStorage.setItem('bar', `${sessionStorage.getItem('bar') ?? ''} ${state}`.trim())
    }
    new MutationObserver(write).observe(bar, { attributes: true })
  })

/** The recorded states of the bar in order, separated by spaces. */
export const readRecord = (page: Page) => page.evaluate(() => sessionStorage.getItem('bar'))
