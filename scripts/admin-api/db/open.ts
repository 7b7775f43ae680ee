import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import type { Database as AnyDatabase } from '../../lib/db/database.ts'
import { openDatabase as open, type OpenOptions } from '../../lib/db/database.ts'
import { DamagedFileError, type DatabaseAddress } from '../../lib/db/engines/engine.ts'
import { readStorageFault } from '../../lib/storage-fault.ts'
import { HISTORY } from './migrations/history.ts'
import type { Tables } from './tables.ts'
import { findLostInstallation, UnusableDatabaseError } from './unusable-database.ts'

export type Database = AnyDatabase<Tables>
/** For reads: the open database (`db.query`) or a transaction. */
export type Reader = Kysely<Tables>
/** For writes. */
export type Transaction = KyselyTransaction<Tables>

/**
 * Opens the database of an installation and migrates it to the current schema.
 * @throws UnusableDatabaseError if it is damaged, cannot be reached, read or written, or is missing from an
 *   existing installation: a lost database is never replaced by an empty one
 */
export async function openDatabase(
  address: DatabaseAddress,
  options: Omit<OpenOptions, 'history'> = {},
): Promise<Database> {
  const mark = address.kind === 'file' ? findLostInstallation(address.file) : undefined
  if (mark !== undefined) throw new UnusableDatabaseError(address, 'missing', mark)
  try {
    return await open(address, { ...options, history: HISTORY })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error instanceof DamagedFileError) {
      throw new UnusableDatabaseError(address, 'damaged', error.message, error)
    }
    // A system call for the folder or the file failed before the database was opened.
    const fault = readStorageFault(error) ?? ('syscall' in error ? 'unreadable' : undefined)
    if (fault === undefined) throw error
    throw new UnusableDatabaseError(address, fault, error.message, error)
  }
}
