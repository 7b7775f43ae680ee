// How long the curtain of a first visit is seen: `node tests/load/measure-mask.ts [address] [runs]`,
// medians in ms. `closed` is from the first paint until the curtain parts: the page can be used then;
// `gone` until it is removed (its animation takes half a second). Next to it, how long a mask would
// wait for the same page with the usual slices, and the second visit, which must not show it at all.
import type { BrowserContext, Page } from 'playwright'
import * as v from 'valibot'
import type { PageFonts } from '#config.ts'
import { launchWhole } from '#tests/support/launch-whole.ts'
import { startStack } from '#tests/support/stack.ts'

const PATHS = ['/', '/drama/detail?id=1', '/en'] as const
const [address, runs = '5'] = process.argv.slice(2)

/** Networks by their latency in ms and their bytes a second; how much slower the processor is. */
const NETWORKS = {
  // What Lighthouse applies to its phone with DevTools throttling: 150 ms and 1.6 Mbit/s, made worse
  // by 3.75 and 0.9, as DevTools delay requests and not packets.
  'phone of Lighthouse': { latency: 562.5, throughput: (1474.56 * 1024) / 8, slowdown: 4 },
  'Slow 4G': { latency: 150, throughput: (1.6 * 1024 * 1024) / 8, slowdown: 1 },
  '4G': { latency: 60, throughput: (9 * 1024 * 1024) / 8, slowdown: 1 },
} as const

const SeenSchema = v.object({ closed: v.number(), gone: v.number() })
type Seen = v.InferOutput<typeof SeenSchema>

const stack = address === undefined ? await startStack(console.log) : null
const site = address ?? stack?.site ?? ''
const browser = await launchWhole()

async function openPage(context: BrowserContext, name: keyof typeof NETWORKS): Promise<Page> {
  const { latency, throughput, slowdown } = NETWORKS[name]
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return page
}

/** Notes in the page when the curtain parts and when it has left. */
function watchMask(): void {
  const seen: Record<string, number> = {}
  Object.assign(globalThis, { seen })
  new MutationObserver(() => {
    const state = document.documentElement?.dataset['mask']
    if (state !== undefined) seen['there'] = 1
    if (state === 'parting') seen['closed'] ??= performance.now()
    if (state === undefined && (seen['there'] || document.body)) seen['gone'] ??= performance.now()
  }).observe(document, { childList: true, subtree: true, attributes: true })
}

/** From the first paint on; a curtain that had left before it was never seen. */
async function readSeen(page: Page): Promise<Seen> {
  await page.waitForFunction(() => Reflect.get(globalThis, 'seen')['gone'] !== undefined)
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0])
  const said = await page.evaluate(() => {
    const { closed, gone } = Reflect.get(globalThis, 'seen') as Record<string, number>
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    const since = (time = 0) => Math.max(0, time - paint)
    return { closed: since(closed ?? gone), gone: since(gone) }
  })
  return v.parse(SeenSchema, said)
}

/** How long the same page waits for its fonts when they come in the usual slices. */
async function readSlices(page: Page, path: string): Promise<number> {
  await page.route(
    (url) => url.href === new URL(path, site).href,
    async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      const json = /id="page-fonts"[^>]*>([^<]*)</.exec(html)?.[1] ?? '{}'
      const { slices } = JSON.parse(json) as PageFonts
      const sheet = `<link rel="stylesheet" href="${slices}">`
      const body = html.replace(json, '{}').replace('</head>', `${sheet}</head>`)
      await route.fulfill({ response, body })
    },
  )
  await page.goto(site + path, { waitUntil: 'load' })
  return page.evaluate(async () => {
    await document.fonts.ready
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    return performance.now() - paint
  })
}

function median(numbers: readonly number[]): string {
  const sorted = numbers.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN)
    .toString()
    .padStart(7)
}

console.log(`${''.padEnd(42)} closed    gone  second  slices`)
for (const network of ['phone of Lighthouse', 'Slow 4G', '4G'] as const) {
  for (const path of PATHS) {
    const first: Seen[] = []
    const second: number[] = []
    const sliced: number[] = []
    for (let run = 0; run < Number(runs); run += 1) {
      const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
      await context.addInitScript(watchMask)
      const page = await openPage(context, network)
      await page.goto(site + path, { waitUntil: 'load' })
      first.push(await readSeen(page))
      await page.locator('html[data-fonts="ready"]').waitFor()
      await page.reload({ waitUntil: 'load' })
      second.push((await readSeen(page)).gone)
      await context.close()
      // One run of the slices suffices, because they take seconds.
      if (run > 0) continue
      const other = await browser.newContext({ viewport: { width: 412, height: 823 } })
      sliced.push(await readSlices(await openPage(other, network), path))
      await other.close()
    }
    const columns = [first.map(({ closed }) => closed), first.map(({ gone }) => gone)]
    const figures = [...columns, second, sliced].map(median)
    console.log(`${network.padEnd(20)} ${path.padEnd(20)}`, ...figures)
  }
}
await browser.close()
await stack?.close()
