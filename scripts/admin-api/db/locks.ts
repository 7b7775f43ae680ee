import type { Transaction } from './open.ts'
import type { WriteLock } from './tables.ts'

/**
 * Waits for a lock and holds it until the end of the transaction. To avoid deadlocks, take several locks in
 * the order of their names, and before locking the rows that they protect.
 */
export async function takeLock(trx: Transaction, name: WriteLock): Promise<void> {
  await selectLock(trx, name).executeTakeFirstOrThrow()
}

/** Takes a lock without waiting. @returns false while another transaction holds it */
export const tryLock = async (trx: Transaction, name: WriteLock): Promise<boolean> =>
  (await selectLock(trx, name).skipLocked().executeTakeFirst()) !== undefined

const selectLock = (trx: Transaction, name: WriteLock) =>
  trx.selectFrom('write_lock').select('name').where('name', '=', name).forUpdate()

/** Locks an account, for limits and changes of its orders and uploads, until the end of the transaction. */
export async function lockAccount(trx: Transaction, userId: number): Promise<void> {
  // `for no key update` still allows inserts of rows that reference the account.
  await trx.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}
