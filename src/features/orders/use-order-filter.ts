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

/** The order filter in the URL, and a setter. @param pageType the kind of the page, or null */
export function useOrderFilter(
  pageType: OrderType | null,
): [OrderFilter, (address: string) => void] {
  const search = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => '',
  )
  const open = (address: string): void => {
    history.pushState(null, '', address)
    dispatchEvent(new Event(CHANGED))
  }
  return [readFilter(search, pageType), open]
}
