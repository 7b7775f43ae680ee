import type { Generated } from 'kysely'
import type { Locale } from '#api/language.ts'
import type { MessageChannel } from '../messages/message.ts'
import type { MessageRecords, QueuedName } from '../messages/message-data.ts'
import type { Json } from './json.ts'
import type { EventSubject } from './member-tables.ts'

// Times are epoch milliseconds.

export interface MessageTables {
  /** A message to a member by one channel, queued or sent. */
  member_message: {
    id: Generated<number>
    user_id: number
    /** The event, such as `order 12 paid`; each event is announced once per member and channel. */
    event: string
    kind: QueuedName
    channel: MessageChannel
    /** The order or application concerned. */
    subject: EventSubject | null
    subject_id: number | null
    record: Json<MessageRecords[QueuedName]>
    lang: Locale
    /** E-mail address or phone number; null for the account channel. */
    target: string | null
    state: Generated<'waiting' | 'sent' | 'skipped' | 'failed'>
    tries: Generated<number>
    /** Null once the message is sent, skipped or failed. */
    next_try_at: number | null
    /** How often staff have resent it. */
    copies: Generated<number>
    created_at: number
    ended_at: number | null
    /** The subject line as it was sent. */
    title: string | null
    /** Texts for the account, in every language. */
    lines: Json<Record<Locale, { title: string; summary: string }>> | null
    /** Why it was not sent, or has not been sent yet. */
    fault: string | null
  }
  /** Members' preferences for optional messages; without a row the default applies. */
  message_choice: {
    user_id: number
    kind: QueuedName
    channel: MessageChannel
    is_on: 0 | 1
    changed_at: number
  }
}
