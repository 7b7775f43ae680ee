import type { DatabaseSync } from 'node:sqlite'

const isThenable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value

/**
 * Runs a function in one write transaction. It must be synchronous: there is one connection, and an
 * `await` between BEGIN and COMMIT would let other requests write into this transaction.
 */
export function transact<T>(sqlite: DatabaseSync, run: () => T): T {
  sqlite.exec('BEGIN IMMEDIATE')
  try {
    const result = run()
    if (isThenable(result)) throw new TypeError('A transaction must be synchronous')
    sqlite.exec('COMMIT')
    return result
  } catch (error) {
    if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
    throw error
  }
}
