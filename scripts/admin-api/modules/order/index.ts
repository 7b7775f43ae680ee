import type { BodyOf } from '#api/index.ts'
import type { Deps } from '../../deps.ts'
import { formatTime } from '../../venue-time.ts'
import { hashBody } from '../../idempotency.ts'
import type { Handlers, User } from '../../mount.ts'
import { closeLiveAttempt } from '../../orders/attempts.ts'
import { findInApp, openPayment, payByBalance } from '../../orders/cashier.ts'
import type { Buyer } from '../../orders/create/buyer.ts'
import { createOrder } from '../../orders/create/create-order.ts'
import {
  exchangeTickets,
  quoteExchangeChoice,
  type ExchangeChoice,
} from '../../orders/create/exchange.ts'
import { quoteChoice } from '../../orders/create/tickets.ts'
import { describeOrder } from '../../orders/describe.ts'
import { cancelOrder, extendOrder, refundOnline } from '../../orders/end-order.ts'
import { requestInvoice, warnOfExchangedInvoice, warnOfInvoice } from '../../orders/invoices.ts'
import { expireUserOrders } from '../../orders/jobs.ts'
import { HOLD } from '../../orders/limits.ts'
import {
  findOrder,
  findOwnOrder,
  lockOrder,
  requirePayable,
  type OrderRow,
} from '../../orders/orders.ts'
import { refundTicketsOnline } from '../../orders/refund-tickets.ts'
import { listDoorShows, requireVerifier, undoVerify, verifyTicket } from '../../orders/verify.ts'
import { BusinessError } from '../../errors.ts'
import { describeEligibility } from './eligibility.ts'
import { listOrders } from './list.ts'
import { createPayerUrl, readPayer } from './payer.ts'
import { MINUTE } from '../../../lib/durations.ts'

