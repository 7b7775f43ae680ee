import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { openBareBrowser } from '../support/bare-browser.ts'
import { startStack } from '../support/stack.ts'
import { findPercentile } from './percentile.ts'

// node tests/load/bench-navigation.ts [rounds] [url]: time from a click to the first paint of the next page,
// which was prefetched, and prerendered on hover; prints medians. Without a URL the product is built and
// started.

const ROUNDS = Number(process.argv[2] ?? 20)
const LIMIT_MS = 100
const PAGES = ['/en/course/home', '/en/drama/home'] as const
/** Time on a page before the click, enough for prefetches to complete. */
const LOOK_MS = 2500

interface InputKind {
  name: string
  /** Hover time before the press. */
  pointMs: number
  /** Time between press and release. */
  pressMs: number
}

const INPUT_KINDS: readonly InputKind[] = [
  { name: 'instant click', pointMs: 0, pressMs: 0 },
  { name: 'touch', pointMs: 0, pressMs: 80 },
  { name: 'mouse with hover', pointMs: 400, pressMs: 80 },
]

const siteArgument = process.argv[3]
const stack = siteArgument === undefined ? await startStack(console.log) : null
const site = siteArgument ?? stack?.site ?? ''

const NavigationSchema = v.object({ ms: v.number(), way: v.string() })

/** Script for the page: stores the time of the click. */
const STORE_CLICK_TIME = `addEventListener('click', () => {
  sessionStorage.setItem('clicked', performance.timeOrigin + performance.now())
}, { capture: true })`

/** Script for the next page: reads the time since the click, and the source of the page. */
const READ = `(() => {
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  const [entry] = performance.getEntriesByType('navigation')
  const clicked = Number(sessionStorage.getItem('clicked'))
  return {
    ms: performance.timeOrigin + paint.startTime - clicked,
    way: entry.activationStart > 0 ? 'prerender' : entry.deliveryType || 'network',
  }
})()`

/** Navigates back and forth between two pages. @returns the median in ms */
async function measure({ name, pointMs, pressMs }: InputKind): Promise<number> {
  const browser = await openBareBrowser(`${site}/en/about/about`)
  const navigations: v.InferOutput<typeof NavigationSchema>[] = []
  await wait(LOOK_MS)
  // The first two navigations warm the caches of fonts and images.
  for (let round = -2; round < ROUNDS; round += 1) {
    const path = PAGES[Math.abs(round % 2)] ?? PAGES[0]
    const link = await browser.find(`header a[href="${path}"][data-prefetch]`)
    if (!link) throw new Error(`${path} was not prefetched`)
    await browser.evaluate(STORE_CLICK_TIME)
    await browser.point(link, pointMs)
    await browser.click(link, pressMs)
    await wait(LOOK_MS)
    if (round >= 0) navigations.push(v.parse(NavigationSchema, await browser.evaluate(READ)))
  }
  await browser.close()
  const times = navigations.map(({ ms }) => Math.round(ms))
  const median = findPercentile(times)
  const by = [...new Set(navigations.map(({ way }) => way))].join(', ')
  console.log(name, {
    navigations: navigations.length,
    median_ms: median,
    slowest_ms: findPercentile(times, 1),
    by,
  })
  return median
}

const medians: number[] = []
for (const inputKind of INPUT_KINDS) medians.push(await measure(inputKind))
await stack?.close()
process.exitCode = Math.max(...medians) < LIMIT_MS ? 0 : 1
