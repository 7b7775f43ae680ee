import { sql } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** The outbox of messages to members, members' preferences, and columns that messages need in other tables. */
export const createMemberMessages: SchemaStep = async (db, schema) => {
  const { number, text, autoNumber, strict, keyed } = schema
  await sql`alter table "user" add column lang ${text}`.execute(db)
  await sql`alter table "order" add column refundable_until ${number}`.execute(db)
  await sql`create table member_message (
    id ${autoNumber}, user_id ${number} not null references "user" (id), event ${text} not null,
    kind ${text} not null,
    channel ${text} not null check (channel in ('mail', 'sms', 'account')), subject ${text},
    subject_id ${number}, record ${text} not null, lang ${text} not null, target ${text},
    state ${text} default 'waiting' not null
      check (state in ('waiting', 'sent', 'skipped', 'failed')),
    tries ${number} default 0 not null, next_try_at ${number},
    copies ${number} default 0 not null, created_at ${number} not null, ended_at ${number},
    title ${text}, lines ${text}, fault ${text},
    constraint member_message_once unique (event, user_id, channel),
    constraint member_message_waits_or_ended
      check ((state = 'waiting') = (next_try_at is not null)
        and (state = 'waiting') = (ended_at is null))
  ) ${strict}`.execute(db)
  await sql`create index member_message_due on member_message (next_try_at)
    where next_try_at is not null`.execute(db)
  await sql`create index member_message_user on member_message (user_id, id)`.execute(db)
  await sql`create index member_message_subject
    on member_message (subject, subject_id, id)`.execute(db)
  await sql`create index member_message_ended on member_message (channel, ended_at)`.execute(db)
  await sql`create table message_choice (
    user_id ${number} not null references "user" (id), kind ${text} not null,
    channel ${text} not null, is_on ${number} not null, changed_at ${number} not null,
    constraint message_choice_key primary key (user_id, kind, channel)
  ) ${keyed}`.execute(db)
}
