import type { Database } from '../../db/open.ts'
import { execute } from '../../db/write.ts'

/** The numbers that a provider gives trades, by our merchant trade numbers. */
export interface References {
  save(outTradeNo: string, reference: string): void
  /** @returns null for a trade without a number of the provider */
  find(outTradeNo: string): string | null
}

/** References that are stored with the payment attempts. */
export function createReferences(db: Database): References {
  return {
    save(outTradeNo, reference) {
      const sql = 'UPDATE payment_attempt SET reference = ? WHERE out_trade_no = ?'
      execute(db, sql, reference, outTradeNo)
    },
    find(outTradeNo) {
      const find = db.prepare('SELECT reference FROM payment_attempt WHERE out_trade_no = ?')
      const reference = find.get(outTradeNo)?.['reference']
      return typeof reference === 'string' ? reference : null
    },
  }
}
