import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base } from 'playwright/test'
import { drawAddress } from '#tests/support/log-in.ts'
import { requireStack } from '#tests/support/stack.ts'

const FAILED = /^Failed to load resource/
/** Console errors that are no fault of the page. */
const HARMLESS = [
  /Failed to load resource: the server responded with a status of (401|404)/,
  // The check whether fonts are cached (`browser/page-fonts.ts`).
  /ERR_CACHE_MISS/,
]

/** Chromium's error when a page is left before its transition starts; it has no visible effect. */
export const SKIPPED_TRANSITION = /ViewTransition opt-in disabled/

interface Fixtures {
  /**
   * Whether speculation rules prefetch links. Chromium reports prefetched pages as navigations of the
   * current page, and Playwright sometimes waits for one of them until the test times out.
   */
  prefetches: boolean
  /** Fails the test on console errors, page errors, CSP violations and requests to other origins. */
  watchPage: void
  /** Fails if axe finds a violation in the current state of the page. */
  expectAccessible: () => Promise<void>
}

export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(requireStack().site),
  prefetches: [false, { option: true }],
  context: async ({ context, prefetches }, use) => {
    if (!prefetches) {
      await context.addInitScript(() => {
        HTMLScriptElement.supports = () => false
      })
    }
    await use(context)
  },
  // Each test has its own IP address: the API limits codes by IP address.
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': drawAddress() }),
  watchPage: [
    async ({ page, baseURL }, use) => {
      const faults: string[] = []
      // Chromium reports a page with an error status as a failed resource, too.
      const visitedUrls = new Set<string>()
      page.on('console', (message) => {
        const text = message.text()
        const isOwnStatus = FAILED.test(text) && visitedUrls.has(message.location().url)
        const isHarmless = isOwnStatus || HARMLESS.some((pattern) => pattern.test(text))
        if (message.type() === 'error' && !isHarmless) faults.push(`console: ${text}`)
      })
      page.on('pageerror', (error) => {
        if (!SKIPPED_TRANSITION.test(error.message)) faults.push(`page error: ${error.message}`)
      })
      page.on('request', (request) => {
        const url = request.url()
        if (request.isNavigationRequest()) visitedUrls.add(url)
        if (!url.startsWith(baseURL ?? '') && !/^(data|blob):/.test(url)) {
          faults.push(`foreign request: ${url}`)
        }
      })
      await use()
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
  expectAccessible: async ({ page }, use) => {
    await use(async () => {
      // Waits for the loading mask and running transitions: axe would measure intermediate colours.
      await expect(page.locator('html[data-mask]')).toHaveCount(0)
      await page.evaluate(async () => {
        await new Promise((done) => {
          requestAnimationFrame(() => requestAnimationFrame(done))
        })
        const moving = document.getAnimations().filter((one) => one instanceof CSSTransition)
        await Promise.allSettled(moving.map(({ finished }) => finished))
      })
      // Legacy mode analyses the page itself, in a third of the time; the other mode exists for frames of
      // other origins, of which the site has none.
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        .options({ resultTypes: ['violations'], preload: false })
        .analyze()
      const violationTexts = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
      )
      expect(violationTexts).toEqual([])
    })
  },
})

/** For pages without API or network: their failed requests appear on the console, and only page errors count. */
export const testOffline = test.extend({
  watchPage: async ({ page }, use) => {
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    await use()
    expect(faults).toEqual([])
  },
})

export { expect }

/** The `id` of an item link. @throws if the link has none. */
export function getId(href: string | null): string {
  const id = new URL(href ?? '', 'http://localhost').searchParams.get('id')
  if (id === null) throw new Error(`no id in ${href}`)
  return id
}
