import { LOCALES } from '#api/language.ts'
import { writeJson } from '../../db/json.ts'
import type { EventSubject } from '../../db/member-tables.ts'
import type { Transaction } from '../../db/open.ts'
import type { MessageChannel } from '../message.ts'
import { listChannels } from '../message-kinds.ts'
import { isSwitchedOn } from './choices.ts'
import { CONFIRMATIONS, type QueuedContent } from '../message-data.ts'
import { DAY } from '../../../lib/durations.ts'

export type NewMessage = QueuedContent & {
  userId: number
  /** The event, such as `order 12 paid`; each event is announced once. */
  event: string
  /** The order or application concerned, or null. */
  subject: { type: EventSubject; id: number } | null
  /** Epoch ms. */
  now: number
  /** When to send it (epoch ms); `now` by default. */
  dueAt?: number
}

interface Recipient {
  mobile: string
  email: string | null
}

/** The address or number of a member for a channel; null if the member has none, and for the account. */
export const findTarget = (channel: MessageChannel, { mobile, email }: Recipient): string | null =>
  ({ mail: email, sms: mobile, account: null })[channel]

/**
 * Queues a message in the outbox, one row per channel that reaches the member; a job sends it. Call inside
 * the transaction of the event (transactional outbox), so that neither exists without the other.
 */
export async function queueMessage(trx: Transaction, message: NewMessage): Promise<void> {
  const { userId, event, kind, record, subject, now, dueAt = now } = message
  const user = await trx
    .selectFrom('user')
    .select(['mobile', 'email', 'lang', 'disabled'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  // Disabled accounts, including removed ones, receive no messages.
  if (user.disabled === 1) return
  for (const channel of listChannels(kind)) {
    const target = findTarget(channel, user)
    if (target === null && channel !== 'account') continue
    if (!(await isSwitchedOn(trx, { userId, kind, channel }))) continue
    await trx
      .insertInto('member_message')
      .values({
        user_id: userId,
        event,
        kind,
        channel,
        subject: subject?.type ?? null,
        subject_id: subject?.id ?? null,
        record: writeJson(record),
        lang: user.lang ?? LOCALES[0],
        target,
        next_try_at: dueAt,
        created_at: now,
      })
      .onConflict((row) => row.columns(['event', 'user_id', 'channel']).doNothing())
      .execute()
  }
}

/**
 * Queues a message about a change of an account, in the transaction of the change. It goes to the number and the
 * address that the account has at this moment.
 */
export function announceAccountChange(
  trx: Transaction,
  content: QueuedContent,
  { userId, now }: { userId: number; now: number },
): Promise<void> {
  const event = `account ${userId} ${content.kind} ${now}`
  return queueMessage(trx, { ...content, userId, event, subject: null, now })
}

/**
 * Queues mails for the member's purchases of the last 24 hours, which were made without an e-mail address:
 * buyers enter it after the payment. Confirmations that were mailed already are not repeated.
 * @param now epoch ms
 */
export async function mailConfirmations(
  trx: Transaction,
  { userId, email, now }: { userId: number; email: string; now: number },
): Promise<void> {
  const purchases = await trx
    .selectFrom('member_message')
    .select(['user_id', 'event', 'kind', 'subject', 'subject_id', 'record', 'lang'])
    .where('user_id', '=', userId)
    .where('channel', '=', 'account')
    .where('kind', 'in', CONFIRMATIONS)
    .where('created_at', '>', now - DAY)
    .orderBy('id')
    .execute()
  if (purchases.length === 0) return
  const mail = { channel: 'mail', target: email, next_try_at: now, created_at: now } as const
  await trx
    .insertInto('member_message')
    .values(purchases.map((purchase) => ({ ...purchase, ...mail })))
    .onConflict((row) => row.columns(['event', 'user_id', 'channel']).doNothing())
    .execute()
}
