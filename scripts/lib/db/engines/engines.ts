import type {
  Connections,
  ConnectOptions,
  DatabaseAddress,
  DatabaseErrorKind,
  LockSession,
  RecurringTask,
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

/** The only process of a database in a file: it holds every lock. */
const ONLY_PROCESS: LockSession = {
  tryLock: async () => true,
  lost: new Promise(() => {}),
  probe: async () => {},
  close: async () => {},
}

/** Opens a session for a lock among all processes that share a database. */
export async function openLockSession(
  address: DatabaseAddress,
  name: string,
): Promise<LockSession> {
  if (address.kind === 'file') return ONLY_PROCESS
  const { openPostgresLockSession } = await import('./postgres/lock-session.ts')
  return openPostgresLockSession(address.url, name)
}

/**
 * Runs recurring tasks once for all processes that share a server of databases.
 * @param onError called with the faults of the queue itself
 * @returns the function that stops after the runs that are under way
 */
export async function startSharedTasks(
  address: Extract<DatabaseAddress, { kind: 'server' }>,
  tasks: readonly RecurringTask[],
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const { startPostgresTasks } = await import('./postgres/shared-tasks.ts')
  return startPostgresTasks(address.url, tasks, onError)
}

/** What an error of a database means; undefined for other errors. The engines' errors differ in form. */
export const classifyDatabaseError = (error: unknown): DatabaseErrorKind | undefined =>
  classifySqliteError(error) ?? classifyPostgresError(error)
