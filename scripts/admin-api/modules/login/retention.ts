import type { DeleteResult } from 'kysely'
import { eraseAddresses } from '../../db/audit.ts'
import type { Database, Transaction } from '../../db/open.ts'

const DAY_MS = 24 * 3_600_000

/**
 * How long phone numbers and network addresses of logins are kept: codes as long as a limit counts them
 * and complaints about them come in, addresses of logins and the devices of a phone for half a year
 * (docs/security.md).
 */
export const RETENTION = {
  codesMs: 7 * DAY_MS,
  addressesMs: 180 * DAY_MS,
  devicesMs: 180 * DAY_MS,
} as const

/** Entries of the audit log in a transaction. */
const BATCH = 500

const countDeleted = ({ numDeletedRows }: DeleteResult): number => Number(numDeletedRows)

/** Redacts the addresses of some old entries. @returns how many were deleted */
async function redactAddresses(trx: Transaction, until: number): Promise<number> {
  const entries = await trx
    .selectFrom('audit_log')
    .select(['id', 'data'])
    .where('at', '<=', until)
    .where('data', 'like', '%"address":%')
    .limit(BATCH)
    .execute()
  await eraseAddresses(trx, entries)
  return entries.length
}

/**
 * Deletes old codes, failed tries and devices, and redacts old addresses in the audit log.
 * @returns how many of each
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
  for (let some = BATCH; some === BATCH; addresses += some) {
    some = await db.transaction((trx) => redactAddresses(trx, now - addressesMs))
  }
  return { ...deleted, addresses }
}
