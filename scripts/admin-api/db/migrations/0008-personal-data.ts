import { sql } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** Members' consent to legal texts, and requests to delete accounts. */
export const createPersonalDataTables: SchemaStep = async (db, { number, text, strict, keyed }) => {
  await sql`create table consent (
    user_id ${number} not null references "user" (id),
    document ${text} not null check (document in ('user_agreement', 'privacy_policy')),
    hash ${text} not null, name ${text} not null, agreed_at ${number} not null,
    constraint consent_key primary key (user_id, document, hash)
  ) ${keyed}`.execute(db)
  await sql`create table account_deletion (
    user_id ${number} primary key references "user" (id),
    state ${text} not null check (state in ('scheduled', 'cancelled', 'done')),
    requested_at ${number} not null, due_at ${number} not null, ended_at ${number},
    constraint account_deletion_end check ((state = 'scheduled') = (ended_at is null))
  ) ${strict}`.execute(db)
  await sql`create index account_deletion_due on account_deletion (due_at)
    where state = 'scheduled'`.execute(db)
}
