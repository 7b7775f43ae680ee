import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'

/**
 * Larger databases are not checked, because the check cannot be cancelled. 1 GiB takes 1.1 s from the file
 * system cache, so a start is delayed by some seconds at most.
 */
const MAX_BYTES = 4 * 1024 ** 3

/**
 * Checks the page structure of a database (`PRAGMA quick_check`). Text and indexes are not verified,
 * because SQLite has no checksums for them.
 * @returns the first fault; undefined when there is none, or the file is over 4 GiB
 * @throws when the file is not a database
 */
export function quickCheck(sqlite: DatabaseSync, file: string): string | undefined {
  if (statSync(file).size > MAX_BYTES) return undefined
  const [row] = sqlite.prepare('PRAGMA quick_check(1)').all()
  const result = String(row?.['quick_check'])
  // A heading precedes the fault.
  return result === 'ok' ? undefined : (result.split('\n').at(-1) ?? result)
}
