import { issueInvoice, type IssueResult } from '../../orders/invoices.ts'
import { auditStaff } from '../audit-staff.ts'
import { CommandError, type StaffContext } from '../command.ts'
import { findByNumber } from '../orders/filter.ts'
import { formatYuan } from '../staff.ts'
import { withExistingDatabase } from '../with-database.ts'

/** @throws CommandError if nothing was issued */
function describeResult(result: IssueResult, orderNo: string): string {
  switch (result.kind) {
    case 'unknown':
      throw new CommandError(`No invoice was requested for order ${orderNo}`)
    case 'unchanged':
      throw new CommandError(
        `The invoice of order ${orderNo} is already issued for the paid amount`,
      )
    case 'nothing_paid':
      throw new CommandError(`Order ${orderNo} is refunded: there is nothing to invoice`)
    case 'issued': {
      const amount = formatYuan(result.amountFen)
      return result.before === null
        ? `Invoice of order ${orderNo}: issued for ${amount} yuan`
        : `Invoice of order ${orderNo}: ${formatYuan(result.before)} yuan reversed, now ${amount} yuan`
    }
  }
}

/** Marks the invoice of an order as issued on the tax platform. */
export async function issueInvoiceAsStaff(
  { config, terminal }: StaffContext,
  orderNo: string,
  number: string | null,
): Promise<void> {
  await withExistingDatabase(config(), async (db) => {
    const { id, user_id: userId } = await findByNumber(db.query, orderNo)
    const result = await db.transaction(async (trx) => {
      const issued = await issueInvoice(trx, { orderId: id, number, now: Date.now() })
      if (issued.kind !== 'issued') return issued
      const data = { order_no: orderNo, amount_fen: issued.amountFen }
      await auditStaff(trx, 'invoice issue', userId, data)
      return issued
    })
    terminal.print(describeResult(result, orderNo))
  })
}
