import { sql, type Transaction } from 'kysely'

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
