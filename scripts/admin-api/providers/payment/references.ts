import type { Database } from '../../db/open.ts'

/** Stores the provider's ids of trades with the payment attempts, by our merchant trade numbers. */
export function createReferences(db: Database) {
  return {
    async save(outTradeNo: string, reference: string): Promise<void> {
      await db.transaction((trx) =>
        trx
          .updateTable('payment_attempt')
          .set({ reference })
          .where('out_trade_no', '=', outTradeNo)
          .execute(),
      )
    },
    /** @returns null for a trade without an id at the provider */
    async find(outTradeNo: string): Promise<string | null> {
      const attempts = db.query.selectFrom('payment_attempt').select('reference')
      const attempt = await attempts.where('out_trade_no', '=', outTradeNo).executeTakeFirst()
      return attempt?.reference ?? null
    },
  }
}
export type References = ReturnType<typeof createReferences>
