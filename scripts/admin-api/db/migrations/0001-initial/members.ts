import { sql } from 'kysely'
import type { SchemaStep } from '../../../../lib/db/migrate.ts'

/** Members: accounts, logins and logs. */
export const createMemberTables: SchemaStep = async (db, schema) => {
  const { number, text, real, autoNumber, strict, keyed } = schema
  // Accounts, their sessions and identities, uploads and applications.
  await sql`create table "user" (
    id ${autoNumber}, mobile ${text} not null unique, nickname ${text} not null,
    gender ${text} check (gender in ('male', 'female')), birthday ${text}, email ${text},
    city_id ${number} references city (id), disabled ${number} default 0 not null,
    created_at ${number} not null
  ) ${strict}`.execute(db)
  await sql`create unique index user_email on "user" (lower(email))
    where email is not null`.execute(db)
  await sql`create table user_identity (
    provider ${text} not null, subject ${text} not null,
    user_id ${number} not null references "user" (id), name ${text} not null,
    bound_at ${number} not null,
    constraint user_identity_key primary key (provider, subject)
  ) ${keyed}`.execute(db)
  await sql`create unique index user_identity_user on user_identity (user_id, provider)`.execute(db)
  await sql`create table session (
    id ${autoNumber}, user_id ${number} not null references "user" (id),
    token_hash ${text} not null unique, cookie_hash ${text} not null,
    previous_token_hash ${text} unique, previous_cookie_hash ${text}, previous_until ${number},
    rotated_at ${number} not null, device ${text} not null, address ${text} not null,
    created_at ${number} not null, last_seen_at ${number} not null,
    expires_at ${number} not null, confirmed_at ${number} not null
  ) ${strict}`.execute(db)
  await sql`create index "session_user" on session (user_id, last_seen_at)`.execute(db)
  await sql`create table upload (
    id ${autoNumber}, user_id ${number} not null references "user" (id),
    kind ${text} not null check (kind in ('resume', 'video', 'avatar')),
    key ${text} not null unique, name ${text} not null,
    bytes ${number} not null check (bytes > 0), mime ${text} not null, duration_s ${real},
    state ${text} default 'open' not null
      check (state in ('open', 'received', 'ready', 'refused', 'deleted')),
    refusal ${number}, ticket_expires_at ${number} not null, created_at ${number} not null,
    ready_at ${number}
  ) ${strict}`.execute(db)
  await sql`create index upload_user on upload (user_id, created_at)`.execute(db)
  await sql`create index upload_state on upload (state, created_at)`.execute(db)
  // The tables `user` and `upload` reference each other.
  await sql`alter table "user"
    add column avatar_upload_id ${number} references upload (id)`.execute(db)
  await sql`create table application (
    id ${autoNumber}, kind ${text} not null check (kind in ('course', 'activity')),
    item_id ${number} not null, user_id ${number} not null references "user" (id),
    status ${text} not null, answers ${text} not null, submitted_at ${number} not null,
    decided_at ${number}, reopened_at ${number}
  ) ${strict}`.execute(db)
  await sql`create unique index application_once on application (kind, item_id, user_id)
    where reopened_at is null`.execute(db)
  await sql`create index application_user on application (user_id, submitted_at)`.execute(db)
  await sql`create index application_status on application (status, submitted_at)`.execute(db)
  await sql`create table application_upload (
    application_id ${number} not null references application (id),
    upload_id ${number} not null unique references upload (id),
    constraint application_upload_key primary key (application_id, upload_id)
  ) ${keyed}`.execute(db)

  // Codes by SMS and e-mail with their limits; responses stored for idempotency keys.
  await sql`create table used_nonce (
    provider ${text} not null, nonce_hash ${text} not null, expires_at ${number} not null,
    constraint used_nonce_key primary key (provider, nonce_hash)
  ) ${keyed}`.execute(db)
  await sql`create index used_nonce_expiry on used_nonce (expires_at)`.execute(db)
  await sql`create table one_time_code (
    id ${autoNumber}, channel ${text} not null check (channel in ('sms', 'email')),
    target ${text} not null, purpose ${text} not null, device_hash ${text} not null,
    address ${text} not null, user_id ${number}, code_hash ${text} not null,
    attempts ${number} default 0 not null check (attempts between 0 and 5),
    state ${text} default 'live' not null
      check (state in ('live', 'used', 'replaced', 'dead', 'unsent')),
    created_at ${number} not null, expires_at ${number} not null
  ) ${strict}`.execute(db)
  await sql`create unique index one_time_code_live on one_time_code (target, purpose, device_hash)
    where state = 'live'`.execute(db)
  await sql`create index one_time_code_target on one_time_code (target, created_at)`.execute(db)
  await sql`create index one_time_code_address on one_time_code (address, created_at)`.execute(db)
  await sql`create index one_time_code_device
    on one_time_code (device_hash, created_at)`.execute(db)
  await sql`create index one_time_code_created on one_time_code (created_at)`.execute(db)
  await sql`create index one_time_code_user on one_time_code (user_id, created_at)
    where user_id is not null`.execute(db)
  await sql`create table failed_code (
    target ${text} not null, device_hash ${text} default '' not null, address ${text} not null,
    at ${number} not null
  ) ${strict}`.execute(db)
  await sql`create index failed_code_device on failed_code (target, device_hash, at)`.execute(db)
  await sql`create index failed_code_address on failed_code (address, at)`.execute(db)
  await sql`create index failed_code_at on failed_code (at)`.execute(db)
  await sql`create table known_device (
    target ${text} not null, device_hash ${text} not null, used_at ${number} not null,
    constraint known_device_key primary key (target, device_hash)
  ) ${keyed}`.execute(db)
  await sql`create index known_device_used on known_device (used_at)`.execute(db)
  await sql`create table message (
    id ${autoNumber}, channel ${text} not null check (channel in ('sms', 'email')),
    target ${text} not null, text ${text} not null, created_at ${number} not null
  ) ${strict}`.execute(db)
  await sql`create table idempotency_key (
    user_id ${number} not null references "user" (id), key ${text} not null,
    endpoint ${text} not null, body_hash ${text} not null, answer ${text} not null,
    created_at ${number} not null,
    constraint idempotency_key_key primary key (user_id, key)
  ) ${keyed}`.execute(db)
  await sql`create index idempotency_key_created on idempotency_key (created_at)`.execute(db)

  // Append-only logs: events of applications and orders; logins and staff actions.
  await sql`create table event_log (
    id ${autoNumber}, subject ${text} not null, subject_id ${number} not null,
    event ${text} not null, data ${text} not null, at ${number} not null
  ) ${strict}`.execute(db)
  await sql`create index event_log_subject on event_log (subject, subject_id, id)`.execute(db)
  await sql`create table audit_log (
    id ${autoNumber}, action ${text} not null, user_id ${number}, data ${text} not null,
    at ${number} not null
  ) ${strict}`.execute(db)
  await sql`create index audit_log_user on audit_log (user_id, at)`.execute(db)
  await sql`create index audit_log_at on audit_log (at)`.execute(db)

  const always = sql`1 = 1`
  const guards = [
    ['event_log', 'update', always],
    ['event_log', 'delete', always],
    ['audit_log', 'delete', always],
    // Updates are allowed only to erase network addresses after their retention period.
    [
      'audit_log',
      'update',
      sql`NEW.id <> OLD.id or NEW.action <> OLD.action or NEW.at <> OLD.at
        or NEW.user_id is distinct from OLD.user_id
        or ${schema.differsWithoutKey('data', 'address')}`,
    ],
  ] as const
  for (const [table, event, refusedWhen] of guards) {
    await schema.createGuard(db, {
      name: `${table}_no_${event}`,
      table,
      event,
      refusedWhen,
      message: `${table} is append-only`,
    })
  }
}
