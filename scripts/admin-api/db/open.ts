import type { Kysely, Transaction as KyselyTransaction } from 'kysely'
import type { Database as AnyDatabase } from '../../lib/db/database.ts'
import { openDatabase as open, type OpenOptions } from '../../lib/db/database.ts'
import type { DatabaseAddress } from '../../lib/db/engines/engine.ts'
import { DamagedFileError } from '../../lib/db/damaged-file.ts'
import { readStorageFault } from '../../lib/storage-fault.ts'
import { carryOverOldSchema } from './engines/before-kysely.ts'
import { HISTORY } from './migrations/history.ts'
import type { Tables } from './tables.ts'
import { findLostInstallation, UnusableDatabaseError } from './unusable-database.ts'

export type Database = AnyDatabase<Tables>
/** What reads: the open database (`db.query`), or a transaction. */
export type Reader = Kysely<Tables>
/** What writes, all or nothing. */
export type Transaction = KyselyTransaction<Tables>

/**
 * Opens the database of an installation and brings it up to date.
 * @throws UnusableDatabaseError when it is damaged, cannot be reached, read or written, or is missing from
 *   an installation: a new one never takes the place of a lost one
 */
export async function openDatabase(
  address: DatabaseAddress,
  options: Omit<OpenOptions, 'history' | 'carryOver'> = {},
): Promise<Database> {
  const mark = address.kind === 'file' ? findLostInstallation(address.file) : undefined
  if (mark !== undefined) throw new UnusableDatabaseError(address, 'missing', mark)
  try {
    return await open(address, { ...options, history: HISTORY, carryOver: carryOverOldSchema })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error instanceof DamagedFileError) {
      throw new UnusableDatabaseError(address, 'damaged', error.message, error)
    }
    // The system refused the folder or the file before the database came to it.
    const fault = readStorageFault(error) ?? ('syscall' in error ? 'unreadable' : undefined)
    if (fault === undefined) throw error
    throw new UnusableDatabaseError(address, fault, error.message, error)
  }
}
