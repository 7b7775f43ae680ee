import { backup, DatabaseSync } from 'node:sqlite'

/** All pages in one step: a copy in several starts again whenever somebody writes in between. */
const ALL_PAGES = 2 ** 31 - 1

/** Moves what lies beside a database into it, so that one file is all of it. */
export function mergeJournal(file: string): void {
  const sqlite = new DatabaseSync(file)
  try {
    sqlite.exec('PRAGMA journal_mode = DELETE')
  } finally {
    sqlite.close()
  }
}

/** Copies a database that may be in use into one file. */
export async function copyDatabaseFile(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5000 })
  try {
    await backup(source, to, { rate: ALL_PAGES })
  } finally {
    source.close()
  }
  mergeJournal(to)
}
