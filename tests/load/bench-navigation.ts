import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { openBareBrowser } from '../support/bare-browser.ts'
import { startStack } from '../support/stack.ts'

// node tests/load/bench-navigation.ts [rounds] [address]: from the click on a link to the first paint of
// the page that it leads to, which was fetched ahead; prints the median. Without an address the whole
// product is built and started for it.

const ROUNDS = Number(process.argv[2] ?? 20)
const LIMIT_MS = 100
const PAGES = ['/en/course/home', '/en/drama/home'] as const
/** A reader looks at the page for so long: what it fetches ahead is there. */
const LOOK_MS = 2500

const given = process.argv[3]
const stack = given === undefined ? await startStack(console.log) : null
const site = given ?? stack?.site ?? ''

const ChangeSchema = v.object({ ms: v.number(), way: v.string() })

/** In the page: clicks on the menu's link to another one. */
const click = (path: string): string => `{
  const link = [...document.querySelectorAll('header a')].find(({ pathname }) => pathname === '${path}')
  link.addEventListener('click', () => {
    sessionStorage.setItem('clicked', performance.timeOrigin + performance.now())
  })
  setTimeout(() => link.click())
}`

/** In the page that it led to: the time since, and where the page came from. */
const READ = `(() => {
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  const [entry] = performance.getEntriesByType('navigation')
  const clicked = Number(sessionStorage.getItem('clicked'))
  return {
    ms: performance.timeOrigin + paint.startTime - clicked,
    way: entry.deliveryType || 'network',
  }
})()`

const browser = await openBareBrowser(`${site}/en/about/about`)
const changes: v.InferOutput<typeof ChangeSchema>[] = []
await wait(LOOK_MS)
for (let round = 0; round <= ROUNDS + 1; round += 1) {
  await browser.ask(click(PAGES[round % 2] ?? PAGES[0]))
  await wait(LOOK_MS)
  // The first change warms the caches of fonts and pictures.
  if (round > 1) changes.push(v.parse(ChangeSchema, await browser.ask(READ)))
}
await browser.close()
await stack?.close()

const sorted = changes.map(({ ms }) => Math.round(ms)).toSorted((one, other) => one - other)
const median = sorted[Math.floor(sorted.length / 2)] ?? Number.POSITIVE_INFINITY
console.log({
  changes: changes.length,
  median_ms: median,
  slowest_ms: sorted.at(-1),
  by: [...new Set(changes.map(({ way }) => way))].join(', '),
})
process.exitCode = median < LIMIT_MS ? 0 : 1
