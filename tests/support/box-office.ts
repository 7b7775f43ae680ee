import { resolve } from 'node:path'
import { sql, type RawBuilder } from 'kysely'
import type { Page } from 'playwright/test'
import * as v from 'valibot'
import { EnvelopeSchema } from '#api/envelope.ts'
import { endpoints, type DataOf, type EndpointKey } from '#api/index.ts'
import { TOKEN_STORAGE_KEY } from '#config.ts'
import { isOnSale } from '#features/order-core/on-sale.ts'
import { withExistingDatabase } from '#scripts/admin-api/commands/with-database.ts'
import { getDatabaseAddress, runSql } from './database.ts'
import { logIn } from './log-in.ts'
import { runStaffLine } from './run-admin.ts'
import { requireStack } from './stack.ts'

/** The data folder of the running stack. */
const findDataDir = (): string => resolve(requireStack().release, '../..')

/** Runs SQL in the database of the running stack. @returns the rows */
function runOnStack(statement: RawBuilder<unknown>) {
  const dataDir = findDataDir()
  const installation = { dataDir, database: getDatabaseAddress(dataDir) }
  return withExistingDatabase(installation, (db) => runSql(db, statement))
}

/** Runs a staff command, such as `shows cancel`, on the running stack. */
export async function runStaff(name: string, ...words: string[]): Promise<void> {
  const installation = { dataDir: findDataDir(), clock: { now: Date.now() } }
  await runStaffLine(installation, [...name.split(' '), ...words])
}

/** A show that can be bought, with one of its price levels. */
export interface SellingShow {
  showId: number
  tierId: number
  priceFen: number
}

/**
 * Adds a show that a test can move without affecting other tests. It has the price levels of an existing
 * show and starts in three days.
 */
export async function addShow(call: Caller): Promise<SellingShow> {
  const like = await findShow(call)
  const startsAt = Date.now() + 3 * 86_400_000
  const [inserted] = await runOnStack(
    sql`INSERT INTO show
      SELECT (SELECT max(id) + 1 FROM show), performance_id, hall_id, ${startsAt},
        ${startsAt + 2 * 3_600_000}, note, features, 0, 0, 1
      FROM show WHERE id = ${like.showId} RETURNING id`,
  )
  const showId = Number(inserted?.['id'] ?? 0)
  await runOnStack(
    sql`INSERT INTO show_tier
      SELECT ${showId}, tier_id, 20, 0, 0, 0 FROM show_tier WHERE show_id = ${like.showId}`,
  )
  return { ...like, showId }
}

/** Moves a show so that it starts in the given number of minutes. */
export async function moveShow(id: number, inMinutes: number): Promise<void> {
  const startsAt = Date.now() + inMinutes * 60_000
  const endsAt = startsAt + 2 * 3_600_000
  await runOnStack(
    sql`UPDATE show SET starts_at = ${startsAt}, ends_at = ${endsAt} WHERE id = ${id}`,
  )
}

/** Moves the payment deadline of an order to the given ms from now. */
export async function moveOrderEnd(orderNo: string, inMs: number): Promise<void> {
  const endsAt = Date.now() + inMs
  await runOnStack(sql`UPDATE "order" SET expires_at = ${endsAt} WHERE order_no = ${orderNo}`)
}

/** Sets the e-mail address of a member without a code: a second code to the same address is refused for a minute. */
export async function setEmail(mobile: string, email: string): Promise<void> {
  await runOnStack(sql`UPDATE "user" SET email = ${email} WHERE mobile = ${mobile}`)
}

let keys = 0

/** Creates a function that calls the API as the member who is logged in on a page. */
export function createCaller(page: Page) {
  return async function call<K extends EndpointKey>(
    key: K,
    input: object = {},
  ): Promise<DataOf<K>> {
    const { method, path } = endpoints[key]
    const token = await page.evaluate((name) => localStorage.getItem(name) ?? '', TOKEN_STORAGE_KEY)
    const headers = {
      token,
      lang: 'zh-cn',
      'idempotency-key': `story-${process.pid}-${(keys += 1)}`,
    }
    const response =
      method === 'GET'
        ? await page.request.get(`${path}?${new URLSearchParams({ ...input })}`, { headers })
        : await page.request.post(path, { headers, data: input })
    const { code, msg, data } = v.parse(EnvelopeSchema, await response.json())
    if (code !== 200) throw new Error(`${key} responded with ${code} ${msg}`)
    return v.parse(endpoints[key].data, data) as DataOf<K>
  }
}
export type Caller = ReturnType<typeof createCaller>

/** Shows that start earlier may have been moved by tests and may not be refundable. */
const SOON_MS = 4 * 86_400_000

/**
 * Finds a show on sale with places to spare in its cheapest tier, of the performance with the highest id: added
 * shows change the order of lists, and this way all are added to the same performance.
 */
async function findShow(call: Caller): Promise<SellingShow> {
  const { items } = await call('GET /api/perform/list', { size: '50' })
  for (const { id } of items.toSorted((one, other) => other.id - one.id)) {
    const { shows } = await call('GET /api/perform/ticket', { id: String(id) })
    for (const show of shows) {
      const [tier] = show.tiers.toSorted((one, other) => one.price_fen - other.price_fen)
      const isLater = Date.parse(show.starts_at) > Date.now() + SOON_MS
      if (tier && tier.places_left >= 10 && isOnSale(show) && isLater)
        return { showId: show.id, tierId: tier.id, priceFen: tier.price_fen }
    }
  }
  throw new Error('nothing is on sale')
}

/** Orders tickets. @returns the order number */
export async function orderTickets(
  call: Caller,
  { quantity = 2, show }: { quantity?: number; show?: SellingShow } = {},
) {
  const { showId, tierId, priceFen } = show ?? (await findShow(call))
  const order = await call('POST /api/order/create', {
    type: 'performance',
    show_id: showId,
    lines: [{ tier_id: tierId, quantity }],
    expected_payable_fen: quantity * priceFen,
  })
  return { number: order.order_no }
}

/** Pays an order in the sandbox. */
export async function payInSandbox(page: Page, call: Caller, order_no: string): Promise<void> {
  const payment = await call('POST /api/order/pay', { order_no, method: 'sandbox' })
  if (payment.status !== 'waiting') return
  const { origin, pathname, search } = new URL(payment.code_url)
  const response = await page.request.post(origin + pathname + search, {
    form: { action: 'pay' },
    headers: { origin },
  })
  if (!response.ok()) throw new Error(`the sandbox responded with ${response.status()}`)
}

/** Logs in as a new member who buys two tickets. @returns the caller and the order number */
export async function buyTickets(page: Page): Promise<{ call: Caller; number: string }> {
  await logIn(page)
  const call = createCaller(page)
  const { number } = await orderTickets(call)
  await payInSandbox(page, call, number)
  return { call, number }
}

/** The numbers of a member's orders. */
export interface OwnOrders {
  paid: string
  unpaid: string
}

/** Logs in as a new member who buys tickets and leaves others unpaid. */
export async function createOrders(page: Page): Promise<OwnOrders> {
  const { call, number: paid } = await buyTickets(page)
  const { number: unpaid } = await orderTickets(call)
  return { paid, unpaid }
}

/** The ticket codes of a paid order. */
export async function readTicketCodes(call: Caller, order_no: string): Promise<string[]> {
  const order = await call('GET /api/order/detail', { order_no })
  return order.type === 'performance' ? order.tickets.map(({ code }) => code) : []
}
