import type { Page } from 'playwright'

/**
 * Holds the next response to a call, as on a slow connection.
 * @returns `fetched`, which resolves when the server has responded, and `release`, which lets the page have the response
 */
export async function holdResponse(page: Page, url: string) {
  const fetched = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(
    url,
    async (route) => {
      const response = await route.fetch()
      fetched.resolve()
      await held.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  return { fetched: fetched.promise, release: () => held.resolve() }
}
