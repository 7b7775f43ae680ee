import type { Transaction } from './open.ts'
import type { WriteLock } from './tables.ts'

/**
 * Waits until no other transaction holds a lock, and holds it to the end of this one. Take several in the
 * order of their names, and before the rows that they protect.
 */
export async function takeLock(trx: Transaction, name: WriteLock): Promise<void> {
  const row = trx.selectFrom('write_lock').select('name').where('name', '=', name).forUpdate()
  await row.executeTakeFirstOrThrow()
}

/** The same for what concerns one account: its limits, its orders, its uploads. */
export async function lockAccount(trx: Transaction, userId: number): Promise<void> {
  // Rows that refer to the account can still be inserted meanwhile.
  await trx.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}
