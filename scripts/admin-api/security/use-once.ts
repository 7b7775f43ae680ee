import type { Transaction } from '../db/open.ts'
import { hash } from './hash.ts'

/**
 * Consumes a single-use value, such as a nonce. The unique row is the lock: of concurrent calls with the
 * same value only one inserts it.
 * @param scope namespace of the value
 * @param expiresAt epoch ms after which the value is refused anyway because of its age
 * @returns whether this call was the first
 */
export async function useOnce(
  trx: Transaction,
  scope: string,
  value: string,
  expiresAt: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('used_nonce')
    .values({ provider: scope, nonce_hash: hash(value), expires_at: expiresAt })
    .onConflict((row) => row.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
