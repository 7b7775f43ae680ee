import { useSyncExternalStore } from 'react'
import type { OrderType } from '#api/order.ts'
import { readFilter } from './address.ts'
import type { OrderFilter } from './request.ts'

const CHANGED = 'orderfilter'

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener)
  addEventListener(CHANGED, listener)
  return () => {
    removeEventListener('popstate', listener)
    removeEventListener(CHANGED, listener)
  }
}

/** The order filter in the URL, and a setter. @param own the type of a page for one kind, else null */
export function useOrderFilter(own: OrderType | null): [OrderFilter, (address: string) => void] {
  const search = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => '',
  )
  const open = (address: string): void => {
    history.pushState(null, '', address)
    dispatchEvent(new Event(CHANGED))
  }
  return [readFilter(search, own), open]
}
