// npm run fonts:weight [-- url]: measures font bytes on a phone. For each kind of page and both languages:
// bytes that the loading mask waits for, all bytes of a first visit, and those of the next page. Without a
// URL, it starts its own stack and also measures the pages of a member with a paid and an unpaid order.
// Sizes as in the budgets, without headers, which depend on the protocol.
import '#tests/support/skip-env-file.ts'
import type { Browser, BrowserContext } from 'playwright'
import type { PageFonts } from '#config.ts'
import { SITE_LOCALES, type Locale } from '#i18n/locales.ts'
import { href, type RoutePath } from '#routes.ts'
import { createOrders, type OwnOrders } from '#tests/support/box-office.ts'
import setUpStack from '#tests/support/e2e-stack.ts'
import { launchFullBrowser } from '#tests/support/launch-full-browser.ts'
import { createProgram, runMain } from '#scripts/lib/command-line/create-program.ts'
import { ExpectedError } from '#scripts/lib/expected-error.ts'
import { requireStack } from '#tests/support/stack.ts'

const PHONE = { width: 412, height: 823 }

interface Visit {
  /** Bytes of the five fonts that the mask waits for; 0 if they are cached. */
  masked: number
  all: number
  files: number
  /** Bytes of files of the full serif, for characters that no slice contains. */
  wholeSerif: number
}

type Target = [path: RoutePath, params?: Record<string, string | number>]
type Page = [name: string, first: Target, next: Target]

const PUBLIC_PAGES: Page[] = [
  ['home', ['/'], ['/drama/home']],
  ['courses', ['/course/home'], ['/']],
  ['course', ['/course/detail', { id: 1 }], ['/course/detail', { id: 2 }]],
  ['dramas', ['/drama/home'], ['/course/home']],
  ['drama', ['/drama/detail', { id: 1 }], ['/drama/detail', { id: 2 }]],
  ['artist', ['/artist/detail', { id: 1 }], ['/artist/detail', { id: 2 }]],
  ['news', ['/news/detail', { id: 1 }], ['/news/detail', { id: 2 }]],
  ['about', ['/about/about'], ['/business/home']],
  ['calendar', ['/calendar/calendar'], ['/search/search']],
  ['search', ['/search/search'], ['/calendar/calendar']],
  ['results', ['/search/list', { q: '演出' }], ['/search/list', { q: '红' }]],
  ['nothing', ['/search/list', { q: '饕餮' }], ['/search/search']],
  ['login', ['/login'], ['/drama/home']],
]

const MEMBER_PAGES: ((orders: OwnOrders) => Page)[] = [
  () => ['account', ['/user/user'], ['/order/list']],
  ({ paid }) => ['orders', ['/order/list'], ['/order/Info', { id: paid }]],
  ({ paid }) => ['order', ['/order/Info', { id: paid }], ['/order/list']],
  ({ paid }) => ['ticket', ['/order/DynamicInfoCard', { id: paid }], ['/order/list']],
  ({ unpaid }) => ['payment', ['/pay/pay', { id: unpaid }], ['/order/list']],
  ({ paid }) => ['success', ['/pay/success', { id: paid }], ['/order/list']],
]

async function visit(context: BrowserContext, address: string): Promise<Visit> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const sum: Visit = { masked: 0, all: 0, files: 0, wholeSerif: 0 }
  /** Fonts with the size of their response headers. */
  const fonts = new Map<string, { url: string; headers: number }>()
  const lengths = new Map<string, number>()
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const { url, encodedDataLength: headers } = response
    if (url.endsWith('.woff2')) fonts.set(requestId, { url, headers })
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const font = fonts.get(requestId)
    // Skips cached fonts.
    if (font === undefined || encodedDataLength === 0) return
    const { url, headers } = font
    const length = encodedDataLength - headers
    sum.all += length
    sum.files += 1
    if (url.includes('/_astro/')) sum.wholeSerif += length
    lengths.set(url.replace(/^.*\/|\.woff2$/g, ''), length)
  })
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator('html[data-fonts="ready"]').waitFor()
  await page.waitForLoadState('networkidle')
  const pageFonts = await page.locator('#page-fonts').textContent()
  const { first } = JSON.parse(pageFonts ?? '{}') as PageFonts
  for (const name of first) sum.masked += lengths.get(name) ?? 0
  await page.close()
  return sum
}

const HEADING = 'KB of fonts       for the mask    first page       next page'

const kb = (bytes: number): string => (bytes / 1000).toFixed(1).padStart(7)

async function measure(
  context: BrowserContext,
  { site, locale, page: [name, first, next] }: { site: string; locale: Locale; page: Page },
): Promise<void> {
  const getAddress = ([route, params]: Target) => site + href(route, locale, params)
  const one = await visit(context, getAddress(first))
  const two = await visit(context, getAddress(next))
  const wholeSerif = one.wholeSerif + two.wholeSerif
  const columns = [
    name.padEnd(10) + locale.padEnd(6),
    kb(one.masked).padEnd(14),
    `${kb(one.all)} in ${one.files}`.padEnd(15),
    `${kb(two.all)} in ${two.files}`.padEnd(15),
    wholeSerif > 0 ? `full serif ${kb(wholeSerif)}` : '',
  ]
  console.log(columns.join('  '))
}

async function checkSite(site: string): Promise<void> {
  await fetch(site).catch((cause: unknown) => {
    throw new ExpectedError(`No site responds at ${site}: start one, or name its address.`, {
      cause,
    })
  })
}

async function measurePublicPages(browser: Browser, site: string): Promise<void> {
  for (const locale of SITE_LOCALES) {
    for (const page of PUBLIC_PAGES) {
      await using context = await browser.newContext({ viewport: PHONE })
      await measure(context, { site, locale, page })
    }
  }
}

/** Measures each page as another member, because a context keeps its fonts. */
async function measureMemberPages(browser: Browser, site: string): Promise<void> {
  for (const locale of SITE_LOCALES) {
    for (const getPage of MEMBER_PAGES) {
      await using context = await browser.newContext({ viewport: PHONE, baseURL: site })
      const orders = await createOrders(await context.newPage())
      await measure(context, { site, locale, page: getPage(orders) })
    }
  }
}

async function measureOwnStack(): Promise<void> {
  const stop = await setUpStack()
  try {
    const { site } = requireStack()
    await using browser = await launchFullBrowser()
    console.log(HEADING)
    await measurePublicPages(browser, site)
    await measureMemberPages(browser, site)
  } finally {
    await stop?.()
  }
}

async function measureSite(site: string): Promise<void> {
  await checkSite(site)
  await using browser = await launchFullBrowser()
  console.log(HEADING)
  await measurePublicPages(browser, site)
}

const program = createProgram('npm run fonts:weight --', 'Weighs the fonts of every kind of page.')
  .argument('[url]', 'address of a running site; by default a demo is built and started')
  .action((site) => (site === undefined ? measureOwnStack() : measureSite(site)))

await runMain(program)
