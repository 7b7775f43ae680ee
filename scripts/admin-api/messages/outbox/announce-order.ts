import type { Transaction } from '../../db/open.ts'
import { hasRows } from '../../db/rows.ts'
import type { AnnouncedReason, QueuedContent, QueuedName, RefundedValue } from '../message-data.ts'
import { queueMessage } from './queue-message.ts'
import { MINUTE } from '../../../lib/durations.ts'

interface AnnouncedOrder {
  id: number
  user_id: number
}

interface OrderMessage {
  order: AnnouncedOrder
  /** The event, such as `paid`. */
  event: string
  now: number
  dueAt?: number
}

/** Queues a message about an order. */
export const queueOrderMessage = (
  trx: Transaction,
  { order, event, ...message }: OrderMessage & QueuedContent,
): Promise<void> =>
  queueMessage(trx, {
    ...message,
    userId: order.user_id,
    event: `order ${order.id} ${event}`,
    subject: { type: 'order', id: order.id },
  })

/** SEQUENCE of a calendar entry (RFC 5545): increases with each change, as it is derived from the time. */
export const getCalendarSequence = (now: number): number => Math.floor(now / MINUTE)

/** Selects queued messages about an order for which no attempt was made yet. */
export const selectUntried = (
  trx: Transaction,
  order: AnnouncedOrder,
  kinds: readonly QueuedName[],
) =>
  trx
    .selectFrom('member_message')
    .select(['id', 'record'])
    .where('subject', '=', 'order')
    .where('subject_id', '=', order.id)
    .where('kind', 'in', kinds)
    .where('state', '=', 'waiting')
    .where('tries', '=', 0)

/**
 * Skips messages about an order that a newer message replaces before the first attempt.
 * @returns whether there were any
 */
export async function withdrawUntried(
  trx: Transaction,
  order: AnnouncedOrder,
  { kinds, now }: { kinds: readonly QueuedName[]; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('member_message')
    .set({
      state: 'skipped',
      next_try_at: null,
      ended_at: now,
      fault: 'replaced by a newer message',
    })
    .where(({ eb }) => eb('id', 'in', selectUntried(trx, order, kinds).clearSelect().select('id')))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether a message about the order, of one of the kinds, was sent or is queued. */
export function isAnnounced(
  trx: Transaction,
  order: AnnouncedOrder,
  kinds: readonly QueuedName[],
): Promise<boolean> {
  const messages = trx
    .selectFrom('member_message')
    .where('subject', '=', 'order')
    .where('subject_id', '=', order.id)
    .where('kind', 'in', kinds)
    .where('state', '<>', 'skipped')
  return hasRows(messages)
}

interface RefundAnnouncement {
  order: AnnouncedOrder
  /** The refund of the order or of a surplus payment, such as `refunded`. */
  event: string
  reason: AnnouncedReason
  returned: RefundedValue
  now: number
}

/** Message kinds of cancelled and moved dates. */
export const DATE_KINDS = {
  show: { cancelled: 'show_cancelled', moved: 'show_moved' },
  course_date: { cancelled: 'course_date_cancelled', moved: 'course_date_moved' },
} as const

/** Message kinds of the cancelled show or course date that the refund is for; null for other refunds. */
async function findCancellation(trx: Transaction, order: AnnouncedOrder, reason: AnnouncedReason) {
  if (reason !== 'staff' && reason !== 'show_cancelled') return null
  const cancelled = await trx
    .selectFrom('order')
    .leftJoin('show', 'show.id', 'order.show_id')
    .leftJoin('course_date', 'course_date.id', 'order.course_date_id')
    .select(['show.cancelled as show', 'course_date.cancelled as course_date'])
    .where('order.id', '=', order.id)
    .executeTakeFirstOrThrow()
  if (cancelled.show === 1) return DATE_KINDS.show
  return cancelled.course_date === 1 ? DATE_KINDS.course_date : null
}

/**
 * Queues a message about a refund and its reason. For a cancelled show or course date a single message
 * announces both the cancellation and the refund.
 */
export async function announceRefund(
  trx: Transaction,
  { order, event, reason, returned, now }: RefundAnnouncement,
): Promise<void> {
  const base = { order, event, now }
  const cancellation = await findCancellation(trx, order, reason)
  if (cancellation) {
    const { cancelled, moved } = cancellation
    const isWithdrawn = await withdrawUntried(trx, order, { kinds: [cancelled, moved], now })
    // Only the message about a cancellation is also sent by SMS.
    if (isWithdrawn || !(await isAnnounced(trx, order, [cancelled]))) {
      const sequence = getCalendarSequence(now)
      const record = { orderId: order.id, returned, before: null, sequence }
      await queueOrderMessage(trx, { ...base, kind: cancelled, record })
      return
    }
  }
  await queueOrderMessage(trx, {
    ...base,
    kind: 'refund',
    record: { orderId: order.id, reason, returned },
  })
}
