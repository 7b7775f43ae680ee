// What the cashier remembers in this tab about one order.

type Mark = 'left' | 'paid'
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
const browser = (): Store => globalThis.sessionStorage

const keyOf = (mark: Mark, orderNo: string) => `payment-${mark}:${orderNo}`

/** Notes that the reader left for the payment app, or that the payment was just seen. */
export function markPayment(mark: Mark, orderNo: string, store = browser): void {
  try {
    store().setItem(keyOf(mark, orderNo), '1')
  } catch {
    // Without storage the page asks as if for the first time.
  }
}

/** Whether it was noted. */
export function hasPaymentMark(mark: Mark, orderNo: string, store = browser): boolean {
  try {
    return store().getItem(keyOf(mark, orderNo)) !== null
  } catch {
    return false
  }
}

/** Takes a note back; tells whether there was one. */
export function takePaymentMark(mark: Mark, orderNo: string, store = browser): boolean {
  const isMarked = hasPaymentMark(mark, orderNo, store)
  try {
    store().removeItem(keyOf(mark, orderNo))
  } catch {
    // Nothing was there.
  }
  return isMarked
}
