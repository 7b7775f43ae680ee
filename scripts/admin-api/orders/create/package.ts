import type { Transaction } from '../../db/open.ts'
import type { OrderRow } from '../orders.ts'
import { quotePlain } from '../quote.ts'
import { checkPrice, insertOrder, type Buyer, type Subject } from './buyer.ts'

interface PackageOrder {
  priceFen: number
  /** The price shown to the buyer. */
  expectedFen: number
  subject: Subject
}

/** Orders a package. @throws BusinessError 500104 when its price has changed */
export function createPackageOrder(
  trx: Transaction,
  buyer: Buyer,
  { priceFen, expectedFen, subject }: PackageOrder,
): Promise<OrderRow> {
  const quote = quotePlain(priceFen)
  checkPrice(quote, expectedFen)
  return insertOrder(trx, buyer, subject, quote)
}
