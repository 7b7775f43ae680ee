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

/** The names of the executed steps of an existing database. */
async function readSteps(db: QueryExecutorProvider, { table }: SchemaHistory): Promise<string[]> {
  const query = sql<{ name: string }>`select name from ${sql.table(table)} order by name`
  return (await query.execute(db)).rows.map(({ name }) => name)
}

/** The names of the executed steps; empty for a new database. */
async function listExecutedSteps(
  db: QueryExecutorProvider,
  history: SchemaHistory,
  schema: SchemaTools,
): Promise<string[]> {
  return (await schema.hasTable(db, history.table)) ? readSteps(db, history) : []
}

const hasAllSteps = (executed: readonly string[], { steps }: SchemaHistory): boolean =>
  Object.keys(steps).every((name) => executed.includes(name))

/** Whether all steps of this program have been executed; a newer program may have added others. */
export const isSchemaCurrent = async (
  db: QueryExecutorProvider,
  history: SchemaHistory,
): Promise<boolean> => hasAllSteps(await readSteps(db, history), history)

const findUnknown = (executed: readonly string[], { steps }: SchemaHistory): string | undefined =>
  executed.find((name) => !(name in steps))

/** An executed step that this program does not contain, so of a newer one; undefined when there is none. */
export const findUnknownStep = async (
  db: QueryExecutorProvider,
  history: SchemaHistory,
  schema: SchemaTools,
): Promise<string | undefined> => findUnknown(await listExecutedSteps(db, history, schema), history)

function checkNotNewer(executed: readonly string[], history: SchemaHistory): void {
  const unknown = findUnknown(executed, history)
  if (unknown === undefined) return
  const { steps } = history
  throw new ExpectedError(
    `The database has schema ${unknown}, this program knows ${Object.keys(steps).at(-1)}: use the newer program`,
  )
}

/**
 * Brings the schema up to date, atomically; a lock serialises processes that start together.
 * @throws ExpectedError when the database was written by a newer program
 */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  history: SchemaHistory,
  schema: SchemaTools,
): Promise<void> {
  const executed = await listExecutedSteps(db, history, schema)
  checkNotNewer(executed, history)
  if (hasAllSteps(executed, history)) return
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

/** Whether any step has been executed. */
export const hasSchema = async (
  db: QueryExecutorProvider,
  history: SchemaHistory,
  schema: SchemaTools,
): Promise<boolean> => (await listExecutedSteps(db, history, schema)).length > 0

/**
 * Checks that the schema is that of this program, without migrating it, because another process may be using
 * the database.
 * @throws ExpectedError when the schema is that of an older or newer program
 */
export async function checkSchema(
  db: QueryExecutorProvider,
  history: SchemaHistory,
  schema: SchemaTools,
): Promise<void> {
  const executed = await listExecutedSteps(db, history, schema)
  checkNotNewer(executed, history)
  if (hasAllSteps(executed, history)) return
  throw new ExpectedError(
    `The database has schema ${executed.at(-1) ?? 'of an earlier version'}, this program ${Object.keys(history.steps).at(-1)}: stop the server and start the new version first`,
  )
}
