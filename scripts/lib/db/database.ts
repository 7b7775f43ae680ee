import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, Transaction } from 'kysely'
import type { DatabaseAddress, PoolState } from './engines/engine.ts'
import { classifyDatabaseError, connect, schemaToolsOf, type CarryOver } from './engines/engines.ts'
import { checkSchema, hasSchema, migrate, type SchemaHistory } from './migrate.ts'

/** An open database. */
export interface Database<Tables> {
  /** Reads what is committed. A function that only reads takes a `Kysely`, so that a transaction fits too. */
  readonly query: Kysely<Tables>
  /**
   * Writes: all that `run` writes, or nothing. Inside of it everything is read through `trx`. `run` may be
   * called again when another transaction was in its way, so that it changes nothing but the database.
   * @throws what `run` throws, after the transaction was rolled back
   */
  transaction<Result>(run: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result>
  /** The pool of connections; null where a database has no server. */
  readonly readPool: (() => PoolState) | null
  /** Closes the connections, after the transactions that are under way. */
  close(): Promise<void>
}

export interface OpenOptions {
  history: SchemaHistory
  /** Another process may use the database: its schema must be current already. */
  isShared?: boolean
  /** Reads all pages of a file first, to find damage before members do. */
  checksPages?: boolean
  /** Receives every statement and how long it took, in ms. */
  onQuery?: (sql: string, ms: number) => void
  /** Brings a file of the time before `history` to the state that it begins with. */
  carryOver?: CarryOver
}

/** How often a transaction is run that others were in the way of. */
const MAX_RUNS = 3

/** Runs a transaction, and again when it lost against another one (anchors: reliability A3). */
async function repeatConflicts<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let runs = 1; ; runs += 1) {
    try {
      return await run()
    } catch (error) {
      if (runs === MAX_RUNS || classifyDatabaseError(error) !== 'conflict') throw error
    }
  }
}

/** Whether the code that runs now is inside a transaction: a read beside it would see an older state. */
const current = new AsyncLocalStorage<{ isOpen: boolean }>()

function forbidInTransaction(): void {
  if (current.getStore()?.isOpen !== true) return
  throw new Error('Inside a transaction everything is read and written through it')
}

/**
 * Opens a database and brings its schema up to date.
 * @throws ExpectedError when its schema is not one of this program
 */
export async function openDatabase<Tables>(
  address: DatabaseAddress,
  { history, isShared = false, checksPages = false, onQuery, carryOver }: OpenOptions,
): Promise<Database<Tables>> {
  const schema = schemaToolsOf(address)
  const options = { isShared, checksPages, onQuery, carryOver, beforeRead: forbidInTransaction }
  const connections = await connect<Tables>(address, options)
  const { reader, writer } = connections
  try {
    // Whoever comes first to a server makes the tables.
    const isEmpty = address.kind === 'server' && !(await hasSchema(writer, history, schema))
    if (isShared && !isEmpty) await checkSchema(writer, history, schema)
    else await migrate(writer, history, schema)
    connections.afterMigration()
  } catch (error) {
    await connections.close()
    throw error
  }
  const running = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined

  function runTransaction<Result>(run: (trx: Transaction<Tables>) => Promise<Result>) {
    forbidInTransaction()
    return repeatConflicts(() => {
      const state = { isOpen: true }
      const begun = current.run(state, () => writer.transaction().execute(run))
      return begun.finally(() => {
        state.isOpen = false
      })
    })
  }

  return {
    query: reader,
    readPool: connections.readPool,
    async transaction(run) {
      const under = runTransaction(run)
      running.add(under)
      try {
        return await under
      } finally {
        running.delete(under)
      }
    },
    close() {
      closing ??= Promise.allSettled(running).then(() => connections.close())
      return closing
    },
  }
}
