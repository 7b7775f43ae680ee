import { randomInt } from 'node:crypto'

/** A trade at Alipay. Amounts are fen. */
export interface AlipayTrade {
  outTradeNo: string
  tradeNo: string
  method: string
  subject: string
  total: number
  /** Epoch ms. */
  expiresAt: number
  notifyUrl: string
  returnUrl: string
  status: 'WAIT_BUYER_PAY' | 'TRADE_CLOSED' | 'TRADE_SUCCESS'
  paidAt: number | null
  refunds: Map<string, { amount: number; at: number }>
}

/** An error response with code, sub_code and sub_msg. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: string
  readonly subCode: string

  constructor(subCode: string, code = '40004') {
    super(subCode)
    this.code = code
    this.subCode = subCode
  }
}

type NewTrade = Omit<AlipayTrade, 'tradeNo' | 'status' | 'paidAt' | 'refunds'>

/** In-memory trades of one seller. @param now the clock, in epoch ms */
export function createTrades(now: () => number) {
  const trades = new Map<string, AlipayTrade>()

  function find(outTradeNo: string): AlipayTrade {
    const trade = trades.get(outTradeNo)
    if (!trade) throw new Refusal('ACQ.TRADE_NOT_EXIST')
    if (trade.status === 'WAIT_BUYER_PAY' && now() >= trade.expiresAt) trade.status = 'TRADE_CLOSED'
    return trade
  }

  return {
    all: trades,
    find,
    /** Creates the trade, which happens when the buyer logs in on the payment page. */
    open(trade: NewTrade): AlipayTrade {
      const existing = trades.get(trade.outTradeNo)
      if (existing) {
        if (existing.total !== trade.total) throw new Refusal('ACQ.CONTEXT_INCONSISTENT')
        return find(trade.outTradeNo)
      }
      if (trade.expiresAt <= now()) throw new Refusal('ACQ.INVALID_PARAMETER')
      const opened: AlipayTrade = {
        ...trade,
        tradeNo: `2027050522001${String(randomInt(2 ** 47)).padStart(15, '0')}`,
        status: 'WAIT_BUYER_PAY',
        paidAt: null,
        refunds: new Map(),
      }
      trades.set(trade.outTradeNo, opened)
      return opened
    },
    /** Pays a trade. @throws Refusal if the trade is not open */
    pay(outTradeNo: string): AlipayTrade {
      const trade = find(outTradeNo)
      if (trade.status !== 'WAIT_BUYER_PAY') throw new Refusal('ACQ.TRADE_STATUS_ERROR')
      return Object.assign(trade, { status: 'TRADE_SUCCESS', paidAt: now() } as const)
    },
    close(outTradeNo: string): AlipayTrade {
      const trade = find(outTradeNo)
      if (trade.status !== 'WAIT_BUYER_PAY') throw new Refusal('ACQ.TRADE_STATUS_ERROR')
      trade.status = 'TRADE_CLOSED'
      return trade
    },
    /** @returns whether money was moved; false for a repeated request */
    refund(outTradeNo: string, outRequestNo: string, amount: number): boolean {
      const trade = find(outTradeNo)
      const existing = trade.refunds.get(outRequestNo)
      if (existing) {
        if (existing.amount !== amount) throw new Refusal('ACQ.DISCORDANT_REPEAT_REQUEST')
        return false
      }
      if (trade.status !== 'TRADE_SUCCESS') throw new Refusal('ACQ.TRADE_STATUS_ERROR')
      const refundedFen = [...trade.refunds.values()].reduce((sum, one) => sum + one.amount, 0)
      if (refundedFen + amount > trade.total) throw new Refusal('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL')
      trade.refunds.set(outRequestNo, { amount, at: now() })
      // A fully refunded trade is closed.
      if (refundedFen + amount === trade.total) trade.status = 'TRADE_CLOSED'
      return true
    },
  }
}
