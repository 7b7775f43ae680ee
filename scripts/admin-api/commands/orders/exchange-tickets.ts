import type { Consent } from '../../../lib/command-line/confirm.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { stripControls } from '../../../lib/command-line/table.ts'
import type { BusinessCode } from '#api/codes.ts'
import { DEFAULT_LOCALE } from '#i18n/locales.ts'
import type { Database, Reader } from '../../db/open.ts'
import { BusinessError, RequestError } from '../../errors.ts'
import { getBusinessText } from '../../error-texts.ts'
import { queueOrderMessage } from '../../messages/outbox/announce-order.ts'
import { pickName } from '../../modules/read/names.ts'
import {
  exchangeTickets,
  quoteExchangeChoice,
  type ExchangeChoice,
  OTHER_PERFORMANCE,
  SAME_TIER,
} from '../../orders/create/exchange.ts'
import { requireNoPending } from '../../orders/create/tickets.ts'
import { HOLD } from '../../orders/limits.ts'
import { findOrder, isPaid, type OrderRow } from '../../orders/orders.ts'
import { readServices } from '../../services.ts'
import { countLeft } from '../../states/show-state.ts'
import { auditStaff } from '../audit-staff.ts'
import { CommandError, type StaffContext } from '../command.ts'
import { runPlanned } from '../with-database.ts'
import { openPayments } from '../open-payments.ts'
import { formatYuan } from '../../yuan.ts'
import { formatMinute } from '../staff.ts'
import { readChosenTickets } from './chosen-tickets.ts'
import { listInvoiceInstructions } from './for-staff.ts'
import { MINUTE } from '../../../lib/durations.ts'

/** Tickets of an order, and the show and price level to exchange them for. */
interface StaffExchange {
  number: string
  ticketIds: readonly number[] | 'all'
  showId: number
  tierId: number
}

const describeTooFew = ({ showId, tierId }: StaffExchange): string =>
  `Show ${showId} has too few places left of price level ${tierId}`

/** Describes refused exchanges for staff; others have the text for members. */
function describeRefusal({ code }: BusinessError, exchange: StaffExchange): string {
  const { number, showId } = exchange
  const tooFew = describeTooFew(exchange)
  const notOnSale = `Show ${showId} is not on sale`
  const texts: Partial<Record<BusinessCode, string>> = {
    500101: tooFew,
    500104: 'The price has changed in the meantime: run the command again',
    500108: notOnSale,
    500109: notOnSale,
    500110: tooFew,
    500112: 'The member has an unpaid order for this performance: wait until it is paid or ends',
    500120: 'The new tickets cost more, and no payment provider is configured',
    500121: 'The member has too many unpaid orders',
    500122: `A ticket of order ${number} is no longer valid`,
    500126: notOnSale,
  }
  return texts[code] ?? getBusinessText(code, 'en')
}

/** Converts a refused exchange into a `CommandError` for staff; rethrows other errors. */
function rethrowForStaff(error: unknown, exchange: StaffExchange): never {
  if (error instanceof BusinessError) {
    throw new CommandError(describeRefusal(error, exchange), { cause: error })
  }
  if (!(error instanceof RequestError)) throw error
  const reasons: Record<string, string> = {
    [OTHER_PERFORMANCE]: 'is of another performance',
    [SAME_TIER]: 'is what the buyer already has',
  }
  const reason = reasons[error.detail ?? ''] ?? 'is not on sale: see `tiers list`'
  const { showId, tierId } = exchange
  throw new CommandError(`Show ${showId} with price level ${tierId} ${reason}`, { cause: error })
}

type ExchangeQuote = Awaited<ReturnType<typeof quoteExchangeChoice>>

/** The amount that the buyer pays or is refunded. */
function describeDifference({ payableFen, refundFen }: ExchangeQuote): string {
  if (payableFen > 0) {
    const minutes = formatCount(HOLD.ms / MINUTE, 'minute')
    return `${formatYuan(payableFen)} yuan to pay by the member, in “My orders” within ${minutes}: until then the old tickets remain valid`
  }
  return refundFen > 0 ? `Refund of ${formatYuan(refundFen)} yuan` : 'Nothing to pay or to refund'
}

/**
 * @param count number of tickets
 * @throws CommandError if the show has too few places left
 */
