import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type { SqliteConnection } from './connection.ts'
import { classifySqliteError } from './errors.ts'

/** Timeout and retry interval for the write lock of another process. */
const MAX_WAIT_MS = 5000
const RETRY_MS = 5
/** Transactions per batch; limited, because other processes wait for the write lock meanwhile. */
const MAX_BATCH = 50

/** Transactions that are committed together, because flushing to disk takes longer than they do. */
interface Batch {
  /** Number of transactions that have succeeded. */
  size: number
  committed: PromiseWithResolvers<void>
}

/** Exclusive use of the connection by one caller. */
interface Turn extends DatabaseConnection {
  /** The batch of the open transaction. */
  batch: Batch | undefined
  isOver: boolean
}

/**
 * Runs transactions on one connection, in the order of the calls (group commit). Transactions that wait
 * when one ends, or that begin in the same iteration of the event loop, join its batch. Each is a savepoint,
 * so that it can be rolled back alone, and all are acknowledged when the batch is on disk.
 */
export class WriterDriver implements Driver {
  readonly #connection: SqliteConnection
  readonly #waiting: (() => void)[] = []
  #isTaken = false
  #batch: Batch | undefined

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  async init(): Promise<void> {}

  async #takeTurn(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isTaken = true
  }

  async acquireConnection(): Promise<Turn> {
    await this.#takeTurn()
    const turn: Turn = {
      batch: undefined,
      isOver: false,
      executeQuery: (query) => this.#execute(turn, query),
      streamQuery: () => this.#connection.streamQuery(),
    }
    return turn
  }

  async #execute<Result>(turn: Turn, query: CompiledQuery): Promise<QueryResult<Result>> {
    try {
      return await this.#connection.executeQuery<Result>(query)
    } catch (error) {
      // Some errors, such as a full disk, roll back the whole batch.
      if (turn.batch && !this.#connection.isTransaction) this.#fail(turn.batch, error)
      throw error
    }
  }

  #fail(batch: Batch, error: unknown): void {
    this.#batch = undefined
    batch.committed.reject(error)
  }

  async beginTransaction(turn: Turn): Promise<void> {
    // Migrations begin several transactions on one connection.
    if (turn.isOver) {
      await this.#takeTurn()
      turn.isOver = false
    }
    this.#batch ??= await this.#beginBatch()
    this.#connection.execute('SAVEPOINT turn')
    turn.batch = this.#batch
  }

  /**
   * IMMEDIATE takes the write lock at once: a transaction that has already read may be unable to get it
   * later. Waiting must not block the thread, because another connection of this process may hold the lock.
   */
  async #beginBatch(): Promise<Batch> {
    for (const until = performance.now() + MAX_WAIT_MS; ;) {
      try {
        this.#connection.execute('BEGIN IMMEDIATE')
        const batch = { size: 0, committed: Promise.withResolvers<void>() }
        // Transactions of the batch receive the rejection; this handler covers a batch without any.
        batch.committed.promise.catch(() => undefined)
        return batch
      } catch (error) {
        const isTimedOut = performance.now() >= until
        if (classifySqliteError(error) !== 'busy' || isTimedOut) throw error
      }
      await new Promise((done) => setTimeout(done, RETRY_MS))
    }
  }

  async commitTransaction(turn: Turn): Promise<void> {
    const { batch } = turn
    if (!batch) throw new Error('no transaction is open')
    this.#connection.execute('RELEASE turn')
    batch.size += 1
    turn.batch = undefined
    this.#endTurn(turn)
    await batch.committed.promise
  }

  async rollbackTransaction(turn: Turn): Promise<void> {
    // A failed batch has already been rolled back.
    if (turn.batch && this.#connection.isTransaction) {
      this.#connection.execute('ROLLBACK TO turn; RELEASE turn')
    }
    turn.batch = undefined
    this.#endTurn(turn)
  }

  /** Lets the next caller begin; commits the batch when it is full or no caller is waiting. */
  #endTurn(turn: Turn): void {
    if (turn.isOver) return
    turn.isOver = true
    const next = this.#waiting.shift()
    const batch = this.#batch
    // No transaction waits for an empty batch, so it is committed at once.
    if (batch && (batch.size >= MAX_BATCH || (!next && batch.size === 0))) this.#commit(batch)
    else if (batch && !next) this.#commitSoon(batch)
    if (next) next()
    else this.#isTaken = false
  }

  /** Commits after the calls of the same event loop iteration have had the chance to join. */
  #commitSoon(batch: Batch): void {
    setImmediate(() => {
      // A running transaction that has joined commits the batch when it ends.
      if (this.#batch === batch && !this.#isTaken) this.#commit(batch)
    })
  }

  #commit(batch: Batch): void {
    try {
      this.#connection.execute('COMMIT')
      this.#batch = undefined
      batch.committed.resolve()
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.execute('ROLLBACK')
      this.#fail(batch, error)
    }
  }

  async releaseConnection(turn: Turn): Promise<void> {
    this.#endTurn(turn)
  }

  async destroy(): Promise<void> {}
}
