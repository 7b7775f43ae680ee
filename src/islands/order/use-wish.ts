import { useSyncExternalStore } from 'react'
import type { OrderType } from '#api/order.ts'
import { readWish } from './address.ts'
import type { OrderWish } from './request.ts'

const CHANGED = 'orderfilter'

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener)
  addEventListener(CHANGED, listener)
  return () => {
    removeEventListener('popstate', listener)
    removeEventListener(CHANGED, listener)
  }
}

/** Which orders the address asks for, and how to ask for others. */
export function useWish(own: OrderType | null): [OrderWish, (address: string) => void] {
  const search = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => '',
  )
  const open = (address: string): void => {
    history.pushState(null, '', address)
    dispatchEvent(new Event(CHANGED))
  }
  return [readWish(search, own), open]
}
