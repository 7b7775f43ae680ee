// Which characters islands show by themselves, in which weights: nothing that is printed tells.
// `node tests/load/record-live-text.ts` opens every page with islands as a visitor, as a new member and
// as one with orders of all kinds, and writes down what of their words stands there, for
// `src/content/fonts/live-text.ts`. Pages without a record, and words that are newer, get their
// characters from the library.
import { writeFile } from 'node:fs/promises'
import pLimit from 'p-limit'
import type { BrowserContext, Page } from 'playwright'
import { LOCALES } from '#i18n/locales.ts'
import { href, ROUTES, type RoutePath } from '#routes.ts'
import { createCaller, orderTickets, payInSandbox, type Caller } from '#tests/support/box-office.ts'
import setUpStack from '#tests/support/e2e-stack.ts'
import { launchWhole } from '#tests/support/launch-whole.ts'
import { logIn } from '#tests/support/log-in.ts'
import { createProgram, readCommandLine } from '#scripts/lib/command-line/create-program.ts'

readCommandLine(createProgram('npm run fonts:record --', 'Records which characters islands show.'))
const FILE = 'src/content/fonts/live-characters.json'
const ITEMS = [1, 2, 3]
const PAGES_AT_ONCE = 3
/** While they load, and when they have: islands wait 200 ms for what they fetch, some twice. */
const LOOKS_MS = [0, 1500]
/** Browsers write dates without words of ours. */
const DATES = '年月日周一二三四五六上下午'
const DIGITS = '0123456789'
/** The last finds nothing, the others together something of every kind. */
const WORDS = { 'zh-cn': ['戏', '演出', '饕餮'], en: ['the', 'tea', 'xyzzy'] } as const

/** By path and weight, the characters that were seen. */
const seen = new Map<string, Map<string, Set<string>>>()

/** What the islands of a page show now, of the words that were given to them, by weight. */
function readLiveText(page: Page): Promise<[weight: string, text: string][]> {
  return page.evaluate((dates) => {
    const islands = [...document.querySelectorAll('astro-island')]
    const account = document.querySelector<HTMLElement>('a[data-account-href]')
    const words = islands
      .map((island): { messages?: unknown; words?: unknown } =>
        JSON.parse(island.getAttribute('props') ?? '{}'),
      )
      .reduce(
        (sum, { messages, words: more }) => sum + JSON.stringify([messages, more]),
        JSON.stringify({ dates, ...account?.dataset }),
      )
    const found: [weight: string, text: string][] = []
    const take = (element: Element, text: string | null) => {
      if (!text || !element.checkVisibility()) return
      const { fontWeight, fontFamily } = getComputedStyle(element)
      const isSerif = /^"?House (?:Serif|Punctuation)/.test(fontFamily)
      const drawn = [...text].filter(
        (one) => words.includes(one) && !/\s/.test(one) && (isSerif || one > '\u{2e80}'),
      )
      found.push([fontWeight, drawn.join('')])
    }
    if (account) take(account, account.textContent)
    for (const element of document.querySelectorAll('astro-island *')) {
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
        take(element, element.placeholder + element.value)
      }
      for (const node of element.childNodes) if (node.nodeType === 3) take(element, node.nodeValue)
    }
    return found
  }, DATES)
}

function note(path: string, texts: readonly [weight: string, text: string][]): void {
  const known = seen.get(path) ?? new Map<string, Set<string>>()
  seen.set(path, known)
  for (const [weight, text] of texts) {
    const characters = known.get(weight) ?? new Set()
    // Where one figure stands another may.
    for (const one of /\d/.test(text) ? text + DIGITS : text) characters.add(one)
    if (characters.size > 0) known.set(weight, characters)
  }
}

async function visit(path: string, context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto(path)
  const [bare = ''] = path.split('?')
  for (const ms of LOOKS_MS) {
    await page.waitForTimeout(ms)
    // Guards lead away from some.
    if (new URL(page.url()).pathname === bare) note(bare, await readLiveText(page).catch(() => []))
  }
  await page.close()
}

/** What can be bought with nothing but a price. */
async function listWishes(call: Caller): Promise<object[]> {
  const { packages } = await call('POST /api/account/member')
  const { items } = await call('GET /api/course/datelist', { size: '100' })
  const dates = items.filter(
    ({ admission, state, price_fen }) => admission === 'book' && state === 'open' && price_fen > 0,
  )
  return [
    { type: 'recharge', amount_fen: 100_000 },
    ...dates.slice(0, 1).map(({ id, price_fen }) => ({
      type: 'course',
      item: { kind: 'date', course_date_id: id },
      expected_payable_fen: price_fen,
    })),
    ...packages.slice(0, 1).map(({ id, price_fen }) => ({
      type: 'member',
      member_package_id: id,
      expected_payable_fen: price_fen,
    })),
  ]
}

/** Orders of all kinds: paid, and one that waits. @returns their numbers */
async function placeOrders(page: Page): Promise<string[]> {
  const call = createCaller(page)
  const orders = [(await orderTickets(call)).number]
  for (const wish of await listWishes(call)) {
    orders.push((await call('POST /api/order/create', wish)).order_no)
  }
  for (const number of orders) await payInSandbox(page, call, number)
  return [...orders, (await orderTickets(call)).number]
}

const ORDER_PAGES = new Set<RoutePath>([
  '/order/Info',
  '/order/DynamicInfoCard',
  '/order/MobileInfo',
  '/pay/pay',
  '/pay/success',
])

async function visitAll(context: BrowserContext, orders: readonly string[]): Promise<void> {
  const paths = LOCALES.flatMap((locale) =>
    ROUTES.filter(({ delivery }) => delivery !== 'page').flatMap(({ path, item }) => {
      const ids = item === 'none' ? (ORDER_PAGES.has(path) ? orders : []) : ITEMS
      const bare = item === 'required' ? [] : [href(path, locale)]
      const words = path.startsWith('/search') ? WORDS[locale] : []
      const results = words.map((word) => href(path, locale, { q: word }))
      return [...bare, ...ids.map((id) => href(path, locale, { id })), ...results]
    }),
  )
  const limit = pLimit(PAGES_AT_ONCE)
  await limit.map(paths, (path) => visit(path, context))
}

const stop = await setUpStack()
const browser = await launchWhole()
try {
  for (const as of ['a visitor', 'a new member', 'a member with orders'] as const) {
    const context = await browser.newContext({
      baseURL: process.env['STACK_SITE'] ?? '',
      viewport: { width: 390, height: 844 },
    })
    const page = await context.newPage()
    if (as !== 'a visitor') await logIn(page)
    await visitAll(context, as === 'a member with orders' ? await placeOrders(page) : [])
    await context.close()
    console.log(`seen as ${as}: ${seen.size} pages`)
  }
} finally {
  await browser.close()
  await stop?.()
}

const sort = (characters: Iterable<string>) => [...characters].toSorted().join('')
const record = [...seen].toSorted().map(([path, weights]) => {
  const sorted = [...weights].toSorted().map(([weight, one]) => [weight, sort(one)] as const)
  return [path, Object.fromEntries(sorted)] as const
})
await writeFile(FILE, `${JSON.stringify(Object.fromEntries(record), null, 2)}\n`)
