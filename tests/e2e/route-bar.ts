import type { Page } from 'playwright/test'

/** The bar that runs while the route changes; it is there for eyes only and has no role. */
export const barOf = (page: Page) => page.locator('#route-bar')

/** Writes down what the bar of this page shows until the page is left; read on the next page. */
export const recordBar = (page: Page) =>
  barOf(page).evaluate((bar: HTMLElement) => {
    const write = () => {
      const state = bar.hidden ? 'hidden' : (bar.dataset['state'] ?? '')
      sessionStorage.setItem('bar', `${sessionStorage.getItem('bar') ?? ''} ${state}`.trim())
    }
    new MutationObserver(write).observe(bar, { attributes: true })
  })

/** The states that the bar has shown since it is recorded, in order. */
export const readRecord = (page: Page) => page.evaluate(() => sessionStorage.getItem('bar'))
