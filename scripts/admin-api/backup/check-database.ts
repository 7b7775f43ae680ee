import { DatabaseSync } from 'node:sqlite'
import { readSchemaVersion, SCHEMA_VERSION } from '../db/migrate.ts'
import { checkInvariants } from '../orders/invariants.ts'

export interface DatabaseState {
  schema: number
  orders: number
  members: number
  applications: number
}

const count = (sqlite: DatabaseSync, table: string): number =>
  Number(sqlite.prepare(`SELECT count(*) AS n FROM "${table}"`).get()?.['n'])

/**
 * Looks whether a copy of the database is whole: its pages, its references, and what must be true of
 * stock and money.
 * @throws Error naming what is not
 */
export function checkDatabase(path: string): DatabaseState {
  const sqlite = new DatabaseSync(path, { readOnly: true })
  try {
    const integrity = sqlite.prepare('PRAGMA integrity_check').all()
    const problems = integrity.map((row) => String(row['integrity_check']))
    if (problems.join() !== 'ok') throw new Error(`${path} is damaged: ${problems[0]}`)
    const [stray] = sqlite.prepare('PRAGMA foreign_key_check').all()
    if (stray) throw new Error(`${path}: a row of ${String(stray['table'])} refers to nothing`)
    const schema = readSchemaVersion(sqlite)
    if (schema > SCHEMA_VERSION) {
      throw new Error(`${path} has schema ${schema}, this program knows ${SCHEMA_VERSION}`)
    }
    // At moment 0: that orders wait past their time is no fault of a copy.
    const faults = checkInvariants({ prepare: (sql) => sqlite.prepare(sql) }, 0)
    if (faults.length > 0) throw new Error(`${path}: ${faults.join('; ')}`)
    return {
      schema,
      orders: count(sqlite, 'order'),
      members: count(sqlite, 'user'),
      applications: count(sqlite, 'application'),
    }
  } finally {
    sqlite.close()
  }
}
