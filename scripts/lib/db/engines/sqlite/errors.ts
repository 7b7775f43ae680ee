import * as v from 'valibot'
import type { DatabaseErrorKind } from '../engine.ts'

/** Primary result codes, sqlite.org/rescode.html. */
const KINDS: Readonly<Record<number, DatabaseErrorKind>> = {
  3: 'unreadable', // PERM
  5: 'busy', // BUSY
  8: 'unreadable', // READONLY
  10: 'unreadable', // IOERR
  11: 'damaged', // CORRUPT
  13: 'full', // FULL
  14: 'unreadable', // CANTOPEN
  19: 'constraint', // CONSTRAINT
  26: 'damaged', // NOTADB
}
/** Extended codes whose kind differs from that of their primary code. */
const EXTENDED: Readonly<Record<number, DatabaseErrorKind>> = {
  1555: 'unique', // CONSTRAINT_PRIMARYKEY
  2067: 'unique', // CONSTRAINT_UNIQUE
  4874: 'full', // IOERR_SHMSIZE: the disk is too full for the shared memory of the journal
}

const ErrorSchema = v.object({ code: v.literal('ERR_SQLITE_ERROR'), errcode: v.number() })

/** The kind of an error of SQLite; undefined for other errors. */
export function classifySqliteError(error: unknown): DatabaseErrorKind | undefined {
  if (!v.is(ErrorSchema, error)) return undefined
  // The low byte of an extended code is its primary code.
  return EXTENDED[error.errcode] ?? KINDS[error.errcode & 0xff]
}
