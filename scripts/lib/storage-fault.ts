import * as v from 'valibot'

/**
 * The storage fault behind a failed read or write: `damaged` (a corrupt database), `unreadable` (the disk
 * or its permissions), `full`.
 */
export type StorageFault = 'damaged' | 'unreadable' | 'full'

/** Primary result codes, sqlite.org/rescode.html. */
const SQLITE_FAULTS: Readonly<Record<number, StorageFault>> = {
  3: 'unreadable', // PERM
  8: 'unreadable', // READONLY
  10: 'unreadable', // IOERR
  11: 'damaged', // CORRUPT
  13: 'full', // FULL
  14: 'unreadable', // CANTOPEN
  26: 'damaged', // NOTADB
}
/** IOERR_SHMSIZE: the shared memory of the journal cannot grow, because the disk is full. */
const FULL_SHARED_MEMORY = 4874
const SYSTEM_FAULTS: Readonly<Record<string, StorageFault>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
}

const SqliteErrorSchema = v.object({ code: v.literal('ERR_SQLITE_ERROR'), errcode: v.number() })
const SystemErrorSchema = v.object({ code: v.string() })

/** Classifies an error or its cause; undefined for errors that are no storage faults. */
export function readStorageFault(error: unknown): StorageFault | undefined {
  if (v.is(SqliteErrorSchema, error)) {
    // Extended codes keep their primary code in the low byte.
    return error.errcode === FULL_SHARED_MEMORY ? 'full' : SQLITE_FAULTS[error.errcode & 0xff]
  }
  const own = v.is(SystemErrorSchema, error) ? SYSTEM_FAULTS[error.code] : undefined
  return own ?? (error instanceof Error && error.cause ? readStorageFault(error.cause) : undefined)
}
