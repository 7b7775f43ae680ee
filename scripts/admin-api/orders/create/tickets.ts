import type { Quote } from '#api/order-creation.ts'
import type { Reader, Transaction } from '../../db/open.ts'
import { BusinessError, notFound } from '../../errors.ts'
import { isMemberAt } from '../members.ts'
import { isUnexpired, type OrderRow } from '../orders.ts'
import { getTicketPrice, quoteTickets, type TicketLine } from '../quote.ts'
import { holdTickets, mergeLines } from '../reservations.ts'
import { insertOrder, type Buyer } from './buyer.ts'

export interface TierChoice {
  showId: number
  lines: readonly { tierId: number; quantity: number }[]
}

const selectShow = (db: Reader, showId: number) =>
  db
    .selectFrom('show')
    .innerJoin('performance', 'performance.id', 'show.performance_id')
    .selectAll('show')
    .select([
      'performance.order_limit',
      'performance.account_limit',
      'performance.member_sale_starts_at',
      'performance.sale_starts_at',
    ])
    .where('show.id', '=', showId)
    .where('show.published', '=', 1)
    .where('performance.published', '=', 1)

export const findShow = (db: Reader, showId: number) =>
  selectShow(db, showId).executeTakeFirstOrThrow(notFound)
export type ShowOnSale = Awaited<ReturnType<typeof findShow>>

/** Reads a show and serialises with its cancellation, which would otherwise miss orders of this transaction. */
export const lockShow = (trx: Transaction, showId: number): Promise<ShowOnSale> =>
  selectShow(trx, showId).forKeyShare('show').executeTakeFirstOrThrow(notFound)

export async function readLines(db: Reader, { showId, lines }: TierChoice): Promise<TicketLine[]> {
  const rows = await db
    .selectFrom('show_tier')
    .innerJoin('tier', 'tier.id', 'show_tier.tier_id')
    .select(['tier.id', 'tier.price_fen', 'tier.member_price_fen'])
    .where('show_tier.show_id', '=', showId)
    .where('tier.published', '=', 1)
    .execute()
  const tiers = new Map(rows.map((tier) => [tier.id, tier]))
  return mergeLines(lines).map(({ tierId, quantity }) => {
    const tier = tiers.get(tierId)
    if (!tier) throw notFound()
    return { tierId, quantity, priceFen: tier.price_fen, memberPriceFen: tier.member_price_fen }
  })
}

/** Whether only members can buy yet: those whose membership covers the day of the show. */
const isMemberSale = (show: ShowOnSale, now: number): boolean =>
  now >= show.member_sale_starts_at && now < show.sale_starts_at

/** @throws BusinessError 500108 before the sale, 500126 members buy first, 500109 started, cancelled or moved */
export function checkSaleWindow(show: ShowOnSale, isMember: boolean, now: number): void {
  if (show.cancelled || show.moved || now >= show.starts_at) throw new BusinessError(500109)
  if (isMemberSale(show, now)) {
    if (!isMember) throw new BusinessError(500126)
  } else if (now < show.sale_starts_at) throw new BusinessError(500108)
}

/**
 * Number of tickets of a performance that an account holds or has bought, without refunded ones and without
 * those of unpaid orders that have expired by `expiredBy` (epoch ms).
 */
async function countOwnTickets(
  db: Reader,
  userId: number,
  performanceId: number,
  expiredBy = 0,
): Promise<number> {
  const { n } = await db
    .selectFrom('order')
    .innerJoin('reservation', 'reservation.order_id', 'order.id')
    .select(({ fn }) => fn.sum<number | null>('reservation.quantity').as('n'))
    .where('order.user_id', '=', userId)
    .where('order.performance_id', '=', performanceId)
    .where('reservation.state', 'in', ['held', 'sold'])
    .where(isUnexpired(expiredBy))
    .executeTakeFirstOrThrow()
  return n ?? 0
}

/**
 * Quotes a choice of tickets and the number that the account may still buy. Read-only.
 * @throws BusinessError 500126 for an account without a membership while only members can buy
 */
export async function quoteChoice(
  db: Reader,
  userId: number | null,
  choice: TierChoice,
  now: number,
): Promise<{ quote: Quote; accountLeft: number }> {
  const show = await findShow(db, choice.showId)
  const isMember = userId !== null && (await isMemberAt(db, userId, now, show.starts_at))
  if (userId !== null && !isMember && isMemberSale(show, now)) throw new BusinessError(500126)
  const ownCount = userId === null ? 0 : await countOwnTickets(db, userId, show.performance_id, now)
  return {
    quote: quoteTickets(await readLines(db, choice), isMember),
    accountLeft: Math.max(0, show.account_limit - ownCount),
  }
}

/** @throws BusinessError 500112 with the number of an unpaid order for the performance */
export async function requireNoPending(
  db: Reader,
  userId: number,
  performanceId: number,
): Promise<void> {
  const open = await db
    .selectFrom('order')
    .select('order_no')
    .where('user_id', '=', userId)
    .where('performance_id', '=', performanceId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (open) throw new BusinessError(500112, { order_no: open.order_no })
}

/**
 * Checks the ticket limit of an account that is locked.
 * @throws BusinessError 500102 when an order exceeds it
 */
export async function checkAccountLimit(
  trx: Transaction,
  { userId, performanceId, quantity }: { userId: number; performanceId: number; quantity: number },
): Promise<void> {
  const { account_limit: limit } = await trx
    .selectFrom('performance')
    .select('account_limit')
    .where('id', '=', performanceId)
    .executeTakeFirstOrThrow()
  const ownCount = await countOwnTickets(trx, userId, performanceId)
  if (ownCount + quantity > limit) throw new BusinessError(500102)
}

/** Inserts the lines of an order at the buyer's prices. */
export async function insertLines(
  trx: Transaction,
  orderId: number,
  lines: readonly TicketLine[],
  isMember: boolean,
): Promise<void> {
  await trx
    .insertInto('order_line')
    .values(
      lines.map((line) => ({
        order_id: orderId,
        tier_id: line.tierId,
        quantity: line.quantity,
        unit_fen: line.priceFen,
        paid_fen: getTicketPrice(line, isMember),
      })),
    )
    .execute()
}

/** Orders tickets. The sale window, limits, price and stock are checked in the transaction of the hold. */
export async function createTicketOrder(
  trx: Transaction,
  buyer: Buyer,
  choice: TierChoice & { expectedFen: number },
): Promise<OrderRow> {
  const { userId, now } = buyer
  const { expectedFen } = choice
  const show = await lockShow(trx, choice.showId)
  const { performance_id: performanceId } = show
  const isMember = await isMemberAt(trx, userId, now, show.starts_at)
  const lines = await readLines(trx, choice)
  const quantity = lines.reduce((total, line) => total + line.quantity, 0)
  checkSaleWindow(show, isMember, now)
  await requireNoPending(trx, userId, performanceId)
  if (quantity > show.order_limit) throw new BusinessError(500111)
  await checkAccountLimit(trx, { userId, performanceId, quantity })
  const quote = quoteTickets(lines, isMember)
  const subject = {
    type: 'performance',
    quantity,
    performance_id: performanceId,
    show_id: show.id,
  } as const
  const order = await insertOrder(trx, buyer, subject, { quote, expectedFen })
  await insertLines(trx, order.id, lines, isMember)
  await holdTickets(trx, { orderId: order.id, showId: show.id, lines })
  return order
}
