import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { openBareBrowser } from '../support/bare-browser.ts'
import { startStack } from '../support/stack.ts'

// node tests/load/bench-navigation.ts [rounds] [address]: from the click on a link to the first paint of
// the page that it leads to, which was fetched ahead, and rendered ahead when it was pointed at; prints
// the medians. Without an address the whole product is built and started for it.

const ROUNDS = Number(process.argv[2] ?? 20)
const LIMIT_MS = 100
const PAGES = ['/en/course/home', '/en/drama/home'] as const
/** A reader looks at the page for so long: what it fetches ahead is there. */
const LOOK_MS = 2500

interface Manner {
  name: string
  /** How long the reader points at the link before pressing it. */
  pointMs: number
  /** How long the button or the finger is down. */
  pressMs: number
}

const MANNERS: readonly Manner[] = [
  { name: 'clicked at once', pointMs: 0, pressMs: 0 },
  { name: 'pressed as by a finger', pointMs: 0, pressMs: 80 },
  { name: 'pointed at and pressed as with a mouse', pointMs: 400, pressMs: 80 },
]

const given = process.argv[3]
const stack = given === undefined ? await startStack(console.log) : null
const site = given ?? stack?.site ?? ''

const ChangeSchema = v.object({ ms: v.number(), way: v.string() })

/** In the page: notes when it is clicked. */
const NOTE_CLICK = `addEventListener('click', () => {
  sessionStorage.setItem('clicked', performance.timeOrigin + performance.now())
}, { capture: true })`

/** In the page that it led to: the time since, and where the page came from. */
const READ = `(() => {
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  const [entry] = performance.getEntriesByType('navigation')
  const clicked = Number(sessionStorage.getItem('clicked'))
  return {
    ms: performance.timeOrigin + paint.startTime - clicked,
    way: entry.activationStart > 0 ? 'prerender' : entry.deliveryType || 'network',
  }
})()`

/** Goes to and fro between two pages by their links. @returns the median in ms */
async function measure({ name, pointMs, pressMs }: Manner): Promise<number> {
  const browser = await openBareBrowser(`${site}/en/about/about`)
  const changes: v.InferOutput<typeof ChangeSchema>[] = []
  await wait(LOOK_MS)
  // The first two changes warm the caches of fonts and pictures.
  for (let round = -2; round < ROUNDS; round += 1) {
    const path = PAGES[Math.abs(round % 2)] ?? PAGES[0]
    const link = await browser.find(`header a[href="${path}"][data-prefetch]`)
    if (!link) throw new Error(`${path} was not fetched ahead`)
    await browser.ask(NOTE_CLICK)
    await browser.point(link, pointMs)
    await browser.click(link, pressMs)
    await wait(LOOK_MS)
    if (round >= 0) changes.push(v.parse(ChangeSchema, await browser.ask(READ)))
  }
  await browser.close()
  const sorted = changes.map(({ ms }) => Math.round(ms)).toSorted((one, other) => one - other)
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.POSITIVE_INFINITY
  const by = [...new Set(changes.map(({ way }) => way))].join(', ')
  console.log(name, { changes: changes.length, median_ms: median, slowest_ms: sorted.at(-1), by })
  return median
}

const medians: number[] = []
for (const manner of MANNERS) medians.push(await measure(manner))
await stack?.close()
process.exitCode = Math.max(...medians) < LIMIT_MS ? 0 : 1
