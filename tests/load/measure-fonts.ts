// What fonts cost a visitor: `node tests/load/measure-fonts.ts http://127.0.0.1:4321`. For each kind of
// page and both languages: the bytes that a mask waits for and all of them for somebody new, and the
// bytes for the same person on a next page. Responses with their headers, as they are sent.
import type { BrowserContext } from 'playwright'
import type { PageFonts } from '#config.ts'
import { LOCALES, type Locale } from '#i18n/locales.ts'
import { href, type RoutePath } from '#routes.ts'
import { launchWhole } from '#tests/support/launch-whole.ts'

interface Visit {
  /** Bytes of the five faces that the mask waits for; nothing where the visitor has them. */
  masked: number
  all: number
  files: number
  slices: number
}

type Page = [name: string, first: [RoutePath, number?], next: [RoutePath, number?]]

const PAGES: Page[] = [
  ['home', ['/'], ['/drama/home']],
  ['courses', ['/course/home'], ['/']],
  ['course', ['/course/detail', 1], ['/course/detail', 2]],
  ['dramas', ['/drama/home'], ['/course/home']],
  ['drama', ['/drama/detail', 1], ['/drama/detail', 2]],
  ['artist', ['/artist/detail', 1], ['/artist/detail', 2]],
  ['news', ['/news/detail', 1], ['/news/detail', 2]],
  ['about', ['/about/about'], ['/business/home']],
  ['calendar', ['/calendar/calendar'], ['/search/search']],
  ['search', ['/search/search'], ['/calendar/calendar']],
  ['login', ['/login'], ['/drama/home']],
  ['orders', ['/order/list'], ['/login']],
  ['payment', ['/pay/pay'], ['/login']],
]

const site = process.argv[2] ?? 'http://127.0.0.1:4321'

async function visit(context: BrowserContext, path: string): Promise<Visit> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const sum: Visit = { masked: 0, all: 0, files: 0, slices: 0 }
  const fonts = new Map<string, string>()
  const lengths = new Map<string, number>()
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.endsWith('.woff2')) fonts.set(requestId, response.url)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = fonts.get(requestId)
    // What the browser has already costs nothing.
    if (url === undefined || encodedDataLength === 0) return
    sum.all += encodedDataLength
    sum.files += 1
    if (url.includes('/_astro/')) sum.slices += encodedDataLength
    lengths.set(url.replace(/^.*\/|\.woff2$/g, ''), encodedDataLength)
  })
  await page.goto(site + path, { waitUntil: 'commit' })
  await page.locator('html[data-fonts="ready"]').waitFor()
  await page.waitForLoadState('networkidle')
  const said = await page.locator('#page-fonts').textContent()
  const { first } = JSON.parse(said ?? '{}') as PageFonts
  for (const name of first) sum.masked += lengths.get(name) ?? 0
  await page.close()
  return sum
}

const browser = await launchWhole()

const kb = (bytes: number): string => (bytes / 1000).toFixed(1).padStart(7)

async function measure(locale: Locale, [name, first, next]: Page): Promise<void> {
  const context = await browser.newContext()
  const pathOf = ([route, id]: [RoutePath, number?]) =>
    href(route, locale, id === undefined ? {} : { id })
  const one = await visit(context, pathOf(first))
  const two = await visit(context, pathOf(next))
  await context.close()
  const columns = [
    name.padEnd(10) + locale.padEnd(6),
    kb(one.masked).padEnd(14),
    `${kb(one.all)} in ${one.files}`.padEnd(15),
    `${kb(two.all)} in ${two.files}`.padEnd(15),
    one.slices + two.slices > 0 ? `slices ${kb(one.slices + two.slices)}` : '',
  ]
  console.log(columns.join('  '))
}

console.log('KB of fonts       for the mask    first page       next page')
for (const locale of LOCALES) {
  for (const page of PAGES) await measure(locale, page)
}
await browser.close()
