import type { Database } from '../db/open.ts'
import { execute } from '../db/write.ts'
import { BusinessError } from '../errors.ts'

interface Entry {
  userId: number
  orderId: number
  reason: string
  now: number
}

/**
 * Changes the balance of a member, in fen, and writes a ledger entry.
 * @throws BusinessError 500113 when the balance would become negative
 */
export function moveBalance(db: Database, amount: number, entry: Entry): void {
  const { userId, orderId, reason, now } = entry
  execute(db, 'INSERT INTO balance (user_id, fen) VALUES (?, 0) ON CONFLICT DO NOTHING', userId)
  const { changes } = db
    .prepare('UPDATE balance SET fen = fen + ?1 WHERE user_id = ?2 AND fen + ?1 >= 0')
    .run(amount, userId)
  if (changes === 0) throw new BusinessError(500113)
  execute(
    db,
    `INSERT INTO ledger (account, user_id, amount, reason, order_id, at)
     VALUES ('balance', ?, ?, ?, ?, ?)`,
    userId,
    amount,
    reason,
    orderId,
    now,
  )
}

/** Debits (negative) or credits hours of a class pass. @returns false when the pass has too few hours */
export function moveClassHours(
  db: Database,
  { passId, hours }: { passId: number; hours: number },
  { userId, orderId, reason, now }: Entry,
): boolean {
  const { changes } = db
    .prepare(
      `UPDATE class_pass SET hours_left = hours_left + ?1
       WHERE id = ?2 AND revoked = 0 AND hours_left + ?1 BETWEEN 0 AND hours`,
    )
    .run(hours, passId)
  if (changes === 0) return false
  execute(
    db,
    `INSERT INTO ledger (account, user_id, class_pass_id, amount, reason, order_id, at)
     VALUES ('class_hours', ?, ?, ?, ?, ?, ?)`,
    userId,
    passId,
    hours,
    reason,
    orderId,
    now,
  )
  return true
}
