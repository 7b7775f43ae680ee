import { sql } from 'kysely'
import { ORDER_RULES } from './order-rules.ts'
import { byAccount, byOwned, byTarget, type TableRule, type TableRules } from './rule.ts'

const LOG = { keptFor: 'append-only log of orders, applications and staff actions' }

/** Rows of the account, deleted on its removal unless a rule keeps them. */
const ofAccount = { rows: byAccount(), removal: 'delete' } as const

/**
 * Personal data in the tables of the database: whose it is, what is exported, and what is kept on removal
 * (docs/privacy.md). Rows are removed in this order, so a table comes before the tables it references.
 */
const PERSONAL_DATA = {
  // Anonymised instead of deleted, because orders reference the row.
  user: {
    rows: byAccount('id'),
    removal: { keptFor: 'an anonymous id that orders reference' },
    exported: ['id', 'created_at'],
    anonymised: {
      mobile: sql`'removed ' || id`,
      nickname: 'removed',
      gender: null,
      birthday: null,
      email: null,
      city_id: null,
      avatar_upload_id: null,
      lang: null,
      disabled: 1,
    },
  },
  user_identity: {
    ...ofAccount,
    exported: ['provider', 'subject', 'user_id', 'name', 'bound_at'],
  },
  consent: {
    ...ofAccount,
    exported: ['user_id', 'document', 'hash', 'name', 'agreed_at'],
  },
  account_deletion: {
    ...ofAccount,
    removal: { keptFor: 'proof that the request was fulfilled' },
    exported: ['user_id', 'state', 'requested_at', 'due_at', 'ended_at'],
  },
  session: {
    ...ofAccount,
    exported: [
      'id',
      'user_id',
      'device',
      'address',
      'created_at',
      'last_seen_at',
      'expires_at',
      'confirmed_at',
    ],
    internal: [
      'token_hash',
      'cookie_hash',
      'previous_token_hash',
      'previous_cookie_hash',
      'previous_until',
      'rotated_at',
    ],
  },
  one_time_code: {
    rows: (person) => sql`(${byTarget(person)} or ${byAccount()(person)})`,
    removal: 'delete',
    exported: [
      'id',
      'channel',
      'target',
      'purpose',
      'address',
      'user_id',
      'attempts',
      'state',
      'created_at',
      'expires_at',
    ],
    internal: ['device_hash', 'code_hash'],
  },
  failed_code: {
    rows: byTarget,
    removal: 'delete',
    exported: ['target', 'address', 'at'],
    internal: ['device_hash'],
  },
  known_device: {
    rows: byTarget,
    removal: 'delete',
    exported: ['target', 'used_at'],
    internal: ['device_hash'],
  },
  message: {
    rows: byTarget,
    removal: 'delete',
    exported: ['id', 'channel', 'target', 'text', 'created_at'],
  },
  // The mail about the deletion is sent after the removal; retention.ts erases it once it was sent.
  member_message: {
    rows: ({ id }) => sql`(user_id = ${id} and kind <> 'account_deleted')`,
    removal: 'delete',
    exported: [
      'id',
      'user_id',
      'event',
      'kind',
      'channel',
      'subject',
      'subject_id',
      'record',
      'lang',
      'target',
      'state',
      'created_at',
      'ended_at',
      'title',
      'lines',
    ],
    internal: ['tries', 'next_try_at', 'copies', 'fault'],
  },
  message_choice: {
    ...ofAccount,
    exported: ['user_id', 'kind', 'channel', 'is_on', 'changed_at'],
  },
  idempotency_key: {
    ...ofAccount,
    exported: ['user_id', 'endpoint', 'answer', 'created_at'],
    internal: ['key', 'body_hash'],
  },
  application_upload: {
    rows: byOwned('application'),
    removal: 'delete',
    exported: ['application_id', 'upload_id'],
  },
  upload_lock: {
    rows: ({ id }) => sql`upload_key in (select key from upload where user_id = ${id})`,
    removal: 'delete',
    exported: ['expires_at'],
    internal: ['upload_key', 'holder', 'is_wanted'],
  },
  upload: {
    ...ofAccount,
    exported: [
      'id',
      'user_id',
      'kind',
      'name',
      'bytes',
      'mime',
      'duration_s',
      'state',
      'refusal',
      'created_at',
      'ready_at',
    ],
    internal: ['key', 'ticket_expires_at'],
  },
  application: {
    ...ofAccount,
    removal: { keptFor: 'counts of applications and places' },
    exported: [
      'id',
      'kind',
      'item_id',
      'user_id',
      'status',
      'submitted_at',
      'decided_at',
      'reopened_at',
    ],
    anonymised: { answers: '{}' },
  },
  verify_grant: {
    ...ofAccount,
    exported: ['user_id', 'granted_at'],
  },
  ...ORDER_RULES,
  event_log: {
    rows: (person) => sql`(subject = 'order' and ${byOwned('order', 'subject_id')(person)}
      or subject = 'application' and ${byOwned('application', 'subject_id')(person)})`,
    removal: LOG,
    exported: ['id', 'subject', 'subject_id', 'event', 'data', 'at'],
  },
  audit_log: {
    ...ofAccount,
    removal: LOG,
    exported: ['id', 'action', 'user_id', 'at'],
    log: ['data'],
  },
} as const satisfies TableRules

/** The rules by the name of the table, in the order of removal, without the column types. */
export const TABLE_RULES: ReadonlyMap<string, TableRule> = new Map(Object.entries(PERSONAL_DATA))

export const isPersonalTable = (name: string): name is keyof typeof PERSONAL_DATA =>
  TABLE_RULES.has(name)
