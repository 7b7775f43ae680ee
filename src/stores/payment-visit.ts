// Payment progress of an order in this tab, as flags in session storage.

/** `identifying`: the visitor left for the provider to identify them, and pays after the return. */
type Mark = 'left' | 'paid' | 'identifying'
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
const browser = (): Store => globalThis.sessionStorage

const keyOf = (mark: Mark, orderNo: string) => `payment-${mark}:${orderNo}`

/** Records that the visitor left for the payment app, or that the payment was just confirmed. */
export function markPayment(mark: Mark, orderNo: string, store = browser): void {
  try {
    store().setItem(keyOf(mark, orderNo), '1')
  } catch {
    // Without storage the page behaves as on the first visit.
  }
}

/** Whether the flag is set. */
export function hasPaymentMark(mark: Mark, orderNo: string, store = browser): boolean {
  try {
    return store().getItem(keyOf(mark, orderNo)) !== null
  } catch {
    return false
  }
}

/** Clears a flag; returns whether it was set. */
export function takePaymentMark(mark: Mark, orderNo: string, store = browser): boolean {
  const isMarked = hasPaymentMark(mark, orderNo, store)
  try {
    store().removeItem(keyOf(mark, orderNo))
  } catch {
    // Without storage there is no flag.
  }
  return isMarked
}
