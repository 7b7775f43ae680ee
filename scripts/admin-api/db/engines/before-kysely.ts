import type { DatabaseSync } from 'node:sqlite'
import { ExpectedError } from '../../../lib/expected-error.ts'
import {
  contentMigration,
  contentNumbersMigration,
  momentsMigration,
  publishingMigration,
  searchMigration,
} from './before-kysely/content.ts'
import {
  codesByDeviceMigration,
  memberMigration,
  retentionMigration,
} from './before-kysely/members.ts'
import {
  orderMigration,
  paymentReferencesMigration,
  sandboxMigration,
  verifiedMigration,
} from './before-kysely/orders.ts'

// The legacy migrations for SQLite, before the common ones for all engines (`db/migrations`). Frozen.

/**
 * Adds columns that the common migrations rely on: the import order of media, and the visibility of content.
 * Drops the search index, which is rebuilt in new tables.
 */
const closingMigration = `
ALTER TABLE media ADD COLUMN imported_at INTEGER NOT NULL DEFAULT 0;
UPDATE media SET imported_at = rowid;
ALTER TABLE content_source ADD COLUMN visibility TEXT NOT NULL DEFAULT '{}';
UPDATE content_source SET visibility = (
  SELECT json_group_object(key, json(CASE WHEN type IN ('true', 'false') THEN type ELSE json_quote(atom) END))
  FROM json_each(data)
  WHERE key IN ('published', 'draft', 'published_at', 'expires_at'));
DROP TABLE search_word;
DROP TABLE search_title;
DROP TABLE search_sound;
DROP TABLE search_text;
DROP TABLE search_doc;
`

/** In order: the version of a schema is the number of its steps. */
const STEPS: readonly string[] = [
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
  closingMigration,
]

/** Runs a migration step and records it in the same transaction. */
function runStep(sqlite: DatabaseSync, step: string, version: number): void {
  sqlite.exec('BEGIN IMMEDIATE')
  try {
    sqlite.exec(`${step}; PRAGMA user_version = ${version}`)
    sqlite.exec('COMMIT')
  } catch (error) {
    if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
    throw error
  }
}

const readVersion = (sqlite: DatabaseSync): number =>
  Number(sqlite.prepare('PRAGMA user_version').get()?.['user_version'])

/** Runs the steps up to a version. Exported for tests, which build database files of old versions. */
export function runOldSteps(sqlite: DatabaseSync, version: number): void {
  for (const [index, step] of STEPS.slice(0, version).entries()) {
    if (index >= readVersion(sqlite)) runStep(sqlite, step, index + 1)
  }
}

/**
 * Migrates a legacy database file to the last of these steps. A new file only gets their version number, so
 * that programs of that time refuse to open it.
 * @throws ExpectedError if the file was written by a newer program
 */
export function migrateLegacySchema(sqlite: DatabaseSync): void {
  const version = readVersion(sqlite)
  if (version > STEPS.length) {
    throw new ExpectedError(
      `The database has schema ${version}, this program supports ${STEPS.length}: use the newer program`,
    )
  }
  if (version === 0) sqlite.exec(`PRAGMA user_version = ${STEPS.length}`)
  else runOldSteps(sqlite, STEPS.length)
}
