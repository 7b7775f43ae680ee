import { launchWhole } from '../support/launch-whole.ts'
import { startStack } from '../support/stack.ts'

// node tests/load/bench-navigation.ts [rounds] [address]: from the click on a link to the first paint of
// the page that it leads to, once fetched ahead and once not; prints the medians. Without an address the
// whole product is built and started for it.

const ROUNDS = Number(process.argv[2] ?? 20)
const LIMIT_MS = 100
const PAGES = ['Courses', 'On stage'] as const

const given = process.argv[3]
const stack = given === undefined ? await startStack(console.log) : null
const site = given ?? stack?.site ?? ''

const browser = await launchWhole()

interface Change {
  ms: number
  way: string
}

/** Goes to and fro between two pages by their links. */
async function measure(isAhead: boolean): Promise<Change[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  if (!isAhead) {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    })
  }
  await page.goto(`${site}/en/about/about`)
  const changes: Change[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const name = PAGES[round % 2] ?? PAGES[0]
    const link = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name, exact: true })
    if (isAhead) await link.and(page.locator('[data-prefetch]')).waitFor()
    // The reader has looked at the page: what it fetched ahead is there.
    await page.waitForLoadState('networkidle')
    await link.evaluate((node) => {
      node.addEventListener('click', () =>
        sessionStorage.setItem('clicked', String(performance.timeOrigin + performance.now())),
      )
    })
    await link.click()
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0])
    const change = await page.evaluate(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      const [entry] = performance.getEntriesByType('navigation')
      const clicked = Number(sessionStorage.getItem('clicked'))
      return {
        ms: performance.timeOrigin + (paint?.startTime ?? Number.NaN) - clicked,
        way: String(Reflect.get(entry ?? {}, 'deliveryType') || 'network'),
      }
    })
    // The first change warms the caches of fonts and pictures.
    if (round > 0) changes.push(change)
  }
  await page.close()
  return changes
}

function summarise(changes: readonly Change[]) {
  const sorted = changes.map(({ ms }) => Math.round(ms)).toSorted((one, other) => one - other)
  const ways = new Set(changes.map(({ way }) => way))
  return {
    changes: changes.length,
    median_ms: sorted[Math.floor(sorted.length / 2)],
    slowest_ms: sorted.at(-1),
    by: [...ways].join(', '),
  }
}

const ahead = summarise(await measure(true))
console.log('fetched ahead', ahead)
console.log('not fetched ahead', summarise(await measure(false)))
await browser.close()
await stack?.close()
process.exitCode = (ahead.median_ms ?? Number.POSITIVE_INFINITY) < LIMIT_MS ? 0 : 1
