import { sql } from 'kysely'
import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import type { DataOf } from '#api/index.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { closeSound, createBuyer, runJobs, type Buyer } from '#tests/support/buyer.ts'
import { createMember } from '#tests/support/member.ts'
import { runSql } from '#tests/support/database.ts'

// The whole life of an order against a model of a few lines: whatever a buyer, a payer, the clock and
// the door do in whatever order, both end in the same state after every step.

// MODEL_RUNS=2000 is the long run; every test run walks some hundred new lives.
const RUNS = Number(process.env['MODEL_RUNS'] ?? 250)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type State = 'none' | 'pending' | 'paid' | 'cancelled' | 'refunding' | 'refunded' | 'verified'

/** What should be: the reference that the product is held to. */
interface Model {
  state: State
  /** The payer paid, but nobody told us yet. */
  isMoneyUnderWay: boolean
  hasAttempt: boolean
  isDoorOpen: boolean
  /** Of its two tickets, once it is paid. */
  valid: number
  used: number
}

/** What is. */
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
afterAll(() => closeSound(api))

/** Somebody at the door; of each life anew, because days go by and sessions end. */
async function createVerifier(): Promise<Buyer> {
  const member = await createMember(api)
  await runSql(api.db, sql`INSERT INTO verify_grant (user_id, granted_at) VALUES (${member.id}, 0)`)
  return createBuyer(api, member)
}

async function moveShow(inMs: number): Promise<void> {
  const startsAt = api.clock.now + inMs
  await runSql(
    api.db,
    sql`UPDATE show SET starts_at = ${startsAt}, ends_at = ${startsAt + 10 * DAY} WHERE id = 5`,
  )
}

/** @throws Error when the product and the model say different things */
function checkSame(real: unknown, model: unknown): void {
  if (real !== model)
    throw new Error(`the product says ${String(real)}, the model ${String(model)}`)
}

const readState = async ({ buyer, orderNo }: Real): Promise<State> =>
  (await buyer.read(orderNo)).status as State

async function expectSame(model: Model, real: Real): Promise<void> {
  if (model.state !== 'none') checkSame(await readState(real), model.state)
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
    await expectSame(model, real)
  },
  toString: () => name,
})

const post = (real: Real, key: 'cancel' | 'refund' | 'extend') =>
  real.buyer.call(`POST /api/order/${key}`, { order_no: real.orderNo })

/** Money that reached us: the order is paid, or was over already and takes the money late. */
function receive(model: Model): void {
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

/** The tickets of the order, those that can still be used first. */
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
      const order = await real.buyer.order({
        type: 'performance',
        show_id: 5,
        lines: [{ tier_id: 2, quantity: 2 }],
        expected_payable_fen: 36_100,
      })
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
  tell: command(
    'the provider tells',
    ({ hasAttempt }) => hasAttempt,
    async (model, real) => {
      const trade = await api.deps.sandbox?.trades.find(real.trade)
      if (trade?.state === 'paid') {
        const { headers, body } =
          api.deps.sandbox?.signTradeWebhook(trade, api.clock.now) ?? never()
        await api.app.request('/api/pay/sandbox_notify', { method: 'POST', headers, body })
      }
      receive(model)
    },
  ),
  ask: command(
    'we ask the provider',
    ({ state }) => state !== 'none',
    async (model) => {
      api.clock.now += MINUTE
      await runJobs(api)
      if (model.state === 'pending' || model.state === 'cancelled') receive(model)
      if (model.state === 'refunding') model.state = 'refunded'
    },
  ),
  cancel: command(
    'cancel',
    ({ state }) => state !== 'none',
    async (model, real) => {
      const { code } = await post(real, 'cancel')
      // Paid in that very moment counts as paid.
      if (model.state === 'pending' && model.isMoneyUnderWay) receive(model)
      else if (model.state === 'pending') model.state = 'cancelled'
      checkSame(code, model.state === 'cancelled' ? 200 : 500107)
    },
  ),
  expire: command(
    'let the time run out',
    ({ state }) => state === 'pending',
    async (model) => {
      api.clock.now += 50 * MINUTE
      await runJobs(api)
      receive(model)
      if (model.state === 'pending') model.state = 'cancelled'
    },
  ),
  refund: command(
    'give back',
    ({ state }) => state !== 'none',
    async (model, real) => {
      const { code } = await post(real, 'refund')
      const isPossible = model.state === 'paid' && !model.isDoorOpen && model.used === 0
      if (isPossible) endRefunded(model)
      checkSame(code, isPossible ? 200 : 500116)
    },
  ),
  refundTicket: command(
    'give one ticket back',
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
      checkSame(code, isPossible ? 200 : model.valid > 0 ? 500116 : 500122)
      if (model.used > 0 && model.valid === 0) model.state = 'verified'
    },
  ),
  openDoor: command(
    'the evening comes',
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
        checkSame(result, 'admitted')
        model.valid -= 1
        model.used += 1
        if (model.valid === 0) model.state = 'verified'
      } else checkSame(result, model.state === 'verified' ? 'already_used' : 'void')
    },
  ),
}
let scans = 0

const never = (): never => {
  throw new Error('the sandbox is off')
}

test(
  `${RUNS} lives of an order: no step differs from the model`,
  { timeout: 600_000 },
  async () => {
    const commands = fc.commands(
      Object.values(COMMANDS).map((one) => fc.constant(one)),
      { maxCommands: 25 },
    )
    await fc.assert(
      fc.asyncProperty(commands, async (steps) => {
        const setup = async () => {
          await moveShow(5 * DAY)
          // Most lives begin with an order; the model decides what may follow.
          const model: Model = {
            state: 'none',
            isMoneyUnderWay: false,
            hasAttempt: false,
            isDoorOpen: false,
            valid: 0,
            used: 0,
          }
          const real: Real = {
            buyer: createBuyer(api, await createMember(api)),
            door: await createVerifier(),
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
  },
)
