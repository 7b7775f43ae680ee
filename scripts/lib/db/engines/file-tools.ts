import { renameSync, rmSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import * as v from 'valibot'
import { isMissingFile } from '../../is-missing-file.ts'
import type { StoredTable } from './engine.ts'
import { createReaderDialect } from './sqlite/dialect.ts'
import { classifySqliteError } from './sqlite/errors.ts'

// Operations on databases in files only: copy, inspect, lock, rename.

/** Copies all pages in one step: a backup in several steps restarts after every concurrent write. */
const ALL_PAGES = 2 ** 31 - 1

/** Merges the write-ahead log into a database, so that it consists of one file. */
export function mergeJournal(file: string): void {
  using sqlite = new DatabaseSync(file)
  sqlite.exec('PRAGMA journal_mode = DELETE')
}

/** Copies a database, which may be in use, into one file. */
export async function copyDatabaseFile(from: string, to: string): Promise<void> {
  using source = new DatabaseSync(from, { readOnly: true, timeout: 5000 })
  await backup(source, to, { rate: ALL_PAGES })
  mergeJournal(to)
}

/** Opens a database file, which no process may be writing, to check or copy it without migrating it. */
export function inspectFile<Tables>(file: string) {
  const sqlite = new DatabaseSync(file, { readOnly: true })
  const dialect = createReaderDialect(sqlite, { onQuery: undefined, beforeUse() {} })
  return {
    /** Reads rows, whatever the schema. */
    query: new Kysely<Tables>({ dialect }),
    /** The first fault of its pages or foreign keys; undefined when there is none. */
    findFault(): string | undefined {
      const [problem] = sqlite.prepare('PRAGMA integrity_check').all()
      const result = String(problem?.['integrity_check'])
      if (result !== 'ok') return `damaged: ${result}`
      const [orphan] = sqlite.prepare('PRAGMA foreign_key_check').all()
      return orphan && `inconsistent: a row of ${String(orphan['table'])} refers to a missing row`
    },
    listTables: () => listTables(sqlite),
    readRows: (table: StoredTable, batch: number) => readRows(sqlite, table, batch),
    [Symbol.dispose]: () => sqlite.close(),
  }
}

/** An exclusive lock among processes. */
export interface FileLock {
  release(): void
}

function acquire(file: string, waitMs: number): FileLock {
  const lock = new DatabaseSync(file, { timeout: waitMs })
  try {
    // The journal in memory avoids writes to a disk that may be full.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return { release: () => lock.close() }
  } catch (error) {
    lock.close()
    throw error
  }
}

/**
 * Locks a file by an exclusive transaction, which the system ends when the process dies: there are no stale
 * locks. A damaged file is replaced, because it contains no data. The first page is read under the lock,
 * so damage is detected only when no process holds the file.
 * @throws when another process holds the lock, and for disk faults
 */
export function lockFile(file: string, waitMs: number): FileLock {
  try {
    return acquire(file, waitMs)
  } catch (error) {
    if (classifySqliteError(error) !== 'damaged') throw error
    rmSync(file)
    return acquire(file, waitMs)
  }
}

/** A backup name with reason and time: `a.db.damaged-2026-11-23T05-00-00-000Z`. */
export const nameDated = (file: string, why: string, now: Date): string =>
  `${file}.${why}-${now.toISOString().replaceAll(/[:.]/g, '-')}`

const JOURNALS = ['-wal', '-shm', '-journal']

/** Renames a closed SQLite database together with its journal files. */
export function moveAside(file: string, name: string): void {
  renameSync(file, name)
  moveJournals(file, name)
}

/** Renames the journal files of a database, if any. SQLite applies them to any file of that name. */
export function moveJournals(file: string, name: string): void {
  for (const suffix of JOURNALS) {
    try {
      renameSync(file + suffix, name + suffix)
    } catch (error) {
      if (!isMissingFile(error)) throw error
    }
  }
}

/** A row by column; its values are texts and numbers. */
type StoredRow = Record<string, unknown>

const NameSchema = v.object({ name: v.string() })
const ColumnSchema = v.object({ name: v.string(), type: v.string() })
const SequenceSchema = v.object({ seq: v.number() })

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

function listTables(sqlite: DatabaseSync): StoredTable[] {
  const readAll = <Schema extends v.GenericSchema>(
    schema: Schema,
    sql: string,
    ...names: string[]
  ) => v.parse(v.array(schema), sqlite.prepare(sql).all(...names))

  function describeTable(name: string): StoredTable {
    const [last] = readAll(SequenceSchema, 'SELECT seq FROM sqlite_sequence WHERE name = ?', name)
    return {
      name,
      columns: readAll(ColumnSchema, 'SELECT name, type FROM pragma_table_info(?)', name),
      lastNumber: last?.seq ?? null,
    }
  }

  const names = readAll(
    NameSchema,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
  )
  return names.map(({ name }) => describeTable(name))
}

/** All rows of a table, in batches of `batch` rows. */
function* readRows(
  sqlite: DatabaseSync,
  { name }: StoredTable,
  batch: number,
): Iterable<StoredRow[]> {
  let rows: StoredRow[] = []
  for (const row of sqlite.prepare(`SELECT * FROM ${quote(name)}`).iterate()) {
    rows.push(row)
    if (rows.length < batch) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}
