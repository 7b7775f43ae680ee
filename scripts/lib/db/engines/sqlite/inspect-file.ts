import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { createReaderDialect } from './dialect.ts'

/** A database file that is looked at and not changed. */
export interface InspectedFile<Tables> {
  /** Reads it, whatever its schema is. */
  query: Kysely<Tables>
  /** The first fault of its pages or its references; undefined when it is whole. */
  findFault(): string | undefined
  close(): void
}

/** Opens a database file to look whether it is whole. Migrates nothing. */
export function inspectFile<Tables>(file: string): InspectedFile<Tables> {
  const sqlite = new DatabaseSync(file, { readOnly: true })
  const dialect = createReaderDialect(sqlite, { onQuery: undefined, beforeUse() {} })
  return {
    query: new Kysely<Tables>({ dialect }),
    findFault() {
      const [problem] = sqlite.prepare('PRAGMA integrity_check').all()
      const result = String(problem?.['integrity_check'])
      if (result !== 'ok') return `damaged: ${result}`
      const [stray] = sqlite.prepare('PRAGMA foreign_key_check').all()
      return stray && `inconsistent: a row of ${String(stray['table'])} refers to nothing`
    },
    close: () => sqlite.close(),
  }
}
