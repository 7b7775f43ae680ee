import type { Transaction } from '../../db/open.ts'
import { notFound } from '../../errors.ts'
import type { OrderRow } from '../orders.ts'
import { quotePlain } from '../quote.ts'
import { checkPrice, insertOrder, type Buyer, type Subject } from './buyer.ts'

interface PackageOffer {
  table: 'course_package' | 'member_package'
  id: number
  /** The price shown to the buyer. */
  expectedFen: number
  subject: Subject
}

/** Orders a package. @throws BusinessError 500104 when its price has changed */
export async function createPackageOrder(
  trx: Transaction,
  buyer: Buyer,
  { table, id, expectedFen, subject }: PackageOffer,
): Promise<OrderRow> {
  const row = await trx
    .selectFrom(table)
    .select('price_fen')
    .where('id', '=', id)
    .where('published', '=', 1)
    .executeTakeFirst()
  if (!row) throw notFound()
  const quote = quotePlain(row.price_fen)
  checkPrice(quote, expectedFen)
  return insertOrder(trx, buyer, subject, quote)
}
