import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { openDevtools, type DevtoolsBrowser } from '../support/devtools.ts'
import { findBrowsers } from '../support/find-browser.ts'
import { startStack } from '../support/stack.ts'

// node tests/load/bench-navigation.ts [rounds] [address]: from the click on a link to the first paint of
// the page that it leads to, which has been fetched ahead; prints the median. Without an address the
// whole product is built and started for it.

const ROUNDS = Number(process.argv[2] ?? 20)
const LIMIT_MS = 100
const PATIENCE_MS = 30_000
const PAGES = ['/en/course/home', '/en/drama/home'] as const

const given = process.argv[3]
const stack = given === undefined ? await startStack(console.log) : null
const site = given ?? stack?.site ?? ''
const { whole } = findBrowsers()
if (whole === null) throw new Error('this needs a whole Chromium: set WHOLE_CHROME_PATH')

const PlaceSchema = v.object({ x: v.number(), y: v.number() })
const ChangeSchema = v.object({ ms: v.number(), way: v.string() })
type Change = v.InferOutput<typeof ChangeSchema>

/** Reads a page again and again until it says what is waited for. */
async function poll<Schema extends v.GenericSchema>(
  browser: DevtoolsBrowser,
  expression: string,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  for (let waited = 0; waited < PATIENCE_MS; waited += 50) {
    const said = v.safeParse(schema, await browser.read(expression))
    if (said.success) return said.output
    await setTimeout(50)
  }
  throw new Error(`the page never said ${expression}`)
}

const linkTo = (path: string) => `document.querySelector('header a[href="${path}"]')`

/** The middle of a link that is ready to be followed; notes the time of the click. */
const findLink = (path: string) => `(() => {
  const link = ${linkTo(path)}
  if (document.readyState !== 'complete' || !document.documentElement.dataset.fonts) return null
  if (!('prefetch' in link.dataset)) return null
  link.onclick = () => localStorage.setItem('clicked', performance.timeOrigin + performance.now())
  const { x, y, width, height } = link.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
})()`

/** From the click to the first paint. */
const readChange = (path: string) => `(() => {
  const paint = performance.getEntriesByName('first-contentful-paint')[0]
  if (location.pathname !== '${path}' || !paint) return null
  const entry = performance.getEntriesByType('navigation')[0]
  return {
    ms: performance.timeOrigin + paint.startTime - Number(localStorage.getItem('clicked')),
    way: entry.deliveryType || 'network',
  }
})()`

/** Goes to and fro between two pages by their links. */
async function measure(browser: DevtoolsBrowser): Promise<Change[]> {
  await browser.open(`${site}/en/about/about`)
  const changes: Change[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const path = PAGES[round % 2] ?? PAGES[0]
    const { x, y } = await poll(browser, findLink(path), PlaceSchema)
    // The reader looks at the page: what it fetches ahead arrives.
    await setTimeout(1000)
    await browser.click(x, y)
    const change = await poll(browser, readChange(path), ChangeSchema)
    await browser.move(700, 500)
    // The first change warms the caches of fonts and pictures.
    if (round > 0) changes.push(change)
  }
  return changes
}

function summarize(changes: readonly Change[]) {
  const sorted = changes.map(({ ms }) => Math.round(ms)).toSorted((one, other) => one - other)
  const ways = new Set(changes.map(({ way }) => way))
  return {
    changes: changes.length,
    median_ms: sorted[Math.floor(sorted.length / 2)],
    slowest_ms: sorted.at(-1),
    by: [...ways].join(', '),
  }
}

const browser = await openDevtools(whole)
const summary = summarize(await measure(browser))
console.log(summary)
await browser.close()
await stack?.close()
process.exitCode = (summary.median_ms ?? Number.POSITIVE_INFINITY) < LIMIT_MS ? 0 : 1
