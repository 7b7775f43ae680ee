import type { Generated } from 'kysely'
import type { Locale } from '#api/language.ts'
import type { MessageChannel } from '../messages/message.ts'
import type { MessageRecords, QueuedName } from '../messages/outbox/records.ts'
import type { Json } from './json.ts'
import type { EventSubject } from './member-tables.ts'

// Times are epoch milliseconds.

/** What the account lists of a message, in one language. */
export interface AccountLine {
  title: string
  summary: string
}

export interface MessageTables {
  /** A message to a member by one channel: what is to be sent, and what was. */
  member_message: {
    id: Generated<number>
    user_id: number
    /** What happened, such as `order 12 paid`: it is announced once to each member by each channel. */
    event: string
    kind: QueuedName
    channel: MessageChannel
    /** The order or application that it is about. */
    subject: EventSubject | null
    subject_id: number | null
    record: Json<MessageRecords[QueuedName]>
    lang: Locale
    /** Address or number; null in the account. */
    target: string | null
    state: Generated<'waiting' | 'sent' | 'skipped' | 'failed'>
    tries: Generated<number>
    /** Null once it has ended. */
    next_try_at: number | null
    /** How often staff have sent it again. */
    copies: Generated<number>
    created_at: number
    ended_at: number | null
    /** As it was sent. */
    title: string | null
    /** Lines of the account, in every language. */
    lines: Json<Record<Locale, AccountLine>> | null
    /** Why it was not sent, or not yet. */
    fault: string | null
  }
  /** What members chose for messages that can be switched off; a missing row is the default. */
  message_choice: {
    user_id: number
    kind: QueuedName
    channel: MessageChannel
    is_on: 0 | 1
    changed_at: number
  }
}
