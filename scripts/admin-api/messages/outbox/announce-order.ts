import type { Transaction } from '../../db/open.ts'
import { MINUTE } from '../../venue-time.ts'
import type { AnnouncedReason, Returned } from '../message-data.ts'
import { queueMessage } from './queue-message.ts'
import type { QueuedContent, QueuedName } from './records.ts'

/** What messages need of an order. */
interface Announced {
  id: number
  user_id: number
}

interface OrderMessage {
  order: Announced
  /** What happened to it, such as `paid`. */
  event: string
  now: number
  dueAt?: number
}

/** Puts a message about an order into the outbox, and so into the log of the order. */
export const queueOrderMessage = (
  trx: Transaction,
  { order, event, ...message }: OrderMessage & QueuedContent,
): Promise<number> =>
  queueMessage(trx, {
    ...message,
    userId: order.user_id,
    event: `order ${order.id} ${event}`,
    subject: { type: 'order', id: order.id },
  })

/** The revision of a calendar entry: higher with each change, however the changes are spread over time. */
export const readSequence = (now: number): number => Math.floor(now / MINUTE)

/** Messages of an order that wait for their first try. */
export const selectUntried = (trx: Transaction, order: Announced, kinds: readonly QueuedName[]) =>
  trx
    .selectFrom('member_message')
    .select(['id', 'record'])
    .where('subject', '=', 'order')
    .where('subject_id', '=', order.id)
    .where('kind', 'in', kinds)
    .where('state', '=', 'waiting')
    .where('tries', '=', 0)

/** Takes back what was not sent yet: something newer takes its place. */
export async function withdrawUntried(
  trx: Transaction,
  order: Announced,
  { kinds, now }: { kinds: readonly QueuedName[]; now: number },
): Promise<void> {
  await trx
    .updateTable('member_message')
    .set({ state: 'skipped', next_try_at: null, ended_at: now, fault: 'something newer was sent' })
    .where(({ eb }) => eb('id', 'in', selectUntried(trx, order, kinds).clearSelect().select('id')))
    .execute()
}

/** Whether a member was told of something, or is about to be. */
async function isAnnounced(trx: Transaction, order: Announced, kind: QueuedName): Promise<boolean> {
  const row = await trx
    .selectFrom('member_message')
    .select('id')
    .where('subject', '=', 'order')
    .where('subject_id', '=', order.id)
    .where('kind', '=', kind)
    .where('state', '<>', 'skipped')
    .executeTakeFirst()
  return row !== undefined
}

interface Refunded {
  order: Announced
  /** What is refunded: the order, or a payment too many. */
  event: string
  reason: AnnouncedReason
  returned: Returned
  now: number
}

const CANCELLATIONS = {
  show: { cancelled: 'show_cancelled', moved: 'show_moved' },
  course_date: { cancelled: 'course_date_cancelled', moved: 'course_date_moved' },
} as const

/** The messages of a cancellation for which staff refund an order; null for another refund. */
async function findCancellation(trx: Transaction, order: Announced, reason: AnnouncedReason) {
  if (reason === 'show_cancelled') return CANCELLATIONS.show
  if (reason !== 'staff') return null
  const date = await trx
    .selectFrom('order')
    .innerJoin('course_date', 'course_date.id', 'order.course_date_id')
    .select('course_date.id')
    .where('order.id', '=', order.id)
    .where('course_date.cancelled', '=', 1)
    .executeTakeFirst()
  return date ? CANCELLATIONS.course_date : null
}

/**
 * Announces what comes back, and why. Of a show or a course date that is cancelled the reader learns both at
 * once.
 */
export async function announceRefund(
  trx: Transaction,
  { order, event, reason, returned, now }: Refunded,
): Promise<void> {
  const base = { order, event, now }
  const cancellation = await findCancellation(trx, order, reason)
  if (cancellation) {
    const { cancelled, moved } = cancellation
    await withdrawUntried(trx, order, { kinds: [cancelled, moved], now })
    if (!(await isAnnounced(trx, order, cancelled))) {
      const record = { orderId: order.id, returned, sequence: readSequence(now) }
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
