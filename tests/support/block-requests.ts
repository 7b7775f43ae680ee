import type { Page } from 'playwright/test'

/** Blocks matching requests until `release` is called, as on a slow connection. */
export async function blockRequests(page: Page, address: string | RegExp) {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return { release }
}
