import type { BodyOf } from '#api/index.ts'
import type { Database } from '../../db/open.ts'
import { BusinessError, notFound } from '../../errors.ts'
import type { OrderRow } from '../orders.ts'
import { findOrder } from '../orders.ts'
import { quotePlain } from '../quote.ts'
import { checkPrice, insertOrder, settleFree, type Buyer } from './buyer.ts'
import { createBooking } from './course-date.ts'
import { createTicketOrder } from './tickets.ts'

type Wish = BodyOf<'POST /api/order/create'>

function readPrice(db: Database, table: 'course_package' | 'member_package', id: number): number {
  const find = db.prepare(`SELECT price_fen FROM ${table} WHERE id = ? AND published = 1`)
  const row = find.get(id)
  if (!row) throw notFound()
  return Number(row['price_fen'])
}

function createPackageOrder(
  db: Database,
  buyer: Buyer,
  wish: { table: 'course_package' | 'member_package'; id: number; expectedFen: number },
): OrderRow {
  const quote = quotePlain(readPrice(db, wish.table, wish.id))
  checkPrice(quote, wish.expectedFen)
  const subject =
    wish.table === 'course_package'
      ? ({ type: 'course', quantity: 1, course_package_id: wish.id } as const)
      : ({ type: 'member', quantity: 1, member_package_id: wish.id } as const)
  return settleFree(db, insertOrder(db, buyer, subject, quote), buyer.now)
}

function createFromWish(db: Database, buyer: Buyer, wish: Wish): OrderRow {
  if (wish.type === 'recharge') {
    return insertOrder(db, buyer, { type: 'recharge', quantity: 1 }, quotePlain(wish.amount_fen))
  }
  const expectedFen = wish.expected_payable_fen
  if (wish.type === 'performance') {
    const lines = wish.lines.map(({ tier_id: tierId, quantity }) => ({ tierId, quantity }))
    return createTicketOrder(db, buyer, { showId: wish.show_id, lines, expectedFen })
  }
  if (wish.type === 'member') {
    return createPackageOrder(db, buyer, {
      table: 'member_package',
      id: wish.member_package_id,
      expectedFen,
    })
  }
  if (wish.item.kind === 'date') {
    return createBooking(db, buyer, { dateId: wish.item.course_date_id, expectedFen })
  }
  const id = wish.item.course_package_id
  return createPackageOrder(db, buyer, { table: 'course_package', id, expectedFen })
}

/**
 * Makes an order in one transaction: everything is judged, held and written, or nothing is. The same
 * key gives the same order, also after a crash (a unique index is the truth).
 * @throws BusinessError 500105 for another request under a used key; 5001xx, each with what the buyer needs to go on
 */
export function createOrder(db: Database, buyer: Buyer, wish: Wish): OrderRow {
  return db.transact(() => {
    const known = db.prepare(
      'SELECT id, request_hash FROM "order" WHERE user_id = ? AND idempotency_key = ?',
    )
    const row = buyer.idempotencyKey && known.get(buyer.userId, buyer.idempotencyKey)
    const isOther = row && row['request_hash'] !== null && row['request_hash'] !== buyer.requestHash
    if (isOther) throw new BusinessError(500105)
    return row ? findOrder(db, Number(row['id'])) : createFromWish(db, buyer, wish)
  })
}
