import type { Database, Reader, Transaction } from '../db/open.ts'
import { hash } from './hash.ts'

/**
 * Uses something up that serves once, such as a nonce. The row itself is the lock: of two calls with the
 * same value one writes it.
 * @param scope whose values these are: two scopes may have the same ones
 * @param expiresAt epoch ms after which the value is refused for its age anyway
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

/** Whether a value has served already. */
export async function isUsed(db: Reader, scope: string, value: string): Promise<boolean> {
  const used = await db
    .selectFrom('used_nonce')
    .select('expires_at')
    .where('provider', '=', scope)
    .where('nonce_hash', '=', hash(value))
    .executeTakeFirst()
  return used !== undefined
}

/** Deletes what has expired. @returns how many were deleted */
export async function eraseExpired(db: Database, now: number): Promise<number> {
  const { numDeletedRows } = await db.transaction((trx) =>
    trx.deleteFrom('used_nonce').where('expires_at', '<', now).executeTakeFirst(),
  )
  return Number(numDeletedRows)
}
