import type { IncomingHttpHeaders } from 'node:http'
import type { BridgeRequest } from '#api/order.ts'
import type { BillEntry } from './bill.ts'

/** A payment to open at a provider. The shape follows WeChat Pay v3 (Native and H5). */
export interface Trade {
  /** Merchant trade number, unique per attempt. */
  outTradeNo: string
  amountFen: number
  description: string
  /** Epoch ms after which the provider accepts no payment. */
  expiresAt: number
  /** Origin of the site in the buyer's browser: `https://house.example`. */
  origin: string
  /** The buyer's checkout page, to which a provider returns. */
  returnUrl: string
  /** Network address of the buyer, if it is known. */
  clientAddress: string
}

type TradeState =
  | { state: 'waiting' }
  | { state: 'paid'; txnId: string; amountFen: number }
  | { state: 'closed' }
  | { state: 'unknown' }

interface RefundOrder {
  outTradeNo: string
  /** The provider's transaction id of the payment. */
  txnId: string
  outRefundNo: string
  amountFen: number
  totalFen: number
}

/** The content of a verified payment webhook. */
export interface PaymentWebhook {
  outTradeNo: string
  txnId: string
  amountFen: number
}

/** The content of a verified webhook about a refund whose state has changed. */
export interface RefundWebhook {
  outRefundNo: string
  /** The provider could not give the money back, even if it had reported the refund as done. */
  hasFailed: boolean
}

/** The content of a verified webhook about a payment that its payer disputes at the bank. */
interface DisputeWebhook {
  /** The provider's transaction id of the payment. */
  disputedTxnId: string
  amountFen: number
  /** The provider's words for the payer's reason, and for the state of the dispute. */
  reason: string
  status: string
}

/** A webhook with a wrong signature, merchant or timestamp. */
export class WebhookError extends Error {
  override name = 'WebhookError'
}

/**
 * Payment inside the provider's own app, whose browser pays by a call of its own (WeChat Pay JSAPI). The
 * payer has to be identified first.
 */
export interface InAppPayment {
  /**
   * The page that identifies the payer and returns to `redirectUrl` with `code` and `state`.
   */
  createPayerUrl(redirectUrl: string, state: string): string
  /** Exchanges the code of that return. @returns the payer's id at the provider */
  findPayer(code: string): Promise<string>
  /** @returns what the payment is called by, to be signed when it is opened */
  create(trade: Trade, payer: string): Promise<string>
  /** Signs what opens a payment in the app. */
  sign(address: string): BridgeRequest
}

/**
 * A payment provider. Every call may fail or hang: callers set timeouts and hold no transaction
 * during a call.
 */
export interface PaymentProvider {
  /** @returns `code_url`, the text of the QR code */
  createNative(trade: Trade): Promise<string>
  /** @returns `h5_url`, which opens the payment app on a phone */
  createH5(trade: Trade): Promise<string>
  /** Left out where the provider has no browser of its own, or it is not configured. */
  inApp?: InAppPayment
  query(outTradeNo: string): Promise<TradeState>
  /**
   * Closes a trade; `paid` when a payment arrived first, `unopened` when the buyer has not begun: there
   * is nothing to close, and until it expires the page that the buyer holds can still open it.
   */
  close(outTradeNo: string): Promise<'closed' | 'paid' | 'unopened'>
  /** Called again until it is `done`: creates the refund once, then reads its state. */
  refund(order: RefundOrder): Promise<'done' | 'processing'>
  /**
   * Makes one call that changes nothing.
   * @throws Error whose message says what is wrong: a refused key, no connection
   */
  check?(): Promise<void>
  /**
   * Reads what the provider booked on a day, `YYYY-MM-DD`; providers without bills leave it out.
   */
  readBill?: (day: string) => Promise<BillEntry[]>
  /** The body by which the provider knows that its webhook was accepted; others look at the status alone. */
  receipt?: string
  /**
   * @returns null for an authentic webhook of no concern to orders
   * @throws WebhookError unless the webhook is authentic, recent and for this merchant
   */
  verifyWebhook(
    headers: IncomingHttpHeaders,
    body: string,
    now: number,
  ): PaymentWebhook | RefundWebhook | DisputeWebhook | null
}
