import type { Database } from '../../db/open.ts'
import { execute } from '../../db/write.ts'

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

/** Deletes old codes, failed tries and devices, and redacts old addresses in the audit log. */
export function eraseOldLogins(db: Database, now: number): void {
  db.transact(() => {
    execute(db, 'DELETE FROM one_time_code WHERE created_at <= ?', now - RETENTION.codesMs)
    execute(db, 'DELETE FROM failed_code WHERE at <= ?', now - RETENTION.codesMs)
    execute(db, 'DELETE FROM known_device WHERE used_at <= ?', now - RETENTION.devicesMs)
    execute(
      db,
      `UPDATE audit_log SET data = json_remove(data, '$.address')
       WHERE at <= ? AND json_extract(data, '$.address') IS NOT NULL`,
      now - RETENTION.addressesMs,
    )
  })
}
