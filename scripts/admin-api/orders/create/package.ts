import type { Database } from '../../db/open.ts'
import { notFound } from '../../errors.ts'
import type { OrderRow } from '../orders.ts'
import { quotePlain } from '../quote.ts'
import { checkPrice, insertOrder, type Buyer, type Subject } from './buyer.ts'

interface PackageOffer {
  table: 'course_package' | 'member_package'
  id: number
  /** The price that the buyer saw. */
  expectedFen: number
  subject: Subject
}

/** Orders a package. @throws BusinessError 500104 when its price has changed */
export function createPackageOrder(
  db: Database,
  buyer: Buyer,
  { table, id, expectedFen, subject }: PackageOffer,
): OrderRow {
  const row = db.prepare(`SELECT price_fen FROM ${table} WHERE id = ? AND published = 1`).get(id)
  if (!row) throw notFound()
  const quote = quotePlain(Number(row['price_fen']))
  checkPrice(quote, expectedFen)
  return insertOrder(db, buyer, subject, quote)
}
