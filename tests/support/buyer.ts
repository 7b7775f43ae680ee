import { sql } from 'kysely'
import type { DataOf } from '#api/index.ts'
import { checkInvariants } from '#scripts/admin-api/orders/invariants.ts'
import type { PaymentProvider } from '#scripts/admin-api/providers/payment/payment.ts'
import { deliverTo } from '#scripts/admin-api/routes/sandbox.ts'
import type { BodyInput, EndpointKey } from '#api/index.ts'
import type { TestAdminApi } from './admin-api.ts'
import { readNumber, runSql } from './database.ts'
import { createMember, type TestMember } from './member.ts'
import { runJob } from './run-job.ts'

type Order = DataOf<'POST /api/order/create'>
export type TicketOrder = Extract<Order, { type: 'performance' }>

/** The price of the tickets that `buildTicketOrder` orders. */
export const TICKET_FEN = 18_050

/** The order input for tickets of one price level of a show on sale. */
export const buildTicketOrder = (
  quantity: number,
): Extract<BodyInput<'POST /api/order/create'>, { type: 'performance' }> => ({
  type: 'performance',
  show_id: 5,
  lines: [{ tier_id: 2, quantity }],
  expected_payable_fen: quantity * TICKET_FEN,
})

let keys = 0

/** The order calls of a logged-in member. */
export function createBuyer(api: TestAdminApi, { headers }: TestMember) {
  async function call(key: EndpointKey, body: object = {}, idempotencyKey?: string) {
    const keyHeader = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
    const isGet = key.startsWith('GET')
    const { envelope } = await api.call(key, {
      ...(isGet ? { query: body as Record<string, string> } : { body }),
      headers: { ...headers, ...keyHeader },
    })
    return { code: envelope.code, data: envelope.data }
  }
  const create = (body: BodyInput<'POST /api/order/create'>, key = `key-${(keys += 1)}-test`) =>
    call('POST /api/order/create', body, key)
  const read = async (order_no: string): Promise<Order> =>
    (await call('GET /api/order/detail', { order_no })).data as Order

  /** Creates an order. @throws Error if it is refused */
  async function order(body: BodyInput<'POST /api/order/create'>): Promise<Order> {
    const { code, data } = await create(body)
    if (code !== 200) throw new Error(`create responded with ${code} ${JSON.stringify(data)}`)
    return data as Order
  }

  /** Opens a payment. @returns its number at the provider */
  async function openPayment(order_no: string): Promise<string> {
    const { code, data } = await call('POST /api/order/pay', { order_no, method: 'sandbox' })
    if (code !== 200) throw new Error(`pay responded with ${code}`)
    const { code_url } = data as { code_url: string }
    return new URL(code_url).pathname.split('/').at(-1) ?? ''
  }

  /** Pays an order in the sandbox. */
  const pay = async (order_no: string): Promise<void> =>
    paySandbox(api, await openPayment(order_no))

  return {
    call,
    create,
    order,
    openPayment,
    pay,
    /** Creates an order and pays it in the sandbox. @returns its number */
    async buy(body: BodyInput<'POST /api/order/create'>): Promise<string> {
      const { order_no } = await order(body)
      await pay(order_no)
      return order_no
    },
    read,
    async readStatus(order_no: string): Promise<Order['status']> {
      return (await read(order_no)).status
    },
    /** Reads an order of tickets. @throws Error for other kinds */
    async readTickets(order_no: string): Promise<TicketOrder> {
      const found = await read(order_no)
      if (found.type !== 'performance') throw new Error(`${order_no} is no order of tickets`)
      return found
    },
  }
}
export type Buyer = ReturnType<typeof createBuyer>

/** A buyer who may verify tickets at the door. */
export async function createVerifier(api: TestAdminApi): Promise<Buyer> {
  const member = await createMember(api)
  await runSql(api.db, sql`INSERT INTO verify_grant (user_id, granted_at) VALUES (${member.id}, 0)`)
  return createBuyer(api, member)
}

/** Moves a show, by default that of `buildTicketOrder`, to start in `inMs` and end two hours later. */
export async function moveShow({ db, clock }: TestAdminApi, inMs: number, id = 5): Promise<void> {
  const startsAt = clock.now + inMs
  await runSql(
    db,
    sql`UPDATE show SET starts_at = ${startsAt}, ends_at = ${startsAt + 7_200_000} WHERE id = ${id}`,
  )
}

/** Counts the payments of all orders. */
export const countPayments = ({ db }: TestAdminApi): Promise<number> =>
  readNumber(db, sql`SELECT count(*) FROM payment`)

/** Pays in the sandbox and delivers its webhook. */
export async function paySandbox(api: TestAdminApi, outTradeNo: string): Promise<void> {
  const { sandbox } = api.deps
  await sandbox?.trades.pay(outTradeNo, api.clock.now)
  await sandbox?.trades.scheduleWebhook(outTradeNo, api.clock.now)
  await sandbox?.sendDueWebhooks(deliverTo(api.app), api.clock.now)
}

/** Runs the background jobs for orders once. */
export async function runJobs(api: TestAdminApi): Promise<void> {
  for (const name of ['query payments', 'end unpaid orders', 'send refunds', 'complete orders']) {
    await runJob(api, name)
  }
}

/**
 * Runs the jobs until the refunds of a provider that is down have failed for the last time.
 * @param request requests the refund
 */
export async function failRefunds(
  api: TestAdminApi,
  provider: PaymentProvider | undefined,
  request: () => Promise<unknown>,
): Promise<void> {
  if (!provider) throw new Error('the provider is off')
  const { refund } = provider
  provider.refund = () => Promise.reject(new Error('down'))
  await request()
  for (let n = 0; n < 8; n += 1) {
    await runJobs(api)
    api.clock.now += 3_600_000
  }
  provider.refund = refund
}

/** Closes the API of a test. @throws Error if stock, money or tickets are inconsistent */
export async function checkAndClose(api: TestAdminApi): Promise<void> {
  const faults = await checkInvariants(api.db.query, api.clock.now)
  await api.close()
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
