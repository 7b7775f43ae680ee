import type { Selectable } from 'kysely'
import type { Database } from '../../../db/open.ts'
import type { SandboxTables } from '../../../db/sandbox-tables.ts'
import { generateLetters } from '../../../orders/numbers.ts'
import type { Trade } from '../payment.ts'

export type SandboxTrade = Selectable<SandboxTables['sandbox_trade']>

/** The trades of the sandbox, which a real provider would store on its side. */
export function createTrades(db: Database) {
  const find = (outTradeNo: string): Promise<SandboxTrade | undefined> =>
    db.query
      .selectFrom('sandbox_trade')
      .selectAll()
      .where('out_trade_no', '=', outTradeNo)
      .executeTakeFirst()

  return {
    find,
    async add({ outTradeNo, amountFen, description, expiresAt }: Trade): Promise<void> {
      const trade = {
        out_trade_no: outTradeNo,
        amount_fen: amountFen,
        description,
        expires_at: expiresAt,
      }
      await db.transaction((trx) => trx.insertInto('sandbox_trade').values(trade).execute())
    },
    /** Pays a trade; with `isLate` also after its expiry. @returns whether this call paid it */
    async pay(outTradeNo: string, now: number, isLate = false): Promise<boolean> {
      const { numUpdatedRows } = await db.transaction((trx) => {
        const trades = trx
          .updateTable('sandbox_trade')
          .set({ state: 'paid', txn_id: `S${generateLetters(27)}` })
          .where('out_trade_no', '=', outTradeNo)
        const open = isLate
          ? trades.where('state', '<>', 'paid')
          : trades.where('state', '=', 'waiting').where('expires_at', '>', now)
        return open.executeTakeFirst()
      })
      return numUpdatedRows > 0n
    },
    /** @returns `paid` when the trade was paid before it could be closed */
    async close(outTradeNo: string): Promise<'closed' | 'paid'> {
      await db.transaction((trx) =>
        trx
          .updateTable('sandbox_trade')
          .set({ state: 'closed' })
          .where('out_trade_no', '=', outTradeNo)
          .where('state', '=', 'waiting')
          .execute(),
      )
      return (await find(outTradeNo))?.state === 'paid' ? 'paid' : 'closed'
    },
    /** Records a refund, once per refund number. */
    async refund(outRefundNo: string, outTradeNo: string, amountFen: number): Promise<void> {
      const refund = {
        out_refund_no: outRefundNo,
        out_trade_no: outTradeNo,
        amount_fen: amountFen,
      }
      await db.transaction((trx) =>
        trx
          .insertInto('sandbox_refund')
          .values(refund)
          .onConflict((row) => row.doNothing())
          .execute(),
      )
    },
    /** Schedules a webhook for a paid trade. */
    async scheduleWebhook(outTradeNo: string, at: number): Promise<void> {
      const webhook = { out_trade_no: outTradeNo, next_at: at }
      await db.transaction((trx) => trx.insertInto('sandbox_notice').values(webhook).execute())
    },
    listDueWebhooks: (now: number) =>
      db.query
        .selectFrom('sandbox_notice')
        .selectAll()
        .where('next_at', '<=', now)
        .orderBy('id')
        .limit(50)
        .execute(),
    async deleteWebhook(id: number): Promise<void> {
      await db.transaction((trx) => trx.deleteFrom('sandbox_notice').where('id', '=', id).execute())
    },
    async postponeWebhook(id: number, at: number): Promise<void> {
      await db.transaction((trx) =>
        trx
          .updateTable('sandbox_notice')
          .set((eb) => ({ next_at: at, tries: eb('tries', '+', 1) }))
          .where('id', '=', id)
          .execute(),
      )
    },
  }
}
