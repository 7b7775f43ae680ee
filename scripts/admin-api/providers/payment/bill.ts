/** A line of a provider's bill: a payment or a refund. */
export type BillEntry =
  | { kind: 'payment'; outTradeNo: string; txnId: string; amountFen: number }
  | { kind: 'refund'; outTradeNo: string; outRefundNo: string; amountFen: number }
