import { readJson, writeJson } from '../../db/json.ts'
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

/** Redacts the addresses of some old entries. @returns how many it were */
async function redactAddresses(trx: Transaction, until: number): Promise<number> {
  const entries = await trx
    .selectFrom('audit_log')
    .select(['id', 'data'])
    .where('at', '<=', until)
    .where('data', 'like', '%"address":%')
    .limit(BATCH)
    .execute()
  for (const { id, data } of entries) {
    const { address: _address, ...rest } = readJson(data)
    await trx
      .updateTable('audit_log')
      .set({ data: writeJson(rest) })
      .where('id', '=', id)
      .execute()
  }
  return entries.length
}

/** Deletes old codes, failed tries and devices, and redacts old addresses in the audit log. */
export async function eraseOldLogins(db: Database, now: number): Promise<void> {
  const { codesMs, devicesMs, addressesMs } = RETENTION
  await db.transaction(async (trx) => {
    await trx
      .deleteFrom('one_time_code')
      .where('created_at', '<=', now - codesMs)
      .execute()
    await trx
      .deleteFrom('failed_code')
      .where('at', '<=', now - codesMs)
      .execute()
    await trx
      .deleteFrom('known_device')
      .where('used_at', '<=', now - devicesMs)
      .execute()
  })
  while ((await db.transaction((trx) => redactAddresses(trx, now - addressesMs))) === BATCH);
}