async function describeTarget(db: Reader, exchange: StaffExchange, count: number): Promise<string> {
  const { showId, tierId } = exchange
  const target = await db
    .selectFrom('show')
    .innerJoin('show_tier', 'show_tier.show_id', 'show.id')
    .innerJoin('tier', 'tier.id', 'show_tier.tier_id')
    .select(['show.starts_at', 'tier.name', 'stock', 'held', 'sold'])
    .where('show.id', '=', showId)
    .where('tier.id', '=', tierId)
    .executeTakeFirstOrThrow()
  if (countLeft(target) < count) throw new CommandError(describeTooFew(exchange))
  return `show ${showId}, ${formatMinute(target.starts_at)}, ${stripControls(pickName(target.name, DEFAULT_LOCALE))}`
}

/** @throws BusinessError as `quoteExchangeChoice`, and 500112 while the member has an unpaid order */
async function quoteAvailable(
  db: Reader,
  choice: ExchangeChoice,
  now: number,
): Promise<ExchangeQuote> {
  const { user_id: userId, performance_id: performanceId } = choice.order
  if (performanceId !== null) await requireNoPending(db, userId, performanceId)
  return quoteExchangeChoice(db, choice, now)
}

/** @throws CommandError if the tickets cannot be exchanged */
async function planExchange(db: Reader, exchange: StaffExchange, now: number) {
  const { number, ticketIds, showId, tierId } = exchange
  const { order, chosen, lines } = await readChosenTickets(db, number, ticketIds)
  const choice: ExchangeChoice = {
    by: 'staff',
    order: await findOrder(db, order.id),
    ticketIds: chosen.map(({ id }) => id),
    showId,
    tierId,
  }
  const quote = await quoteAvailable(db, choice, now).catch((error: unknown) =>
    rethrowForStaff(error, exchange),
  )
  const count = formatCount(chosen.length, 'ticket')
  const target = await describeTarget(db, exchange, chosen.length)
  return {
    effects: [
      ...lines,
      `New: ${count} of ${target}, ${formatYuan(quote.price.payable_fen)} yuan`,
      describeDifference(quote),
      ...(await listInvoiceInstructions(db, order.id)),
    ],
    question: `Exchange ${count}?`,
    choice,
    quote,
  }
}

function runExchange(
  db: Database,
  { choice, quote }: Awaited<ReturnType<typeof planExchange>>,
  { canBuyOnline, now }: { canBuyOnline: boolean; now: number },
): Promise<OrderRow> {
  return db.transaction(async (trx) => {
    const { user_id: userId, order_no } = choice.order
    const buyer = { userId, idempotency: null, canBuyOnline, now }
    const next = await exchangeTickets(trx, buyer, { ...choice, expected: quote })
    const data = {
      order_no,
      tickets: choice.ticketIds.join(' '),
      new_order_no: next.order_no,
    }
    await auditStaff(trx, { action: 'ticket exchange', userId, data, at: now })
    if (!isPaid(next)) {
      const record = { orderId: next.id }
      const base = { order: next, event: 'payable', now: buyer.now }
      await queueOrderMessage(trx, { ...base, kind: 'exchange_payable', record })
    }
    return next
  })
}

/**
 * Exchanges tickets on behalf of their buyer, also after the deadline for online exchanges. The member pays
 * a difference on the site.
 */
export const exchangeTicketsAsStaff = (
  context: StaffContext,
  exchange: StaffExchange,
  consent: Consent,
): Promise<void> =>
  runPlanned(context, consent, {
    plan: (db) => planExchange(db, exchange, context.now()),
    async run(db, plan) {
      const config = context.config()
      const { canBuyOnline } = readServices(config, await openPayments(config, db, context.now))
      const next = await runExchange(db, plan, { canBuyOnline, now: context.now() }).catch(
        (error: unknown) => rethrowForStaff(error, exchange),
      )
      const { order_no: nextNumber, payable_fen: payableFen, expires_at: expiresAt } = next
      context.terminal.print(
        isPaid(next)
          ? `Order ${exchange.number}: ${formatCount(plan.choice.ticketIds.length, 'ticket')} exchanged, the new order is ${nextNumber}`
          : `Order ${nextNumber}: ${formatYuan(payableFen)} yuan to pay until ${formatMinute(expiresAt)}`,
      )
    },
  })
