import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'

/**
 * Larger databases are not read as a whole: SQLite offers no way to stop the check halfway. 1 GiB takes
 * 1.1 s from the memory of the system, so that a start is held up for some seconds at most.
 */
const MAX_BYTES = 4 * 1024 ** 3

/**
 * Looks whether the pages of a database hold together (`PRAGMA quick_check`). The content of text and of
 * indexes is not compared: SQLite keeps no checksums of them.
 * @returns the first thing that is wrong; undefined when there is none, or the file is over 4 GiB
 * @throws when the file is no database at all
 */
export function quickCheck(sqlite: DatabaseSync, file: string): string | undefined {
  if (statSync(file).size > MAX_BYTES) return undefined
  const [row] = sqlite.prepare('PRAGMA quick_check(1)').all()
  const result = String(row?.['quick_check'])
  // SQLite writes a heading before its finding.
  return result === 'ok' ? undefined : (result.split('\n').at(-1) ?? result)
}
