import type { DeleteResult } from 'kysely'
import { eraseAddresses } from '../../db/audit.ts'
import type { Database, Transaction } from '../../db/open.ts'
import { DAY } from '../../venue-time.ts'

/**
 * Retention of login data: codes while limits and complaints need them, network addresses and known devices
 * for half a year (docs/privacy.md).
 */
export const RETENTION = {
  codesMs: 7 * DAY,
  addressesMs: 180 * DAY,
  devicesMs: 180 * DAY,
} as const

/** Entries of the audit log per transaction. */
const BATCH_SIZE = 500

const countDeleted = ({ numDeletedRows }: DeleteResult): number => Number(numDeletedRows)

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
  const deleted = await db.transaction(async (trx) => {
    const codes = trx.deleteFrom('one_time_code').where('created_at', '<=', now - codesMs)
    const failures = trx.deleteFrom('failed_code').where('at', '<=', now - codesMs)
    const devices = trx.deleteFrom('known_device').where('used_at', '<=', now - devicesMs)
    return {
      codes: countDeleted(await codes.executeTakeFirst()),
      failures: countDeleted(await failures.executeTakeFirst()),
      devices: countDeleted(await devices.executeTakeFirst()),
    }
  })
  let addresses = 0
  for (let count = BATCH_SIZE; count === BATCH_SIZE; addresses += count) {
    count = await db.transaction((trx) => redactAddresses(trx, now - addressesMs))
  }
  return { ...deleted, addresses }
}
