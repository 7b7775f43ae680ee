import { sql, type Kysely, type QueryExecutorProvider } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { ExpectedError } from '../expected-error.ts'
import type { SchemaTools } from './engines/engine.ts'

/** One migration of the schema. */
export type SchemaStep = (db: Kysely<unknown>, schema: SchemaTools) => Promise<void>

/** The migrations of a database. */
export interface SchemaHistory {
  /** By name, in the order of execution. */
  steps: Readonly<Record<string, SchemaStep>>
  /** The table that records executed steps. */
  table: string
}

/** Compares the executed steps of a database, none if it is new, with those of this program. */
export async function readSchemaState(
  db: QueryExecutorProvider,
  { table, steps }: SchemaHistory,
  schema: SchemaTools,
) {
  const query = sql<{ name: string }>`select name from ${sql.table(table)} order by name`
  const rows = (await schema.hasTable(db, table)) ? (await query.execute(db)).rows : []
  const executed = rows.map(({ name }) => name)
  return {
    executed,
    /** A step that this program does not contain, so of a newer one; undefined when there is none. */
    unknown: executed.find((name) => !(name in steps)),
    /** Whether all steps of this program have been executed; a newer program may have added others. */
    isCurrent: Object.keys(steps).every((name) => executed.includes(name)),
  }
}

interface MigrateOptions {
  /** Whether to create the tables of a new database. */
  creates: boolean
  /** Whether to migrate the schema of an earlier version, which another process may be using. */
  upgrades: boolean
}

/**
 * Brings the schema up to date, atomically; a lock serialises processes that start together.
 * @throws ExpectedError when the database was written by a newer program, or needs a migration that is not allowed
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  history: SchemaHistory,
  schema: SchemaTools,
  { creates, upgrades }: MigrateOptions,
): Promise<void> {
  const { executed, unknown, isCurrent } = await readSchemaState(db, history, schema)
  const newest = Object.keys(history.steps).at(-1)
  if (unknown !== undefined) {
    throw new ExpectedError(
      `The database has schema ${unknown}, this program knows ${newest}: use the newer program`,
    )
  }
  if (isCurrent) return
  const isAllowed = executed.length === 0 ? creates : upgrades
  if (!isAllowed) {
    throw new ExpectedError(
      `The database has schema ${executed.at(-1) ?? 'of an earlier version'}, this program ${newest}: stop the server and start the new version first`,
    )
  }
  const migrations = Object.entries(history.steps).map(([name, step]): [string, Migration] => {
    return [name, { up: (trx) => step(trx, schema) }]
  })
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(migrations) },
    migrationTableName: history.table,
    migrationLockTableName: `${history.table}_lock`,
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
