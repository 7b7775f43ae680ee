import type { Reader, Transaction } from '../db/open.ts'
import { BusinessError } from '../errors.ts'

interface Entry {
  userId: number
  orderId: number
  reason: string
  now: number
}

/** The balance of a member, fen. */
export async function readBalance(db: Reader, userId: number): Promise<number> {
  const query = db.selectFrom('balance').select('fen').where('user_id', '=', userId)
  return (await query.executeTakeFirst())?.fen ?? 0
}

/**
 * Changes the balance of a member, in fen, and writes a ledger entry.
 * @throws BusinessError 500113 when the balance would become negative
 */
export async function moveBalance(trx: Transaction, amount: number, entry: Entry): Promise<void> {
  const { userId, orderId, reason, now } = entry
  await trx
    .insertInto('balance')
    .values({ user_id: userId, fen: 0 })
    .onConflict((row) => row.column('user_id').doNothing())
    .execute()
  const { numUpdatedRows } = await trx
    .updateTable('balance')
    .set((eb) => ({ fen: eb('fen', '+', amount) }))
    .where('user_id', '=', userId)
    .where((eb) => eb(eb('fen', '+', amount), '>=', 0))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new BusinessError(500113)
  await trx
    .insertInto('ledger')
    .values({ account: 'balance', user_id: userId, amount, reason, order_id: orderId, at: now })
    .execute()
}

/** Debits (negative) or credits hours of a class pass. @returns false when the pass has too few hours */
export async function moveClassHours(
  trx: Transaction,
  { passId, hours }: { passId: number; hours: number },
  { userId, orderId, reason, now }: Entry,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('class_pass')
    .set((eb) => ({ hours_left: eb('hours_left', '+', hours) }))
    .where('id', '=', passId)
    .where('revoked', '=', 0)
    .where((eb) => eb.between(eb('hours_left', '+', hours), 0, eb.ref('hours')))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await trx
    .insertInto('ledger')
    .values({
      account: 'class_hours',
      user_id: userId,
      class_pass_id: passId,
      amount: hours,
      reason,
      order_id: orderId,
      at: now,
    })
    .execute()
  return true
}
