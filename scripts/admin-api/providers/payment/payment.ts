import type { IncomingHttpHeaders } from 'node:http'

/** What a provider is asked to take. The shape follows WeChat Pay v3 (Native and H5). */
export interface Trade {
  /** Our number, used once. */
  outTradeNo: string
  amountFen: number
  description: string
  /** Epoch ms after which the provider takes no money. */
  expiresAt: number
  /** Where the buyer's browser came from: `https://house.example`. */
  origin: string
}

export type TradeState =
  | { state: 'waiting' }
  | { state: 'paid'; txnId: string; amountFen: number }
  | { state: 'closed' }
  | { state: 'unknown' }

export interface RefundOrder {
  outTradeNo: string
  outRefundNo: string
  amountFen: number
  totalFen: number
}

/** A payment that a provider told us of, its signature and addressee already checked. */
export interface Notice {
  outTradeNo: string
  txnId: string
  amountFen: number
}

/** A notification that is not from the provider, not for us, or too old. */
export class NoticeError extends Error {
  override name = 'NoticeError'
}

/**
 * A way to take money. A real provider follows by these six calls; the core knows nothing else of
 * it. Every call may fail or hang: callers set deadlines and hold no transaction meanwhile.
 */
export interface PaymentProvider {
  /** @returns `code_url`, the text of the QR code */
  createNative(trade: Trade): Promise<string>
  /** @returns `h5_url`, which opens the payment app on a phone */
  createH5(trade: Trade): Promise<string>
  query(outTradeNo: string): Promise<TradeState>
  /** Ends a trade; `paid` when it was paid in that very moment. */
  close(outTradeNo: string): Promise<'closed' | 'paid'>
  refund(order: RefundOrder): Promise<'done' | 'processing'>
  /** @throws NoticeError for anything but a true, recent payment to us */
  readNotice(headers: IncomingHttpHeaders, body: string, now: number): Notice
}
