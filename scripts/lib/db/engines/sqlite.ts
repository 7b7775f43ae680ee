import { Kysely } from 'kysely'
import type { Connections, ConnectOptions } from './engine.ts'
import { createReaderDialect, createWriterDialect } from './sqlite/dialect.ts'
import { openReader, openWriter } from './sqlite/open-connection.ts'

interface SqliteOptions extends ConnectOptions {
  /** Brings a file of the time before these migrations to the state that they begin with. */
  carryOver?: CarryOver | undefined
}
/** Works on the connection itself: the steps of that time are SQL of SQLite. */
export type CarryOver = (sqlite: ReturnType<typeof openWriter>) => void

/**
 * Opens a database in a file: one connection writes, another one reads, so that a read neither waits for
 * a transaction nor sees half of one.
 * @throws DamagedFileError when the check of the pages finds damage
 */
export function connectSqlite<Tables>(
  file: string,
  { isShared, checksPages, carryOver, onQuery, beforeRead }: SqliteOptions,
): Connections<Tables> {
  const writing = openWriter(file, checksPages)
  try {
    if (!isShared) carryOver?.(writing)
    const reading = openReader(file)
    return {
      writer: new Kysely<Tables>({ dialect: createWriterDialect(writing, onQuery) }),
      reader: new Kysely<Tables>({
        dialect: createReaderDialect(reading, { onQuery, beforeUse: beforeRead }),
      }),
      afterMigration() {
        // Counts rows where that has become worth while: thousands of shows are read in another way.
        if (!isShared) writing.exec('PRAGMA analysis_limit = 400; PRAGMA optimize = 0x10002;')
        // From here on only `BEGIN` can meet the lock of another connection, and its wait must not block.
        writing.exec('PRAGMA busy_timeout = 0')
      },
      readPool: null,
      async close() {
        reading.close()
        try {
          writing.exec('PRAGMA wal_checkpoint(TRUNCATE)')
        } finally {
          writing.close()
        }
      },
    }
  } catch (error) {
    writing.close()
    throw error
  }
}
