import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { createReaderDialect } from './dialect.ts'

/** A database file, opened read-only. */
export interface InspectedFile<Tables> {
  /** Reads rows, whatever the schema. */
  query: Kysely<Tables>
  /** The first fault of its pages or foreign keys; undefined when there is none. */
  findFault(): string | undefined
  close(): void
}

/** Opens a database file to check its integrity, without migrating it. */
export function inspectFile<Tables>(file: string): InspectedFile<Tables> {
  const sqlite = new DatabaseSync(file, { readOnly: true })
  const dialect = createReaderDialect(sqlite, { onQuery: undefined, beforeUse() {} })
  return {
    query: new Kysely<Tables>({ dialect }),
    findFault() {
      const [problem] = sqlite.prepare('PRAGMA integrity_check').all()
      const result = String(problem?.['integrity_check'])
      if (result !== 'ok') return `damaged: ${result}`
      const [orphan] = sqlite.prepare('PRAGMA foreign_key_check').all()
      return orphan && `inconsistent: a row of ${String(orphan['table'])} refers to a missing row`
    },
    close: () => sqlite.close(),
  }
}
