import type { DeleteResult } from 'kysely'
import { eraseAddresses } from '../db/audit.ts'
import type { Database, Transaction } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { LIFETIMES } from '../modules/upload/limits.ts'
import { deleteExpiredUploads } from '../modules/upload/delete-expired.ts'
import { getSessionLimits } from '../sessions/limits.ts'
import { COOLING_OFF_DAYS, removeDueAccounts } from './deletion.ts'
import { DAY } from '../../lib/durations.ts'

/**
 * Retention of login data: codes while limits and complaints need them, network addresses and known devices
 * for half a year (docs/privacy.md).
 */
export const RETENTION = {
  codesMs: 7 * DAY,
  addressesMs: 180 * DAY,
  devicesMs: 180 * DAY,
} as const

/** Retention of sent messages: long enough for enquiries about the previous season. */
const MESSAGE_RETENTION_MS = 366 * DAY

/** Retention of delivery receipts: as long as gateways keep them for inquiries. */
const RECEIPTS_KEPT_MS = 30 * DAY

/** Retention of responses to writes with an idempotency key. */
const RESPONSES_KEPT_MS = 2 * DAY

type Deletion = (trx: Transaction) => { executeTakeFirst(): Promise<DeleteResult> }

/** Runs a deletion in its own transaction. @returns the number of deleted rows */
async function countDeleted(db: Database, select: Deletion): Promise<number> {
  const { numDeletedRows } = await db.transaction((trx) => select(trx).executeTakeFirst())
  return Number(numDeletedRows)
}

/** Entries of the audit log per transaction. */
const BATCH_SIZE = 500

/** Redacts the addresses in a batch of old entries. @returns the number of entries */
async function redactAddresses(trx: Transaction, until: number): Promise<number> {
  const entries = await trx
    .selectFrom('audit_log')
    .select(['id', 'data'])
    .where('at', '<=', until)
    .where('data', 'like', '%"address":%')
    .limit(BATCH_SIZE)
    .execute()
  await eraseAddresses(trx, entries)
  return entries.length
}

/**
 * Deletes old codes, failed attempts and devices, and redacts old addresses in the audit log.
 * @returns the counts by kind
 */
export async function eraseOldLogins(db: Database, now: number): Promise<Record<string, number>> {
  const { codesMs, devicesMs, addressesMs } = RETENTION
  const codes = await countDeleted(db, (trx) =>
    trx.deleteFrom('one_time_code').where('created_at', '<=', now - codesMs),
  )
  const failures = await countDeleted(db, (trx) =>
    trx.deleteFrom('failed_code').where('at', '<=', now - codesMs),
  )
  const devices = await countDeleted(db, (trx) =>
    trx.deleteFrom('known_device').where('used_at', '<=', now - devicesMs),
  )
  let addresses = 0
  for (let count = BATCH_SIZE; count === BATCH_SIZE; addresses += count) {
    count = await db.transaction((trx) => redactAddresses(trx, now - addressesMs))
  }
  return { codes, failures, devices, addresses }
}

/**
 * Deletes the answers of applications after the retention period that the forms state;
 * `deleteExpiredUploads` deletes the files. Status and timeline are kept.
 * @returns the number of erased forms
 */
export async function eraseOldAnswers(db: Database, now: number): Promise<number> {
  const { numUpdatedRows } = await db.transaction((trx) =>
    trx
      .updateTable('application')
      .set({ answers: '{}' })
      .where('decided_at', '<=', now - LIFETIMES.decidedMs)
      .where('answers', '<>', '{}')
      .executeTakeFirst(),
  )
  return Number(numUpdatedRows)
}

/** Retention periods of some data, and the job that erases it afterwards. */
export interface RetentionRule {
  name: string
  /** Days by kind of data; the names are those of docs/privacy.md. */
  periods: Readonly<Record<string, number>>
  /** @returns the number of erased records by kind */
  erase: (now: number) => Promise<Readonly<Record<string, number>>>
}

/** Retention rules for personal data (docs/privacy.md). Data without a rule is kept as long as the account. */
export function listRetentionRules(deps: Deps): RetentionRule[] {
  const { db, config } = deps
  const session = getSessionLimits(config.authMode)
  return [
    {
      name: 'remove accounts',
      periods: { 'accounts after the request to delete them': COOLING_OFF_DAYS },
      erase: async (now) => ({ accounts: await removeDueAccounts(deps, now) }),
    },
    {
      name: 'erase old codes and addresses',
      periods: {
        'verification codes (hashes) and wrong tries, with phone or mail and address':
          RETENTION.codesMs / DAY,
        'network addresses in the audit log': RETENTION.addressesMs / DAY,
        'browsers that used a code, after the last code': RETENTION.devicesMs / DAY,
      },
      erase: (now) => eraseOldLogins(db, now),
    },
    {
      name: 'erase old messages',
      periods: {
        'messages, with the addresses that they went to, after they were sent':
          MESSAGE_RETENTION_MS / DAY,
        'the mail that an account is deleted, after it was sent': 0,
      },
      erase: async (now) => ({
        messages: await countDeleted(db, (trx) =>
          trx.deleteFrom('member_message').where('ended_at', '<=', now - MESSAGE_RETENTION_MS),
        ),
        // Of removed accounts, once sent or given up.
        last_messages: await countDeleted(db, (trx) =>
          trx
            .deleteFrom('member_message')
            .where('kind', '=', 'account_deleted')
            .where('ended_at', 'is not', null),
        ),
      }),
    },
    {
      name: 'erase old receipts',
      periods: {
        "gateways' receipts of SMS, without recipients and texts": RECEIPTS_KEPT_MS / DAY,
      },
      erase: async (now) => ({
        receipts: await countDeleted(db, (trx) =>
          trx.deleteFrom('sms_delivery').where('sent_at', '<=', now - RECEIPTS_KEPT_MS),
        ),
      }),
    },
    {
      name: 'empty old applications',
      periods: { 'answers of an application after its decision': LIFETIMES.decidedMs / DAY },
      erase: async (now) => ({ answers: await eraseOldAnswers(db, now) }),
    },
    {
      name: 'delete unneeded uploads',
      periods: {
        'files of an application after its decision': LIFETIMES.decidedMs / DAY,
        'files that no application uses': LIFETIMES.unusedMs / DAY,
        'unfinished uploads': LIFETIMES.openMs / DAY,
        'names of files that were deleted': LIFETIMES.forgottenMs / DAY,
      },
      erase: (now) => deleteExpiredUploads(deps, now),
    },
    {
      name: 'erase ended sessions',
      periods: {
        'sessions with device and address, after their last use': session.idleMs / DAY,
      },
      erase: async (now) => ({
        sessions: await countDeleted(db, (trx) =>
          trx
            .deleteFrom('session')
            .where(({ or, eb }) =>
              or([eb('expires_at', '<=', now), eb('last_seen_at', '<=', now - session.idleMs)]),
            ),
        ),
      }),
    },
    {
      name: 'erase idempotency keys',
      periods: { 'responses to orders, for repeated requests': RESPONSES_KEPT_MS / DAY },
      erase: async (now) => ({
        responses: await countDeleted(db, (trx) =>
          trx.deleteFrom('idempotency_key').where('created_at', '<', now - RESPONSES_KEPT_MS),
        ),
      }),
    },
    {
      name: 'erase expired sign-ins',
      periods: {},
      erase: async (now) => ({
        nonces: await countDeleted(db, (trx) =>
          trx.deleteFrom('used_nonce').where('expires_at', '<', now),
        ),
      }),
    },
  ]
}
