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
import { connectSqlite } from './sqlite.ts'
import { classifySqliteError } from './sqlite/errors.ts'
import { sqliteSchema } from './sqlite/schema.ts'

/** An example of the address of a database server. */
export const SERVER_URL_EXAMPLE = 'postgres://user:password@host/database'

/** Whether a text is the address of a database server. */
export const isServerUrl = (text: string): boolean =>
  /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '')

/** The engine-specific parts of the migrations of a database. */
export const getSchemaTools = ({ kind }: DatabaseAddress): SchemaTools =>
  kind === 'file' ? sqliteSchema : postgresSchema

/** Connects to a database by the engine of its address. */
export async function connect<Tables>(
  address: DatabaseAddress,
  options: ConnectOptions,
): Promise<Connections<Tables>> {
  if (address.kind === 'file') return connectSqlite(address.file, options)
  // Loaded only if configured, to keep the start fast.
  const { connectPostgres } = await import('./postgres.ts')
  return connectPostgres(address, options)
}

/** A database in a file has a single process, which holds every lock. */
const SINGLE_PROCESS: LockSession = {
  tryLock: async () => true,
  closed: new Promise(() => {}),
  probe: async () => {},
  close: async () => {},
}

/** Opens a session for a lock among the processes that share a database. */
export async function openLockSession(
  address: DatabaseAddress,
  name: string,
): Promise<LockSession> {
  if (address.kind === 'file') return SINGLE_PROCESS
  const { openPostgresLockSession } = await import('./postgres.ts')
  return openPostgresLockSession(address.url, name)
}

/**
 * Runs each recurring task on one of the processes that share a database server.
 * @param onError receives errors of the queue itself
 * @returns stops the tasks; resolves when the current runs have ended
 */
export async function startSharedTasks(
  address: Extract<DatabaseAddress, { kind: 'server' }>,
  tasks: readonly RecurringTask[],
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const { startPostgresTasks } = await import('./postgres/shared-tasks.ts')
  return startPostgresTasks(address.url, tasks, onError)
}

/** The kind of a database error, of any engine; undefined for other errors. */
export const classifyDatabaseError = (error: unknown): DatabaseErrorKind | undefined =>
  classifySqliteError(error) ?? classifyPostgresError(error)
