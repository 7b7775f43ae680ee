import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { ProviderMethod } from '#api/pay-methods.ts'
import type { TestAdminApi } from './admin-api.ts'
import { buildTicketOrder, createBuyer, runJobs, TICKET_FEN } from './buyer.ts'
import { runSql } from './database.ts'
import { createMember } from './member.ts'

/** Number of random sequences; PAYMENT_RUNS=1000 for a long run. */
const RUNS = Number(process.env['PAYMENT_RUNS'] ?? 20)
const MINUTE = 60_000
/** Timeout for all sequences of a provider. */
export const RANDOM_PAYMENTS_MS = Math.max(300_000, RUNS * 5_000)
const QUANTITY = 2

/** A fake provider API, as random sequences use it. */
export interface FakeProvider {
  method: ProviderMethod
  /** Faults that its API can simulate, besides `none`. */
  faults: readonly string[]
  setFault(name: string): void
  rotateKey(): void
  /** Numbers of all trades at the provider. */
  listTrades(): string[]
  /** Pays by a payment code or URL, if the trade is still open. */
  pay(address: string): void
  isPaid(trade: string): boolean
  /** Sends the webhook of a paid trade. */
  notify(trade: string): Response | Promise<unknown>
  /** Net amount of a trade (paid minus refunded), in fen. */
  readNetAmount(trade: string): number
}

const STEPS = [
  'desktop',
  'phone',
  'pay',
  'pay',
  'notify',
  'jobs',
  'wait',
  'cancel',
  'refund',
  'refund a ticket',
  'rotate',
  'none',
  'none',
] as const

/**
 * Runs random sequences of actions of buyer, staff, provider and network on an order, then runs all jobs to
 * completion: the provider's net amount must equal the price of the valid tickets.
 */
export async function runRandomPayments(api: TestAdminApi, provider: FakeProvider): Promise<void> {
  const { clock, db } = api
  await runSql(db, sql`UPDATE show_tier SET stock = 1000000 WHERE show_id = 5`)
  const outcomes = new Set<string>()

  async function runSteps(steps: readonly string[]): Promise<void> {
    const startsAt = clock.now + 30 * 24 * 60 * MINUTE
    const times = sql`starts_at = ${startsAt}, ends_at = ${startsAt + MINUTE}`
    await runSql(db, sql`UPDATE show SET ${times} WHERE id = 5`)
    const buyer = createBuyer(api, await createMember(api))
    const { order_no } = await buyer.order(buildTicketOrder(QUANTITY))
    const earlierTrades = new Set(provider.listTrades())
    const listOwn = () => provider.listTrades().filter((trade) => !earlierTrades.has(trade))
    /** Payment codes and URLs that the payer has received. */
    const paymentLinks = new Set<string>()

    async function open(key: 'POST /api/order/pay' | 'POST /api/order/pay_h5'): Promise<void> {
      const { code, data } = await buyer.call(key, { order_no, method: provider.method })
      if (code !== 200) return
      const { code_url, h5_url } = data as { code_url?: string; h5_url?: string }
      paymentLinks.add(code_url ?? h5_url ?? '')
    }

    async function refundTicket(): Promise<void> {
      const order = await buyer.read(order_no)
      const tickets = order.type === 'performance' ? order.tickets : []
      const ticket = tickets.find(({ state }) => state === 'valid')
      if (!ticket) return
      await buyer.call('POST /api/order/refund_tickets', {
        order_no,
        ticket_ids: [ticket.id],
        expected_refund_fen: TICKET_FEN,
      })
    }

    for (const step of steps) {
      switch (step) {
        case 'desktop':
          await open('POST /api/order/pay')
          break
        case 'phone':
          await open('POST /api/order/pay_h5')
          break
        case 'pay':
          for (const address of paymentLinks) provider.pay(address)
          break
        case 'notify':
          for (const trade of listOwn()) if (provider.isPaid(trade)) await provider.notify(trade)
          break
        case 'jobs':
          await runJobs(api)
          break
        case 'wait':
          clock.now += 4 * MINUTE
          break
        case 'cancel':
        case 'refund':
          await buyer.call(`POST /api/order/${step}`, { order_no })
          break
        case 'refund a ticket':
          await refundTicket()
          break
        case 'rotate':
          provider.rotateKey()
          break
        default:
          provider.setFault(step)
      }
    }
    provider.setFault('none')
    for (let round = 0; round < 12; round += 1) {
      clock.now += 5 * MINUTE
      await runJobs(api)
    }
    const order = await buyer.read(order_no)
    expect(['paid', 'cancelled', 'refunded']).toContain(order.status)
    const tickets = order.type === 'performance' ? order.tickets : []
    const valid = tickets.filter(({ state }) => state === 'valid').length
    const netAmount = listOwn().reduce((sum, trade) => sum + provider.readNetAmount(trade), 0)
    expect(netAmount).toBe(valid * TICKET_FEN)
    expect(order.status === 'paid').toBe(valid > 0)
    outcomes.add(valid === 1 ? 'refunded in part' : order.status)
  }

  const steps = fc.constantFrom(...STEPS, ...provider.faults)
  await fc.assert(fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 24 }), runSteps), {
    numRuns: RUNS,
    // Random sequences alone may contain no paid or refunded order.
    examples: [
      [['desktop', 'pay', 'notify']],
      [['phone', 'pay', 'notify', 'refund', 'jobs', 'wait', 'jobs']],
      [['desktop', 'cancel', 'pay', 'notify']],
      [['desktop', 'pay', 'notify', 'refund a ticket', 'jobs', 'wait', 'jobs']],
    ],
  })
  // Ensures that the sequences cover paid and refunded orders.
  expect([...outcomes]).toEqual(expect.arrayContaining(['paid', 'refunded', 'refunded in part']))
}
