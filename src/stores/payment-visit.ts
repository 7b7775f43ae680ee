// Payment progress of an order in this tab, as flags in session storage.
import { readItem, removeItem, writeItem } from './safe-storage.ts'

/** `identifying`: the visitor left for the provider to identify them, and pays after the return. */
type Mark = 'left' | 'paid' | 'identifying'

const getKey = (mark: Mark, orderNo: string) => `payment-${mark}:${orderNo}`

/** Records that the visitor left for the payment app, or that the payment was just confirmed. */
export const markPayment = (mark: Mark, orderNo: string): void =>
  writeItem('sessionStorage', getKey(mark, orderNo), '1')

/** Whether the flag is set. */
export const hasPaymentMark = (mark: Mark, orderNo: string): boolean =>
  readItem('sessionStorage', getKey(mark, orderNo)) !== null

/** Clears a flag; returns whether it was set. */
export function takePaymentMark(mark: Mark, orderNo: string): boolean {
  const isMarked = hasPaymentMark(mark, orderNo)
  removeItem('sessionStorage', getKey(mark, orderNo))
  return isMarked
}
