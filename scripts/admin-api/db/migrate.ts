import type { DatabaseSync } from 'node:sqlite'
import { contentMigration } from './migrations/0001-content.ts'
import { searchMigration } from './migrations/0002-search.ts'
import { memberMigration } from './migrations/0003-members.ts'
import { orderMigration } from './migrations/0004-orders.ts'
import { sandboxMigration } from './migrations/0005-sandbox.ts'
import { verifiedMigration } from './migrations/0006-verified.ts'
import { publishingMigration } from './migrations/0007-publishing.ts'
import { momentsMigration } from './migrations/0008-moments.ts'
import { contentNumbersMigration } from './migrations/0009-content-numbers.ts'
import { retentionMigration } from './migrations/0010-retention.ts'
import { codesByDeviceMigration } from './migrations/0011-codes-by-device.ts'
import { paymentReferencesMigration } from './migrations/0012-payment-references.ts'
import { paymentPayersMigration } from './migrations/0013-payment-payers.ts'
import { smsDeliveriesMigration } from './migrations/0014-sms-deliveries.ts'
import { transact } from './transact.ts'

/** In the order of their numbers; a migration that was released is never changed again. */
const MIGRATIONS: readonly string[] = [
  contentMigration,
  searchMigration,
  memberMigration,
  orderMigration,
  sandboxMigration,
  verifiedMigration,
  publishingMigration,
  momentsMigration,
  contentNumbersMigration,
  retentionMigration,
  codesByDeviceMigration,
  paymentReferencesMigration,
  paymentPayersMigration,
  smsDeliveriesMigration,
]

export const SCHEMA_VERSION = MIGRATIONS.length

export function readSchemaVersion(sqlite: DatabaseSync): number {
  return Number(sqlite.prepare('PRAGMA user_version').get()?.['user_version'])
}

/**
 * Brings the schema up to date, each step in a transaction of its own.
 * @throws Error when the database was written by a newer program
 */
export function migrate(sqlite: DatabaseSync): void {
  const version = readSchemaVersion(sqlite)
  if (version > SCHEMA_VERSION) {
    throw new Error(
      `The database has schema ${version}, this program knows ${SCHEMA_VERSION}: use the newer program`,
    )
  }
  for (const [index, migration] of MIGRATIONS.entries()) {
    if (index < version) continue
    transact(sqlite, () => {
      sqlite.exec(migration)
      sqlite.exec(`PRAGMA user_version = ${index + 1}`)
    })
  }
}

/** @throws Error when the program that runs on the database is older or newer than this one */
export function checkSchema(sqlite: DatabaseSync): void {
  const version = readSchemaVersion(sqlite)
  if (version === SCHEMA_VERSION) return
  throw new Error(
    `The running server has schema ${version}, this program ${SCHEMA_VERSION}: stop the server first`,
  )
}