export function createOrderHandlers(deps: Deps) {
  const { db } = deps
  /** Describes the current state of an order after a write. */
  const describe = async (order: OrderRow, call: Parameters<typeof describeOrder>[2]) =>
    describeOrder(deps, await findOrder(db.query, order.id), call)

  const createBuyer = ({
    body,
    user,
    idempotencyKey: key,
    now,
  }: {
    body: unknown
    user: User
    idempotencyKey: string | null
    now: number
  }): Buyer => ({
    userId: user.id,
    idempotency: key === null ? null : { key, requestHash: hashBody(body) },
    canBuyOnline: deps.services.canBuyOnline,
    now,
  })

  async function readExchange(
    userId: number,
    body: BodyOf<'POST /api/order/quote_exchange'>,
  ): Promise<ExchangeChoice> {
    const order = await findOwnOrder(db.query, userId, body.order_no)
    const { ticket_ids: ticketIds, show_id: showId, tier_id: tierId } = body
    return { by: 'user', order, ticketIds, showId, tierId }
  }

  return {
    'POST /api/order/list': ({ body, user, lang, now }) =>
      listOrders(deps, { ...body, userId: user.id, lang, now }),

    'GET /api/order/detail': async ({ query, user, lang, now }) => {
      const order = await findOwnOrder(db.query, user.id, query.order_no)
      return describeOrder(deps, order, { lang, now })
    },

    'POST /api/order/create': async ({ body, user, idempotencyKey, lang, now }) => {
      const buyer = createBuyer({ body, user, idempotencyKey, now })
      const paid = await expireUserOrders(deps, user.id, now)
      // Nobody shall pay twice unknowingly. The next attempt creates the order.
      if (paid !== undefined) throw new BusinessError(500125, { order_no: paid })
      const order = await createOrder(db, buyer, body)
      return describeOrder(deps, order, { lang, now })
    },

    'POST /api/order/quote': async ({ body, user, now }) => {
      const lines = body.lines.map(({ tier_id: tierId, quantity }) => ({ tierId, quantity }))
      const choice = { showId: body.show_id, lines }
      const { quote, accountLeft } = await quoteChoice(db.query, user?.id ?? null, choice, now)
      return {
        ...quote,
        account_left: accountLeft,
        hold_minutes: HOLD.ms / MINUTE,
        server_time: formatTime(now),
      }
    },

    'POST /api/order/cancel': async ({ body, user, lang, now }) => {
      const order = await findOwnOrder(db.query, user.id, body.order_no)
      if (order.status === 'pending') await closeLiveAttempt(deps, order.id, now)
      await db.transaction(async (trx) => {
        const current = await lockOrder(trx, order.id)
        // Cancelling is idempotent.
        if (current.status === 'cancelled') return
        const isCancelled = await cancelOrder(trx, current, 'user', now)
        if (!isCancelled) throw new BusinessError(500107)
      })
      return describe(order, { lang, now })
    },

    'POST /api/order/extend': async ({ body, user, lang, now }) => {
      const order = await findOwnOrder(db.query, user.id, body.order_no)
      await db.transaction((trx) => extendOrder(trx, order.id, now))
      return describe(order, { lang, now })
    },

    'POST /api/order/refund': async ({ body, user, lang, now }) => {
      const order = await findOwnOrder(db.query, user.id, body.order_no)
      await db.transaction((trx) => refundOnline(trx, order.id, now))
      await warnOfInvoice(deps, order, 'refund')
      return describe(order, { lang, now })
    },

    'POST /api/order/quote_exchange': async ({ body, user, now }) => {
      const choice = await readExchange(user.id, body)
      const quoted = await quoteExchangeChoice(db.query, choice, now)
      return {
        price_fen: quoted.price.payable_fen,
        credit_fen: quoted.creditFen,
        payable_fen: quoted.payableFen,
        refund_fen: quoted.refundFen,
        server_time: formatTime(now),
      }
    },

    'POST /api/order/exchange': async ({ body, user, idempotencyKey, lang, now }) => {
      const buyer = createBuyer({ body, user, idempotencyKey, now })
      const choice = await readExchange(user.id, body)
      await expireUserOrders(deps, user.id, now)
      const expected = {
        payableFen: body.expected_payable_fen,
        refundFen: body.expected_refund_fen,
      }
      const order = await db.transaction((trx) =>
        exchangeTickets(trx, buyer, { ...choice, expected }),
      )
      await warnOfExchangedInvoice(deps, order.id)
      return describeOrder(deps, order, { lang, now })
    },

    'POST /api/order/invoice': async ({ body, user, lang, now }) => {
      const order = await findOwnOrder(db.query, user.id, body.order_no)
      const request = { orderId: order.id, request: body.invoice, now }
      await db.transaction((trx) => requestInvoice(trx, request))
      return describe(order, { lang, now })
    },

    'POST /api/order/refund_tickets': async ({ body, user, lang, now }) => {
      const order = await findOwnOrder(db.query, user.id, body.order_no)
      const { ticket_ids: ticketIds, expected_refund_fen: expectedFen } = body
      const refund = { orderId: order.id, ticketIds, expectedFen, now }
      await db.transaction((trx) => refundTicketsOnline(trx, refund))
      await warnOfInvoice(deps, order, 'refund')
      return describe(order, { lang, now })
    },

    'POST /api/order/pay': async ({ body: { order_no, method }, user, client, lang, now }) => {
      const order = await findOwnOrder(db.query, user.id, order_no)
      if (method === 'balance') {
        await payByBalance(deps, order, now)
        return { status: 'paid', order_no }
      }
      const flow = { channel: 'native', payer: null } as const
      const { address, times } = await openPayment(deps, { order, method, flow, client, lang, now })
      return { status: 'waiting', order_no, code_url: address, ...times }
    },

    'POST /api/order/pay_h5': async ({ body: { order_no, method }, user, client, lang, now }) => {
      const order = await findOwnOrder(db.query, user.id, order_no)
      const flow = { channel: 'h5', payer: null } as const
      const { address, times } = await openPayment(deps, { order, method, flow, client, lang, now })
      return { status: 'waiting', order_no, h5_url: address, ...times }
    },

    'POST /api/order/pay_in_app': async ({ body, user, client, cookies, lang, now }) => {
      const { order_no, method } = body
      const order = await findOwnOrder(db.query, user.id, order_no)
      requirePayable(order, now)
      const inApp = findInApp(deps, method)
      const payer = readPayer(deps, cookies)
      if (payer === null) {
        const url = createPayerUrl(deps, inApp, { order_no, lang, cookies, now })
        return { status: 'identify', order_no, url }
      }
      const flow = { channel: 'h5', payer } as const
      const { address, times } = await openPayment(deps, { order, method, flow, client, lang, now })
      return { status: 'waiting', order_no, request: inApp.sign(address), ...times }
    },

    'POST /api/order/verify': ({ body, user, lang, now }) =>
      verifyTicket(deps, { body, userId: user.id, lang, now }),

    'POST /api/order/undo_verify': async ({ body, user, now }) => ({
      undone: await undoVerify(deps, { userId: user.id, nonce: body.nonce, now }),
    }),

    'GET /api/order/door': async ({ user, lang, now }) => {
      await requireVerifier(deps, db.query, user.id)
      return { shows: await listDoorShows(deps, lang, now), server_time: formatTime(now) }
    },

    'POST /api/course/eligibility': ({ body, user, lang, now }) =>
      describeEligibility(deps, {
        dateId: body.course_date_id,
        userId: user?.id ?? null,
        lang,
        now,
      }),
  } satisfies Partial<Handlers>
}
