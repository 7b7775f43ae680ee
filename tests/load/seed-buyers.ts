import { sql } from 'kysely'
import type { Database, Transaction } from '#scripts/admin-api/db/open.ts'
import { createSessions } from '#scripts/admin-api/sessions/sessions.ts'
import { runSql } from '#tests/support/database.ts'

/** Request headers of a member; each has its own client IP address. */
export type BuyerHeaders = Record<string, string>

/** Order of a free fixture ticket: created, held, paid and issued in one call. */
export const FREE_TICKET = {
  type: 'performance',
  show_id: 5,
  lines: [{ tier_id: 2, quantity: 1 }],
  expected_payable_fen: 0,
}

async function createBuyer(trx: Transaction, db: Database, n: number): Promise<BuyerHeaders> {
  const now = Date.now()
  const client = { address: '127.0.0.1', deviceHash: '', device: 'Load' }
  const { id: userId } = await trx
    .insertInto('user')
    .values({ mobile: `+8613${100_000_000 + n}`, nickname: 'Load', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { token, cookie } = await createSessions(db, 'bound').open(trx, { userId, client, now })
  return {
    token,
    cookie: `sid=${cookie}`,
    'content-type': 'application/json',
    'x-forwarded-for': `10.1.${Math.floor(n / 250)}.${n % 250}`,
    'idempotency-key': `load-order-${n}`,
  }
}

/** Makes the tickets of a show free and unlimited, and creates members to buy one each. */
export async function seedBuyers(db: Database, count: number): Promise<BuyerHeaders[]> {
  await runSql(db, sql`UPDATE show_tier SET stock = 1000000 WHERE show_id = 5`)
  await runSql(db, sql`UPDATE tier SET price_fen = 0, member_price_fen = 0 WHERE id = 2`)
  return db.transaction(async (trx) => {
    const buyers: BuyerHeaders[] = []
    for (let n = 0; n < count; n += 1) buyers.push(await createBuyer(trx, db, n))
    return buyers
  })
}
