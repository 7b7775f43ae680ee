/** A line of a provider's bill: money that came in or went back. */
export type BillEntry =
  | { kind: 'payment'; outTradeNo: string; txnId: string; amountFen: number }
  | { kind: 'refund'; outTradeNo: string; outRefundNo: string; amountFen: number }
