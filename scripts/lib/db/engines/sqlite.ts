import { Kysely } from 'kysely'
import type { Connections, ConnectOptions } from './engine.ts'
import { createReaderDialect, createWriterDialect } from './sqlite/dialect.ts'
import { openReader, openWriter } from './sqlite/open-connection.ts'

/**
 * Opens a database in a file with one connection for writes and one for reads, so that reads neither wait
 * for transactions nor see uncommitted rows.
 * @throws DamagedFileError when the integrity check of the pages fails
 */
export function connectSqlite<Tables>(
  file: string,
  { isShared, checksPages, onQuery, beforeRead }: ConnectOptions,
): Connections<Tables> {
  const writing = openWriter(file, checksPages)
  try {
    const reading = openReader(file)
    return {
      writer: new Kysely<Tables>({ dialect: createWriterDialect(writing, onQuery) }),
      reader: new Kysely<Tables>({
        dialect: createReaderDialect(reading, { onQuery, beforeUse: beforeRead }),
      }),
      afterMigration() {
        // Updates outdated statistics of the query planner: large tables need other query plans.
        if (!isShared) writing.exec('PRAGMA analysis_limit = 400; PRAGMA optimize = 0x10002;')
        // From here on only `BEGIN` can find the database locked, and the driver waits without blocking.
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
