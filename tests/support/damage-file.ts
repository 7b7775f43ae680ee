import { closeSync, fstatSync, openSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Bytes that no SQLite page consists of. */
const GARBAGE = 'this is not a database page. '

function overwrite(file: string, from: number, to: number): void {
  const handle = openSync(file, 'r+')
  const end = Math.min(to, fstatSync(handle).size)
  writeSync(handle, Buffer.alloc(end - from, GARBAGE), 0, end - from, from)
  closeSync(handle)
}

/** Overwrites the header of a database, so that SQLite does not recognise the file. */
export const damageHeader = (file: string): void => overwrite(file, 0, 100)

/** Overwrites everything after the first page: SQLite opens the database and finds the damage later. */
export const damageMiddle = (file: string): void => overwrite(file, 4096, Infinity)

/** Checkpoints the journal into the file, because its pages would repair the damage. */
export function emptyJournal(file: string): void {
  const sqlite = new DatabaseSync(file)
  sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  sqlite.close()
}
