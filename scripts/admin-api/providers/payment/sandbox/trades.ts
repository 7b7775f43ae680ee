import type { Selectable } from 'kysely'
import type { Database } from '../../../db/open.ts'
import type { SandboxTables } from '../../../db/sandbox-tables.ts'
import { all, execute } from '../../../db/write.ts'
import { generateLetters } from '../../../orders/numbers.ts'
import type { Trade } from '../payment.ts'

export type SandboxTrade = Selectable<SandboxTables['sandbox_trade']>

/** The sandbox's trades: the data that a real provider stores on its side. */
export function createTrades(db: Database) {
  const find = (outTradeNo: string): SandboxTrade | undefined => {
    const query = db.query
      .selectFrom('sandbox_trade')
      .selectAll()
      .where('out_trade_no', '=', outTradeNo)
    return all(db, query)[0]
  }
  return {
    find,
    add({ outTradeNo, amountFen, description, expiresAt }: Trade): void {
      execute(
        db,
        `INSERT INTO sandbox_trade (out_trade_no, amount_fen, description, expires_at)
         VALUES (?, ?, ?, ?)`,
        outTradeNo,
        amountFen,
        description,
        expiresAt,
      )
    },
    /** Pays a trade; with `late` also after its expiry. @returns whether this call paid it */
    pay(outTradeNo: string, now: number, late = false): boolean {
      const open = late ? "state <> 'paid'" : "state = 'waiting' AND expires_at > ?3"
      const { changes } = db
        .prepare(
          `UPDATE sandbox_trade SET state = 'paid', txn_id = ?1 WHERE out_trade_no = ?2 AND ${open}
            AND ?3 IS NOT NULL`,
        )
        .run(`S${generateLetters(27)}`, outTradeNo, now)
      return changes > 0
    },
    /** @returns `paid` when the trade was paid before it could be closed */
    close(outTradeNo: string): 'closed' | 'paid' {
      execute(
        db,
        "UPDATE sandbox_trade SET state = 'closed' WHERE out_trade_no = ? AND state = 'waiting'",
        outTradeNo,
      )
      return find(outTradeNo)?.state === 'paid' ? 'paid' : 'closed'
    },
    /** Records a refund, once per refund number. */
    refund(outRefundNo: string, outTradeNo: string, amountFen: number): void {
      execute(
        db,
        `INSERT INTO sandbox_refund (out_refund_no, out_trade_no, amount_fen) VALUES (?, ?, ?)
         ON CONFLICT DO NOTHING`,
        outRefundNo,
        outTradeNo,
        amountFen,
      )
    },
    /** Schedules a webhook for a paid trade. */
    scheduleWebhook(outTradeNo: string, at: number): void {
      const sql = 'INSERT INTO sandbox_notice (out_trade_no, next_at) VALUES (?, ?)'
      execute(db, sql, outTradeNo, at)
    },
    listDueWebhooks: (now: number) =>
      all(
        db,
        db.query
          .selectFrom('sandbox_notice')
          .selectAll()
          .where('next_at', '<=', now)
          .orderBy('id')
          .limit(50),
      ),
    deleteWebhook(id: number): void {
      execute(db, 'DELETE FROM sandbox_notice WHERE id = ?', id)
    },
    postponeWebhook(id: number, at: number): void {
      execute(db, 'UPDATE sandbox_notice SET next_at = ?, tries = tries + 1 WHERE id = ?', at, id)
    },
  }
}
