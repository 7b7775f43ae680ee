import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base } from 'playwright/test'
import { drawAddress } from '#tests/support/log-in.ts'
import { findStack } from '#tests/support/stack.ts'

const FAILED = /^Failed to load resource/
/** Noise of the browser that says nothing about the page. */
const HARMLESS = [
  /Failed to load resource: the server responded with a status of (401|404)/,
  // The check whether fonts are cached (`browser/page-fonts.ts`).
  /ERR_CACHE_MISS/,
]

/** Chromium's word for a page that leaves before its transition could begin; nobody sees it. */
export const SKIPPED_TRANSITION = /ViewTransition opt-in disabled/

interface Fixtures {
  /**
   * Whether links are fetched ahead by speculation rules. The browser tells of those pages as of
   * navigations of this one, and the runner sometimes waits for one of them until the story is over.
   */
  fetchesAhead: boolean
  /** Fails the story on console errors, page errors, policy violations and foreign requests. */
  watchPage: void
  /** Fails when axe finds anything on the page as it stands. */
  expectAccessible: () => Promise<void>
}

export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => {
    const stack = findStack()
    if (!stack) throw new Error('the stack is not running')
    await use(stack.site)
  },
  fetchesAhead: [false, { option: true }],
  context: async ({ context, fetchesAhead }, use) => {
    if (!fetchesAhead) {
      await context.addInitScript(() => {
        HTMLScriptElement.supports = () => false
      })
    }
    await use(context)
  },
  // Each story comes from an address of its own: the API counts codes by it.
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': drawAddress() }),
  watchPage: [
    async ({ page, baseURL }, use) => {
      const faults: string[] = []
      // The browser reports an error page, too, as a resource that failed to load.
      const opened = new Set<string>()
      page.on('console', (message) => {
        const text = message.text()
        const isOwnStatus = FAILED.test(text) && opened.has(message.location().url)
        const isHarmless = isOwnStatus || HARMLESS.some((pattern) => pattern.test(text))
        if (message.type() === 'error' && !isHarmless) faults.push(`console: ${text}`)
      })
      page.on('pageerror', (error) => {
        if (!SKIPPED_TRANSITION.test(error.message)) faults.push(`page error: ${error.message}`)
      })
      page.on('request', (request) => {
        const url = request.url()
        if (request.isNavigationRequest()) opened.add(url)
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
      // What is just being revealed, or stands behind the curtain, is not what the reader gets to read.
      await expect(page.locator('html[data-mask]')).toHaveCount(0)
      await page.evaluate(async () => {
        await new Promise((done) => {
          requestAnimationFrame(() => requestAnimationFrame(done))
        })
        const moving = document.getAnimations().filter((one) => one instanceof CSSTransition)
        await Promise.allSettled(moving.map(({ finished }) => finished))
      })
      // Legacy mode analyses the page itself, in a third of the time; the other mode exists for frames of other
      // origins, of which the site has none.
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        .options({ resultTypes: ['violations'], preload: false })
        .analyze()
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
      )
      expect(found).toEqual([])
    })
  },
})

export { expect }

/** The id of the first item that a list page links to. */
export function idOf(href: string | null): string {
  const id = new URL(href ?? '', 'http://localhost').searchParams.get('id')
  if (id === null) throw new Error(`no id in ${href}`)
  return id
}
