import { AsyncLocalStorage } from 'node:async_hooks'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { ConnectOptions, DatabaseAddress, PoolState } from './engines/engine.ts'
import { classifyDatabaseError, connect, getSchemaTools } from './engines/engines.ts'
import { migrate, type SchemaHistory } from './migrate.ts'

/** An open database. */
export interface Database<Tables> {
  /** Reads committed rows. Functions that only read accept a `Kysely`, so that a transaction can be passed. */
  readonly query: Kysely<Tables>
  /**
   * Runs a transaction. `run` reads and writes only through `trx`. After a conflict with another
   * transaction `run` is called again, so it must have no other side effects.
   * @throws the error of `run`, after the rollback
   */
  transaction<Result>(run: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result>
  /** State of the connection pool; null for a database in a file. */
  readonly readPool: (() => PoolState) | null
  /** Closes the connections after the running transactions have ended. */
  close(): Promise<void>
}

export interface OpenOptions extends Partial<Omit<ConnectOptions, 'beforeRead'>> {
  history: SchemaHistory
}

/** Attempts of a transaction that conflicts with others. */
const MAX_ATTEMPTS = 5

/** Runs a transaction and retries it after a conflict with another one. */
async function retryConflicts<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || classifyDatabaseError(error) !== 'conflict') throw error
    }
  }
}

/** The transaction of the current async context. Reads outside of it would not see its writes. */
const current = new AsyncLocalStorage<{ isOpen: boolean }>()

function assertNoTransaction(): void {
  if (current.getStore()?.isOpen !== true) return
  throw new Error('Inside a transaction, read and write only through `trx`')
}

/**
 * Opens a database and brings its schema up to date.
 * @throws ExpectedError when the schema does not match this program
 */
export async function openDatabase<Tables>(
  address: DatabaseAddress,
  { history, isShared = false, checksPages = false, onQuery }: OpenOptions,
): Promise<Database<Tables>> {
  const schema = getSchemaTools(address)
  const options = { isShared, checksPages, onQuery, beforeRead: assertNoTransaction }
  const connections = await connect<Tables>(address, options)
  const { reader, writer } = connections
  try {
    // The first process that connects to a server creates the tables.
    const creates = !isShared || address.kind === 'server'
    await migrate(writer, history, schema, { creates, upgrades: !isShared })
    connections.afterMigration()
  } catch (error) {
    await connections.close()
    throw error
  }
  const running = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined

  async function runTransaction<Result>(run: (trx: Transaction<Tables>) => Promise<Result>) {
    assertNoTransaction()
    return retryConflicts(() => {
      const state = { isOpen: true }
      const execution = current.run(state, () => writer.transaction().execute(run))
      return execution.finally(() => {
        state.isOpen = false
      })
    })
  }

  return {
    query: reader,
    readPool: connections.readPool,
    transaction(run) {
      const execution = runTransaction(run)
      running.add(execution)
      return execution.finally(() => running.delete(execution))
    },
    close() {
      closing ??= Promise.allSettled(running).then(() => connections.close())
      return closing
    },
  }
}

/**
 * Runs a part of a transaction in a savepoint: when it fails, only its own writes are rolled back.
 * @throws the error of `run`
 */
export async function withSavepoint<Tables, Result>(
  trx: Transaction<Tables>,
  run: () => Promise<Result>,
): Promise<Result> {
  await sql`savepoint part`.execute(trx)
  try {
    const result = await run()
    await sql`release savepoint part`.execute(trx)
    return result
  } catch (error) {
    await sql`rollback to savepoint part`.execute(trx)
    await sql`release savepoint part`.execute(trx)
    throw error
  }
}
