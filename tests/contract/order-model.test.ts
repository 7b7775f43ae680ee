import { sql } from 'kysely'
import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import type { DataOf } from '#api/index.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import {
  buildTicketOrder,
  checkAndClose,
  createBuyer,
  createVerifier,
  runJobs,
  type Buyer,
} from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'
import { runSql } from '#tests/support/database.ts'

// Model-based test of the order lifecycle: for any sequence of actions of the buyer, the provider, the
// clock and the door, the product and a small model have the same state after every step.

// MODEL_RUNS=2000 runs the long version.
const RUNS = Number(process.env['MODEL_RUNS'] ?? 150)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type State = 'none' | 'pending' | 'paid' | 'cancelled' | 'refunding' | 'refunded' | 'verified'

/** Expected state. */
interface Model {
  state: State
  /** The payer has paid, but the provider has not notified yet. */
  isMoneyUnderWay: boolean
  hasAttempt: boolean
  isDoorOpen: boolean
  /** Valid tickets of the two, once paid. */
  valid: number
  used: number
}

/** The product under test. */
interface Real {
  buyer: Buyer
  door: Buyer
  orderNo: string
  trade: string
}

let api: TestAdminApi
beforeAll(async () => {
  api = await openAdminApi()
})
afterAll(() => checkAndClose(api))

async function moveShow(inMs: number): Promise<void> {
  const startsAt = api.clock.now + inMs
  await runSql(
    api.db,
    sql`UPDATE show SET starts_at = ${startsAt}, ends_at = ${startsAt + 10 * DAY} WHERE id = 5`,
  )
}

/** @throws Error if the product and the model differ */
function assertEqual(real: unknown, model: unknown): void {
  if (real !== model)
    throw new Error(`the product says ${String(real)}, the model ${String(model)}`)
}

const readState = async ({ buyer, orderNo }: Real): Promise<State> =>
  (await buyer.readStatus(orderNo)) as State

async function expectSameState(model: Model, real: Real): Promise<void> {
  if (model.state !== 'none') assertEqual(await readState(real), model.state)
}

type Command = fc.AsyncCommand<Model, Real>

const command = (
  name: string,
  check: (model: Readonly<Model>) => boolean,
  run: (model: Model, real: Real) => Promise<void>,
): Command => ({
  check,
  async run(model, real) {
    await run(model, real)
    await expectSameState(model, real)
  },
  toString: () => name,
})

const post = (real: Real, key: 'cancel' | 'refund' | 'extend') =>
  real.buyer.call(`POST /api/order/${key}`, { order_no: real.orderNo })

/** A payment arrived: a pending order is paid, and a cancelled one restored. */
function receivePayment(model: Model): void {
  if (!model.isMoneyUnderWay) return
  model.isMoneyUnderWay = false
  if (model.state === 'pending' || model.state === 'cancelled') {
    model.state = 'paid'
    model.valid = 2
  }
}

function endRefunded(model: Model): void {
  model.state = 'refunding'
  model.valid = 0
}

/** The tickets of the order, valid ones first. */
async function listTickets({ buyer, orderNo }: Real) {
  const order = await buyer.read(orderNo)
  if (order.type !== 'performance') return []
  const rank = { valid: 0, used: 1, void: 2 }
  return order.tickets.toSorted((one, other) => rank[one.state] - rank[other.state])
}

