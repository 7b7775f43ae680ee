// `node tests/load/measure-mask.ts [url] [runs]` measures how long the loading mask of a first visit is
// visible, medians in ms. `closed` is from the first paint until the mask opens and the page is usable;
// `gone` until the mask is removed (its animation takes half a second). For comparison: the wait with
// ordinary font slices, and a second visit, which must not show the mask.
import type { BrowserContext, Page } from 'playwright'
import * as v from 'valibot'
import type { PageFonts } from '#config.ts'
import { launchFullBrowser } from '#tests/support/launch-full-browser.ts'
import { startStack } from '#tests/support/stack.ts'
import { findPercentile } from './percentile.ts'

const PATHS = ['/', '/drama/detail?id=1', '/en'] as const
const [address, runs = '5'] = process.argv.slice(2)

/** Network latency in ms, throughput in bytes per second, and CPU slowdown factor. */
const NETWORKS = {
  // Lighthouse's mobile preset for DevTools throttling: 150 ms and 1.6 Mbit/s, adjusted by factors of
  // 3.75 and 0.9, as DevTools delay requests and not packets.
  'phone of Lighthouse': { latency: 562.5, throughput: (1474.56 * 1024) / 8, slowdown: 4 },
  'Slow 4G': { latency: 150, throughput: (1.6 * 1024 * 1024) / 8, slowdown: 1 },
  '4G': { latency: 60, throughput: (9 * 1024 * 1024) / 8, slowdown: 1 },
} as const

const MaskTimesSchema = v.object({ closed: v.number(), gone: v.number() })
type MaskTimes = v.InferOutput<typeof MaskTimesSchema>

const stack = address === undefined ? await startStack(console.log) : null
const site = address ?? stack?.site ?? ''
const browser = await launchFullBrowser()

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

/** Runs in the page: records when the mask opens and when it is removed. */
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

/** Times since the first paint; 0 if the mask was removed before. */
async function readMaskTimes(page: Page): Promise<MaskTimes> {
  await page.waitForFunction(() => Reflect.get(globalThis, 'seen')['gone'] !== undefined)
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0])
  const times = await page.evaluate(() => {
    const { closed, gone } = Reflect.get(globalThis, 'seen') as Record<string, number>
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    const since = (time = 0) => Math.max(0, time - paint)
    return { closed: since(closed ?? gone), gone: since(gone) }
  })
  return v.parse(MaskTimesSchema, times)
}

/** Time from first paint until all fonts have loaded if the page uses ordinary font slices. */
async function measureSlices(page: Page, path: string): Promise<number> {
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

const formatMedian = (numbers: readonly number[]): string =>
  String(Math.round(findPercentile(numbers))).padStart(7)

console.log(`${''.padEnd(42)} closed    gone  second  slices`)
for (const network of ['phone of Lighthouse', 'Slow 4G', '4G'] as const) {
  for (const path of PATHS) {
    const first: MaskTimes[] = []
    const second: number[] = []
    const sliced: number[] = []
    for (let run = 0; run < Number(runs); run += 1) {
      const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
      await context.addInitScript(watchMask)
      const page = await openPage(context, network)
      await page.goto(site + path, { waitUntil: 'load' })
      first.push(await readMaskTimes(page))
      await page.locator('html[data-fonts="ready"]').waitFor()
      await page.reload({ waitUntil: 'load' })
      second.push((await readMaskTimes(page)).gone)
      await context.close()
      // Slices are measured once: a run takes seconds.
      if (run > 0) continue
      const other = await browser.newContext({ viewport: { width: 412, height: 823 } })
      sliced.push(await measureSlices(await openPage(other, network), path))
      await other.close()
    }
    const columns = [first.map(({ closed }) => closed), first.map(({ gone }) => gone)]
    const figures = [...columns, second, sliced].map(formatMedian)
    console.log(`${network.padEnd(20)} ${path.padEnd(20)}`, ...figures)
  }
}
await browser.close()
await stack?.close()
