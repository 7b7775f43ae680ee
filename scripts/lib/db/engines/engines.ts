import type {
  Connections,
  ConnectOptions,
  DatabaseAddress,
  DatabaseErrorKind,
  SchemaTools,
} from './engine.ts'
import { classifyPostgresError } from './postgres/errors.ts'
import { postgresSchema } from './postgres/schema.ts'
import { connectSqlite, type CarryOver } from './sqlite.ts'
import { classifySqliteError } from './sqlite/errors.ts'
import { sqliteSchema } from './sqlite/schema.ts'

export type { CarryOver } from './sqlite.ts'

/** What the address of a server of databases looks like. */
export const SERVER_URL_EXAMPLE = 'postgres://user:password@host/database'

/** Whether a text is the address of a server of databases. */
export const isServerUrl = (text: string): boolean =>
  /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '')

/** What migrations of a database need beyond the common form of the schema builder. */
export const schemaToolsOf = ({ kind }: DatabaseAddress): SchemaTools =>
  kind === 'file' ? sqliteSchema : postgresSchema

interface EngineOptions extends ConnectOptions {
  carryOver?: CarryOver | undefined
}

/** Connects to a database by the engine of its address. */
export async function connect<Tables>(
  address: DatabaseAddress,
  options: EngineOptions,
): Promise<Connections<Tables>> {
  if (address.kind === 'file') return connectSqlite(address.file, options)
  // Loaded only where it is configured.
  const { connectPostgres } = await import('./postgres.ts')
  return connectPostgres(address, options)
}

/** What an error of a database means; undefined for other errors. The engines' errors differ in form. */
export const classifyDatabaseError = (error: unknown): DatabaseErrorKind | undefined =>
  classifySqliteError(error) ?? classifyPostgresError(error)
