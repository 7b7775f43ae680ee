import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type { SqliteConnection } from './connection.ts'
import { classifySqliteError } from './errors.ts'

/** How long a transaction waits for one of another process, and how often it tries. */
const MAX_WAIT_MS = 5000
const RETRY_MS = 5
/** Other processes wait meanwhile. */
const MAX_BATCH = 50

/** Transactions that are committed together: to wait for the disk takes longer than they do. */
interface Batch {
  /** How many have ended well. */
  size: number
  committed: PromiseWithResolvers<void>
}

/** The use of the connection, from its beginning until the next one may begin. */
interface Turn extends DatabaseConnection {
  /** The batch of its transaction, while that is open. */
  batch: Batch | undefined
  isOver: boolean
}

/**
 * Transactions of one connection, in the order of their calls. Those that wait when one ends, or begin in the
 * same turn of the event loop, join its batch: each is a savepoint, so that it is undone alone, and all are
 * acknowledged when the batch is on disk.
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
      // A full disk and the like undo the whole batch.
      if (turn.batch && !this.#connection.isTransaction) this.#fail(turn.batch, error)
      throw error
    }
  }

  #fail(batch: Batch, error: unknown): void {
    this.#batch = undefined
    batch.committed.reject(error)
  }

  async beginTransaction(turn: Turn): Promise<void> {
    // Migrations begin several on one connection.
    if (turn.isOver) {
      await this.#takeTurn()
      turn.isOver = false
    }
    this.#batch ??= await this.#beginBatch()
    this.#connection.execute('SAVEPOINT turn')
    turn.batch = this.#batch
  }

  /**
   * IMMEDIATE takes the lock of the writer at once: a transaction that read first and then had to wait
   * could not go on. Another process may hold it, or another connection of this one, so that the wait
   * must not block.
   */
  async #beginBatch(): Promise<Batch> {
    for (const until = performance.now() + MAX_WAIT_MS; ;) {
      try {
        this.#connection.execute('BEGIN IMMEDIATE')
        const batch = { size: 0, committed: Promise.withResolvers<void>() }
        // Who waits for it hears of its failure.
        batch.committed.promise.catch(() => undefined)
        return batch
      } catch (error) {
        const isOver = performance.now() >= until
        if (classifySqliteError(error) !== 'busy' || isOver) throw error
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
    // A batch that failed has undone it.
    if (turn.batch && this.#connection.isTransaction) {
      this.#connection.execute('ROLLBACK TO turn; RELEASE turn')
    }
    turn.batch = undefined
    this.#endTurn(turn)
  }

  /** Lets the next one begin; commits the batch when it is full or nobody joins it. */
  #endTurn(turn: Turn): void {
    if (turn.isOver) return
    turn.isOver = true
    const next = this.#waiting.shift()
    const batch = this.#batch
    // An empty one holds nobody who waits for it.
    if (batch && (batch.size >= MAX_BATCH || (!next && batch.size === 0))) this.#commit(batch)
    else if (batch && !next) this.#commitSoon(batch)
    if (next) next()
    else this.#isTaken = false
  }

  /** Commits once the calls that have arrived together had their turn to join. */
  #commitSoon(batch: Batch): void {
    setImmediate(() => {
      // One that has joined and is under way commits at its end.
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
