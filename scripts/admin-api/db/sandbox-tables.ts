import type { Generated } from 'kysely'

/** Records of the payment sandbox, which a real provider keeps in its own system. */
export interface SandboxTables {
  sandbox_trade: {
    out_trade_no: string
    amount_fen: number
    description: string
    state: Generated<'waiting' | 'paid' | 'closed'>
    txn_id: string | null
    expires_at: number
  }
  sandbox_refund: { out_refund_no: string; out_trade_no: string; amount_fen: number }
  sandbox_notice: {
    id: Generated<number>
    out_trade_no: string
    next_at: number
    tries: Generated<number>
  }
}
