import { resolve } from 'node:path'
import type { Page } from 'playwright/test'
import * as v from 'valibot'
import { EnvelopeSchema } from '#api/envelope.ts'
import { endpoints, type DataOf, type EndpointKey } from '#api/index.ts'
import { TOKEN_STORAGE_KEY } from '#config.ts'
import { orderCommands } from '#scripts/admin-api/commands/orders/index.ts'
import { withExistingDatabase } from '#scripts/admin-api/commands/with-database.ts'
import { readAdminApiConfig } from '#scripts/admin-api/config.ts'
import { findStack } from './stack.ts'

/** Where the stack of the stories keeps its data. */
function findDataDir(): string {
  const stack = findStack()
  if (!stack) throw new Error('the stack is not running')
  return resolve(stack.release, '../..')
}

/** What staff do from the command line, beside the running stack. */
export async function runStaff(name: string, ...given: string[]): Promise<void> {
  const command = orderCommands.find((candidate) => candidate.name === name)
  if (!command) throw new Error(`no command ${name}`)
  const config = () => readAdminApiConfig({ DATA_DIR: findDataDir(), ADMIN_API_PORT: '0' })
  await command.run({ given, options: {}, config, print: () => {} })
}

/** Moves a show to begin so many minutes from now: stories do not wait for the evening. */
export async function moveShow(id: number, inMinutes: number): Promise<void> {
  const startsAt = Date.now() + inMinutes * 60_000
  await withExistingDatabase(findDataDir(), (db) => {
    const sql = 'UPDATE show SET starts_at = ?, ends_at = ? WHERE id = ?'
    db.prepare(sql).run(startsAt, startsAt + 2 * 3_600_000, id)
  })
}

let keys = 0

/** Calls of the member who is logged in on a page, as the site makes them. */
export function createCaller(page: Page) {
  return async function call<K extends EndpointKey>(
    key: K,
    given: object = {},
  ): Promise<DataOf<K>> {
    const { method, path } = endpoints[key]
    const token = await page.evaluate((name) => localStorage.getItem(name) ?? '', TOKEN_STORAGE_KEY)
    const headers = {
      token,
      lang: 'zh-cn',
      'idempotency-key': `story-${process.pid}-${(keys += 1)}`,
    }
    const answer =
      method === 'GET'
        ? await page.request.get(`${path}?${new URLSearchParams({ ...given })}`, { headers })
        : await page.request.post(path, { headers, data: given })
    const { code, msg, data } = v.parse(EnvelopeSchema, await answer.json())
    if (code !== 200) throw new Error(`${key} answered ${code} ${msg}`)
    return v.parse(endpoints[key].data, data) as DataOf<K>
  }
}
export type Caller = ReturnType<typeof createCaller>

/** A show that can be bought: the `nth` of those on sale, counted from the end. */
export async function findShow(call: Caller, nth = 0) {
  const { items } = await call('GET /api/perform/list', { size: '50' })
  const found = []
  for (const { id } of items) {
    const { shows } = await call('GET /api/perform/ticket', { id: String(id) })
    for (const show of shows) {
      const tier = show.tiers.find(({ places_left: left }) => left >= 10)
      const isOnSale = ['on_sale', 'few_left'].includes(show.state)
      if (tier && isOnSale) found.push({ show, tier })
    }
  }
  const chosen = found.at(-1 - nth)
  if (!chosen) throw new Error('nothing is on sale')
  return chosen
}

/** An order for tickets. @returns its number and its show */
export async function orderTickets(call: Caller, { quantity = 2, nth = 0 } = {}) {
  const { show, tier } = await findShow(call, nth)
  const order = await call('POST /api/order/create', {
    type: 'performance',
    show_id: show.id,
    lines: [{ tier_id: tier.id, quantity }],
    expected_payable_fen: quantity * tier.price_fen,
  })
  return { number: order.order_no, showId: show.id }
}

/** Pays an order in the sandbox. */
export async function payInSandbox(page: Page, call: Caller, order_no: string): Promise<void> {
  const payment = await call('POST /api/order/pay', { order_no, method: 'sandbox' })
  if (payment.status !== 'waiting') return
  const { origin, pathname, search } = new URL(payment.code_url)
  const answer = await page.request.post(origin + pathname + search, {
    form: { action: 'pay' },
    headers: { origin },
  })
  if (!answer.ok()) throw new Error(`the sandbox answered ${answer.status()}`)
}

/** The ticket codes of a paid order. */
export async function readTicketCodes(call: Caller, order_no: string): Promise<string[]> {
  const order = await call('GET /api/order/detail', { order_no })
  return order.type === 'performance' ? order.tickets.map(({ code }) => code) : []
}
