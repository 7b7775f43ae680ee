import { stripControls } from '../../../lib/command-line/table.ts'
import type { EventSubject } from '../../db/member-tables.ts'
import type { Reader, Transaction } from '../../db/open.ts'
import { formatTime } from '../../venue-time.ts'
import { findTarget } from './queue-message.ts'
import type { StoredMessage } from './send-messages.ts'

export interface MessageFilter {
  state?: StoredMessage['state'] | undefined
  /** Id of a member. */
  member?: number | undefined
}

/** The latest 200 messages, newest first. */
export const listMessages = (db: Reader, { state, member }: MessageFilter) =>
  db
    .selectFrom('member_message')
    .selectAll()
    .$call((all) => (state === undefined ? all : all.where('state', '=', state)))
    .$call((all) => (member === undefined ? all : all.where('user_id', '=', member)))
    .orderBy('id', 'desc')
    .limit(200)
    .execute()

/** Delivery status of a message, for staff. */
export function describeState({
  state,
  tries,
  ended_at,
  next_try_at,
  fault,
}: StoredMessage): string {
  const reason = fault === null ? '' : ` (${stripControls(fault)})`
  switch (state) {
    case 'sent':
      return `sent ${formatTime(ended_at ?? 0)}`
    case 'skipped':
      return `not sent${reason}`
    case 'failed':
      return `failed after ${tries} tries${reason}`
    case 'waiting':
      return `due ${formatTime(next_try_at ?? 0)}${reason}`
  }
}

/** One line for staff per message about an order or application, oldest first. */
export async function describeMessages(
  db: Reader,
  subject: EventSubject,
  id: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('member_message')
    .selectAll()
    .where('subject', '=', subject)
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map((row) => {
    const to = row.target === null ? '' : ` to ${row.target}`
    return `  ${formatTime(row.created_at)}  ${row.kind} by ${row.channel}${to}: ${describeState(row)}`
  })
}

/** Whether a message is for the number or address that the member had before a change. */
const isForPrevious = ({ kind, channel }: StoredMessage): boolean =>
  (kind === 'mobile_changed' && channel === 'sms') ||
  (kind === 'email_changed' && channel === 'mail')

/**
 * Queues a message again, with a new mail id and to the member's current address or number, unless it is for the
 * previous one.
 * @returns false if it is queued already, or the member cannot be reached by its channel any longer
 */
export async function resendMessage(
  trx: Transaction,
  row: StoredMessage,
  now: number,
): Promise<boolean> {
  const user = await trx
    .selectFrom('user')
    .select(['mobile', 'email'])
    .where('id', '=', row.user_id)
    .executeTakeFirstOrThrow()
  const target = isForPrevious(row) ? row.target : findTarget(row.channel, user)
  if (target === null && row.channel !== 'account') return false
  const { numUpdatedRows } = await trx
    .updateTable('member_message')
    .set((is) => ({
      state: 'waiting',
      target,
      tries: 0,
      next_try_at: now,
      ended_at: null,
      fault: null,
      // The retry period starts again, and mail clients show the copy as a separate mail.
      created_at: now,
      copies: is('copies', '+', 1),
    }))
    .where('id', '=', row.id)
    .where('state', '<>', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
