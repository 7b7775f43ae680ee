import { backup, DatabaseSync } from 'node:sqlite'

/** Copies all pages in one step: a backup in several steps restarts after every concurrent write. */
const ALL_PAGES = 2 ** 31 - 1

/** Merges the write-ahead log into a database, so that it consists of one file. */
export function mergeJournal(file: string): void {
  const sqlite = new DatabaseSync(file)
  try {
    sqlite.exec('PRAGMA journal_mode = DELETE')
  } finally {
    sqlite.close()
  }
}

/** Copies a database, which may be in use, into one file. */
export async function copyDatabaseFile(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5000 })
  try {
    await backup(source, to, { rate: ALL_PAGES })
  } finally {
    source.close()
  }
  mergeJournal(to)
}
