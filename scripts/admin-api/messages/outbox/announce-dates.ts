import type { ExpressionBuilder } from 'kysely'
import { readJson } from '../../db/json.ts'
import type { Transaction } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { lockDateOrders, type DateRef } from '../../orders/date-orders.ts'
import { cancelOrder } from '../../orders/end-order.ts'
import type { OrderRow } from '../../orders/orders.ts'
import { lockStock } from '../../orders/reservations.ts'
import {
  DATE_KINDS,
  getCalendarSequence,
  isAnnounced,
  queueOrderMessage,
  selectUntried,
  withdrawUntried,
} from './announce-order.ts'
import type { StoredOccasion } from '../message-data.ts'
import { MINUTE } from '../../../lib/durations.ts'

/** A show or course date that was changed in the content. */
export interface ChangedDate extends DateRef {
  before: StoredOccasion
  after: StoredOccasion
  change: 'cancelled' | 'restored' | 'moved'
}

/** Editors can correct a mistake within this time before buyers are notified. */
const CHANGE_DELAY_MS = 2 * MINUTE

const isSameOccasion = (one: StoredOccasion, other: StoredOccasion): boolean =>
  one.startsAt === other.startsAt && one.hallId === other.hallId

/**
 * Cancels the unpaid orders for a cancelled date. A payment that arrives later is refunded.
 * @returns the paid orders
 */
async function cancelUnpaid(
  trx: Transaction,
  orders: readonly OrderRow[],
  now: number,
): Promise<OrderRow[]> {
  const unpaid = orders.filter(({ status }) => status === 'pending')
  await lockStock(trx, unpaid)
  for (const order of unpaid) await cancelOrder(trx, order, 'staff', now)
  return orders.filter(({ status }) => status === 'paid')
}

/** SQL: whether a channel has announced the event of a message. */
const isAnnouncedElsewhere = ({
  exists,
  selectFrom,
}: ExpressionBuilder<Tables, 'member_message'>) =>
  exists(
    selectFrom('member_message as other')
      .select('other.id')
      .whereRef('other.event', '=', 'member_message.event')
      .where('other.tries', '>', 0),
  )

/**
 * Time and hall that the buyer was last notified of: those before a change that is not announced by all channels yet,
 * or, if the date is moved once more, not by any.
 */
async function readNotifiedOccasion(
  trx: Transaction,
  order: { id: number; user_id: number },
  { table, change, before }: ChangedDate,
): Promise<StoredOccasion> {
  const { cancelled, moved } = DATE_KINDS[table]
  const waiting = await selectUntried(trx, order, [cancelled, moved])
    .$if(change === 'moved', (all) => all.where((row) => row.not(isAnnouncedElsewhere(row))))
    .executeTakeFirst()
  const record = waiting && readJson(waiting.record)
  return (record && 'before' in record && record.before) || before
}

async function announceToBuyer(
  trx: Transaction,
  order: { id: number; user_id: number },
  changed: ChangedDate,
  now: number,
): Promise<void> {
  const { table, change, after } = changed
  const { cancelled, moved } = DATE_KINDS[table]
  const notified = await readNotifiedOccasion(trx, order, changed)
  await withdrawUntried(trx, order, { kinds: [cancelled, moved], now })
  const base = { order, event: `${change} ${now}`, now, dueAt: now + CHANGE_DELAY_MS }
  const sequence = getCalendarSequence(now)
  if (change === 'cancelled') {
    const returned = { kind: 'later' } as const
    const record = { orderId: order.id, returned, before: notified, sequence }
    await queueOrderMessage(trx, { ...base, kind: cancelled, record })
  } else if (!isSameOccasion(notified, after)) {
    const record = { orderId: order.id, before: notified, sequence }
    await queueOrderMessage(trx, { ...base, kind: moved, record })
  }
}

/**
 * Makes an order refundable until the start. If the date was restored or moved back before the buyer was notified,
 * the usual deadline applies again.
 */
async function setRefundDeadline(
  trx: Transaction,
  order: OrderRow,
  { table, after }: ChangedDate,
): Promise<void> {
  const isPromised = await isAnnounced(trx, order, Object.values(DATE_KINDS[table]))
  await trx
    .updateTable('order')
    .set({ refundable_until: isPromised ? after.startsAt : null })
    .where('id', '=', order.id)
    .execute()
}

/**
 * Announces cancelled and moved shows and course dates to buyers, makes their orders refundable until the
 * start, and cancels unpaid orders for cancelled dates. Call inside the transaction that changes the dates,
 * before it writes them: orders must be locked before stock.
 */
export async function announceDates(
  trx: Transaction,
  changes: readonly ChangedDate[],
  now: number,
): Promise<void> {
  for (const changed of changes) {
    const { change } = changed
    const open = await lockDateOrders(trx, changed, ['pending', 'paid'])
    const orders = change === 'cancelled' ? await cancelUnpaid(trx, open, now) : open
    for (const order of orders) {
      await announceToBuyer(trx, order, changed, now)
      await setRefundDeadline(trx, order, changed)
    }
  }
}
