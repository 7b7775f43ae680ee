import { randomInt } from 'node:crypto'

/** A trade at WeChat Pay. */
export interface WechatTrade {
  type: 'NATIVE' | 'MWEB' | 'JSAPI'
  appid: string
  /** The openid of the only possible payer of a JSAPI trade. */
  openid: string | null
  outTradeNo: string
  description: string
  total: number
  expiresAt: number
  notifyUrl: string
  state: 'NOTPAY' | 'SUCCESS' | 'REFUND' | 'CLOSED'
  transactionId: string
  /** Epoch ms; null until it is paid. */
  paidAt: number | null
  refunds: Map<string, { amount: number; status: 'PROCESSING' | 'SUCCESS'; at: number }>
}

/** An answer other than success: status, code and message. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

/** The trades of one merchant at WeChat Pay. */
export function createTrades(now: () => number) {
  const trades = new Map<string, WechatTrade>()

  function find(outTradeNo: string): WechatTrade {
    const trade = trades.get(outTradeNo)
    if (!trade) throw new Refusal(404, 'ORDER_NOT_EXIST')
    if (trade.state === 'NOTPAY' && now() >= trade.expiresAt) trade.state = 'CLOSED'
    return trade
  }

  return {
    all: trades,
    find,
    open(trade: Omit<WechatTrade, 'state' | 'transactionId' | 'paidAt' | 'refunds'>): void {
      if (trades.has(trade.outTradeNo)) throw new Refusal(403, 'OUT_TRADE_NO_USED')
      if (trade.expiresAt <= now()) throw new Refusal(400, 'PARAM_ERROR')
      trades.set(trade.outTradeNo, {
        ...trade,
        state: 'NOTPAY',
        transactionId: '',
        paidAt: null,
        refunds: new Map(),
      })
    },
    /** The payer pays. @throws Refusal when the trade is no longer open */
    pay(outTradeNo: string): WechatTrade {
      const trade = find(outTradeNo)
      if (trade.state !== 'NOTPAY') throw new Refusal(400, 'ORDER_CLOSED')
      trade.state = 'SUCCESS'
      trade.paidAt = now()
      trade.transactionId = `42000${String(randomInt(2 ** 47)).padStart(23, '0')}`
      return trade
    },
    close(outTradeNo: string): void {
      const trade = find(outTradeNo)
      if (trade.state === 'SUCCESS' || trade.state === 'REFUND') throw new Refusal(400, 'ORDERPAID')
      trade.state = 'CLOSED'
    },
    /** Refunds start as PROCESSING and are completed by the next query, like at a slow bank. */
    refund({
      outTradeNo,
      outRefundNo,
      amount,
    }: {
      outTradeNo: string
      outRefundNo: string
      amount: number
    }) {
      const trade = find(outTradeNo)
      if (trade.state === 'NOTPAY' || trade.state === 'CLOSED')
        throw new Refusal(403, 'INVALID_REQUEST')
      const known = trade.refunds.get(outRefundNo)
      if (known) {
        if (known.amount !== amount) throw new Refusal(400, 'PARAM_ERROR')
        known.status = 'SUCCESS'
        return known
      }
      const given = [...trade.refunds.values()].reduce((sum, one) => sum + one.amount, 0)
      if (given + amount > trade.total) throw new Refusal(403, 'NOT_ENOUGH')
      const refund = { amount, status: 'PROCESSING', at: now() } as const
      trade.refunds.set(outRefundNo, { ...refund })
      trade.state = 'REFUND'
      return refund
    },
  }
}
