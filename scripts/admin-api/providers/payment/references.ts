import type { Database } from '../../db/open.ts'

/** The provider's ids of trades, by our merchant trade numbers. */
export interface References {
  save(outTradeNo: string, reference: string): Promise<void>
  /** @returns null for a trade without an id at the provider */
  find(outTradeNo: string): Promise<string | null>
}

/** Stores the references with the payment attempts. */
export function createReferences(db: Database): References {
  return {
    async save(outTradeNo, reference) {
      await db.transaction((trx) =>
        trx
          .updateTable('payment_attempt')
          .set({ reference })
          .where('out_trade_no', '=', outTradeNo)
          .execute(),
      )
    },
    async find(outTradeNo) {
      const attempts = db.query.selectFrom('payment_attempt').select('reference')
      const attempt = await attempts.where('out_trade_no', '=', outTradeNo).executeTakeFirst()
      return attempt?.reference ?? null
    },
  }
}
