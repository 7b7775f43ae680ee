import { sql } from 'kysely'
import type { SchemaTools } from '../engine.ts'

export const sqliteSchema: SchemaTools = {
  number: sql`integer`,
  text: sql`text`,
  real: sql`real`,
  autoNumber: sql`integer primary key autoincrement`,
  strict: sql`strict`,
  keyed: sql`strict, without rowid`,

  async createGuard(db, { name, table, event, refusedWhen, message }) {
    // Write transactions are serial, so no row has to be locked.
    await sql`
      create trigger ${sql.id(name)} before ${sql.raw(event)} on ${sql.table(table)}
      when ${refusedWhen}
      begin select raise(abort, ${sql.lit(message)}); end`.execute(db)
  },

  differsWithoutKey(column, key) {
    const [before, after] = [sql.raw(`OLD.${column}`), sql.raw(`NEW.${column}`)]
    return sql`${after} <> json_remove(${before}, ${sql.lit(`$.${key}`)})`
  },

  async hasTable(db, name) {
    const result = await sql`select 1 from sqlite_schema where name = ${name}`.execute(db)
    return result.rows.length > 0
  },
}
