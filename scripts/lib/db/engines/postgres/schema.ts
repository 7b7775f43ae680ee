import { sql } from 'kysely'
import type { Guard, SchemaTools } from '../engine.ts'

/** The row that a trigger returns, so that the statement proceeds. */
const RETURNED: Record<Guard['event'], 'NEW' | 'OLD'> = {
  insert: 'NEW',
  update: 'NEW',
  delete: 'OLD',
}
/** SQLSTATE of a violated check constraint. */
const CHECK_VIOLATION = '23514'

export const postgresSchema: SchemaTools = {
  number: sql`bigint`,
  // Compares bytewise, like SQLite, so that a prefix search is one range of an index.
  text: sql`text collate "C"`,
  real: sql`double precision`,
  // Not `generated always`: a copied database keeps its ids.
  autoNumber: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
  createTable: (db, name) => db.schema.createTable(name),
  createKeyedTable: (db, name) => db.schema.createTable(name),

  async createGuard(db, { name, table, event, refusedWhen, message, lock }) {
    const locking = lock
      ? sql`perform 1 from ${sql.table(lock.table)} where id = ${lock.id} for update;`
      : sql``
    // The condition is in the function, because `when` of a trigger does not allow subqueries.
    await sql`
      create function ${sql.id(name)}() returns trigger language plpgsql as $guard$
      begin
        ${locking}
        if ${refusedWhen} then
          raise exception ${sql.lit(message)} using errcode = ${sql.lit(CHECK_VIOLATION)};
        end if;
        return ${sql.raw(RETURNED[event])};
      end $guard$`.execute(db)
    await sql`
      create trigger ${sql.id(name)} before ${sql.raw(event)} on ${sql.table(table)}
      for each row execute function ${sql.id(name)}()`.execute(db)
  },

  differsWithoutKey(column, key) {
    const [before, after] = [sql.raw(`OLD.${column}`), sql.raw(`NEW.${column}`)]
    return sql`${after}::jsonb <> ${before}::jsonb - ${sql.lit(key)}`
  },

  async hasTable(db, name) {
    const result = await sql`select 1 from information_schema.tables
      where table_schema = current_schema() and table_name = ${name}`.execute(db)
    return result.rows.length > 0
  },
}
