import { closeSync, fstatSync, openSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Bytes that are no valid SQLite page. */
const GARBAGE = 'this is not a database page. '

function overwrite(file: string, from: number, to: number): void {
  const handle = openSync(file, 'r+')
  const end = Math.min(to, fstatSync(handle).size)
  writeSync(handle, Buffer.alloc(end - from, GARBAGE), 0, end - from, from)
  closeSync(handle)
}

/** Overwrites the first bytes of a database: SQLite no longer recognises the file. */
export const damageHeader = (file: string): void => overwrite(file, 0, 100)

/** Overwrites everything after the first page: SQLite opens the database and fails on later reads. */
export const damageMiddle = (file: string): void => overwrite(file, 4096, Infinity)

/** Checkpoints the WAL, which would otherwise repair damaged pages. */
export function emptyJournal(file: string): void {
  const sqlite = new DatabaseSync(file)
  sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  sqlite.close()
}
