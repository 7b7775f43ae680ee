import { randomInt } from 'node:crypto'

/** A trade at Alipay. Amounts are in fen. */
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

/** A refusal: code, sub_code and sub_msg. */
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

/** The trades of one seller at Alipay. @param now epoch ms */
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
    /** The buyer opens the page and logs in, which creates the trade. */
    open(trade: NewTrade): AlipayTrade {
      const known = trades.get(trade.outTradeNo)
      if (known) {
        if (known.total !== trade.total) throw new Refusal('ACQ.CONTEXT_INCONSISTENT')
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
    /** The buyer pays. @throws Refusal when the trade is no longer open */
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
    /** @returns whether money was refunded: false for a repeated request */
    refund(outTradeNo: string, outRequestNo: string, amount: number): boolean {
      const trade = find(outTradeNo)
      const known = trade.refunds.get(outRequestNo)
      if (known) {
        if (known.amount !== amount) throw new Refusal('ACQ.DISCORDANT_REPEAT_REQUEST')
        return false
      }
      if (trade.status !== 'TRADE_SUCCESS') throw new Refusal('ACQ.TRADE_STATUS_ERROR')
      const given = [...trade.refunds.values()].reduce((sum, one) => sum + one.amount, 0)
      if (given + amount > trade.total) throw new Refusal('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL')
      trade.refunds.set(outRequestNo, { amount, at: now() })
      // A fully refunded trade is closed.
      if (given + amount === trade.total) trade.status = 'TRADE_CLOSED'
      return true
    },
  }
}
