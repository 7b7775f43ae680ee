import type { IncomingHttpHeaders } from 'node:http'
import type { BridgeRequest } from '#api/payment.ts'

/** Maximum difference between our clock and the clock of a provider. */
export const PROVIDER_CLOCK_SKEW_MS = 60_000

/** A payment to open at a provider. The shape follows WeChat Pay v3 (Native and H5). */
export interface Trade {
  /** Merchant trade number, unique per attempt. */
  outTradeNo: string
  amountFen: number
  /** Name and number of the order, shown to the payer. */
  description: string
  /** Epoch ms after which the provider accepts no payment. */
  expiresAt: number
  /** Origin of the site in the buyer's browser: `https://house.example`. */
  origin: string
  /** The buyer's checkout page, to which the provider redirects. */
  returnUrl: string
  /** Network address of the buyer, if known. */
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
  /** Time at which the refund was requested, or sent again after it had failed, in epoch ms. */
  requestedAt: number
}

/** The content of a verified payment webhook. */
export interface PaymentWebhook {
  kind: 'payment'
  outTradeNo: string
  txnId: string
  amountFen: number
}

/** The content of a verified webhook about a refund whose state has changed. */
export interface RefundWebhook {
  kind: 'refund'
  outRefundNo: string
  /**
   * Time at which the provider reported a failure, in epoch ms, possible even after it had reported the refund as
   * done; null for other changes.
   */
  failedAt: number | null
}

/** The content of a verified webhook about a payment that the payer disputes at the bank (chargeback). */
export interface DisputeWebhook {
  kind: 'dispute'
  /** The provider's transaction id of the payment. */
  txnId: string
  amountFen: number
  /** The provider's codes for the payer's reason and the status of the dispute. */
  reason: string
  status: string
}

export type Webhook = PaymentWebhook | RefundWebhook | DisputeWebhook

/** A webhook with a wrong signature, merchant or timestamp. */
export class WebhookError extends Error {
  override name = 'WebhookError'
}

/**
 * Payment inside the provider's app, by a function of its in-app browser (WeChat Pay JSAPI). The payer must be
 * identified first.
 */
export interface InAppPayment {
  /** URL of the page that identifies the payer and redirects to `redirectUrl` with `code` and `state`. */
  createPayerUrl(redirectUrl: string, state: string): string
  /** Exchanges the code of that redirect. @returns the payer's id at the provider */
  findPayer(code: string): Promise<string>
  /** @returns the prepay id, to be passed to `sign` */
  create(trade: Trade, payer: string): Promise<string>
  /** Signs the request that opens the payment in the app. */
  sign(prepayId: string): BridgeRequest
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
  /** Undefined if the provider has no in-app browser, or it is not configured. */
  inApp?: InAppPayment
  query(outTradeNo: string): Promise<TradeState>
  /**
   * Closes a trade. `paid`: a payment arrived first. `unopened`: the buyer has not opened the payment, so there
   * is no trade to close yet, but the buyer can still open it until it expires.
   */
  close(outTradeNo: string): Promise<'closed' | 'paid' | 'unopened'>
  /** Creates a refund, or reads the state of an existing one; called repeatedly until it is `done`. */
  refund(order: RefundOrder): Promise<'done' | 'processing'>
  /**
   * Makes a read-only call to test the settings.
   * @throws Error with the reason, such as a rejected key or a failed connection
   */
  check?(): Promise<void>
  /** Reads the bill of a day, `YYYY-MM-DD`; undefined for providers without bills. */
  readBill?: (day: string) => Promise<BillEntry[]>
  /** Response body that acknowledges a webhook; undefined if the status suffices. */
  receipt?: string
  /**
   * @returns null for an authentic webhook that does not affect orders
   * @throws WebhookError unless the webhook is authentic, recent and for this merchant
   */
  verifyWebhook(headers: IncomingHttpHeaders, body: string, now: number): Webhook | null
}

/** A line of a provider's bill: a payment or a refund. */
export interface BillEntry {
  kind: 'payment' | 'refund'
  /** Our number: `outTradeNo` of a payment, `outRefundNo` of a refund. */
  number: string
  amountFen: number
}