const COMMANDS = {
  create: command(
    'create',
    ({ state, isDoorOpen }) => state === 'none' && !isDoorOpen,
    async (model, real) => {
      const order = await real.buyer.order(buildTicketOrder(2))
      real.orderNo = order.order_no
      model.state = 'pending'
    },
  ),
  begin: command(
    'begin to pay',
    ({ state }) => state === 'pending',
    async (model, real) => {
      real.trade = await real.buyer.openPayment(real.orderNo)
      model.hasAttempt = true
    },
  ),
  pay: command(
    'pay at the provider',
    ({ hasAttempt, isMoneyUnderWay, state }) =>
      hasAttempt && !isMoneyUnderWay && state === 'pending',
    async (model, real) => {
      await api.deps.sandbox?.trades.pay(real.trade, api.clock.now)
      model.isMoneyUnderWay = true
    },
  ),
  notify: command(
    'the provider notifies',
    ({ hasAttempt }) => hasAttempt,
    async (model, real) => {
      const trade = await api.deps.sandbox?.trades.find(real.trade)
      if (trade?.state === 'paid') {
        const { headers, body } =
          api.deps.sandbox?.signTradeWebhook(trade, api.clock.now) ?? never()
        await api.app.request('/api/pay/sandbox_notify', { method: 'POST', headers, body })
      }
      receivePayment(model)
    },
  ),
  query: command(
    'query the provider',
    ({ state }) => state !== 'none',
    async (model) => {
      api.clock.now += MINUTE
      await runJobs(api)
      if (model.state === 'pending' || model.state === 'cancelled') receivePayment(model)
      if (model.state === 'refunding') model.state = 'refunded'
    },
  ),
  cancel: command(
    'cancel',
    ({ state }) => state !== 'none',
    async (model, real) => {
      const { code } = await post(real, 'cancel')
      // An order already paid at the provider counts as paid.
      if (model.state === 'pending' && model.isMoneyUnderWay) receivePayment(model)
      else if (model.state === 'pending') model.state = 'cancelled'
      assertEqual(code, model.state === 'cancelled' ? 200 : 500107)
    },
  ),
  expire: command(
    'let the order expire',
    ({ state }) => state === 'pending',
    async (model) => {
      api.clock.now += 50 * MINUTE
      await runJobs(api)
      receivePayment(model)
      if (model.state === 'pending') model.state = 'cancelled'
    },
  ),
  refund: command(
    'refund',
    ({ state }) => state !== 'none',
    async (model, real) => {
      const { code } = await post(real, 'refund')
      const isPossible = model.state === 'paid' && !model.isDoorOpen && model.used === 0
      if (isPossible) endRefunded(model)
      assertEqual(code, isPossible ? 200 : 500116)
    },
  ),
  refundTicket: command(
    'refund one ticket',
    ({ state }) => state !== 'none',
    async (model, real) => {
      const [ticket] = await listTickets(real)
      const { code } = await real.buyer.call('POST /api/order/refund_tickets', {
        order_no: real.orderNo,
        ticket_ids: [ticket?.id ?? 1],
        expected_refund_fen: 18_050,
      })
      const isPossible = model.valid > 0 && !model.isDoorOpen
      if (isPossible && model.valid + model.used === 1) endRefunded(model)
      else if (isPossible) model.valid -= 1
      assertEqual(code, isPossible ? 200 : model.valid > 0 ? 500116 : 500122)
      if (model.used > 0 && model.valid === 0) model.state = 'verified'
    },
  ),
  openDoor: command(
    'open the door',
    ({ isDoorOpen }) => !isDoorOpen,
    async (model) => {
      await moveShow(HOUR)
      model.isDoorOpen = true
    },
  ),
  scan: command(
    'scan the ticket',
    ({ isDoorOpen, state }) => isDoorOpen && state !== 'none',
    async (model, real) => {
      const [ticket] = await listTickets(real)
      if (ticket === undefined) return
      const { code } = ticket
      const nonce = `model-scan-${(scans += 1)}`
      const { data } = await real.door.call('POST /api/order/verify', { code, nonce })
      const { result } = data as DataOf<'POST /api/order/verify'>
      if (model.valid > 0) {
        assertEqual(result, 'admitted')
        model.valid -= 1
        model.used += 1
        if (model.valid === 0) model.state = 'verified'
      } else assertEqual(result, model.state === 'verified' ? 'already_used' : 'void')
    },
  ),
}
let scans = 0

const never = (): never => {
  throw new Error('the sandbox is off')
}

test(`${RUNS} random order histories match the model after every step`, async () => {
  const commands = fc.commands(
    Object.values(COMMANDS).map((one) => fc.constant(one)),
    { maxCommands: 25 },
  )
  await fc.assert(
    fc.asyncProperty(commands, async (steps) => {
      const setup = async () => {
        await moveShow(5 * DAY)
        // Every run starts with an order; the model decides what may follow.
        const model: Model = {
          state: 'none',
          isMoneyUnderWay: false,
          hasAttempt: false,
          isDoorOpen: false,
          valid: 0,
          used: 0,
        }
        // Created for each run, because days pass and sessions end.
        const real: Real = {
          buyer: createBuyer(api, await createMember(api)),
          door: await createVerifier(api),
          orderNo: '',
          trade: '',
        }
        await runSql(
          api.db,
          sql`UPDATE show_tier SET stock = held + sold + 9 WHERE show_id = 5 AND tier_id = 2`,
        )
        await COMMANDS.create.run(model, real)
        return { model, real }
      }
      await fc.asyncModelRun(setup, steps)
    }),
    { numRuns: RUNS },
  )
})
