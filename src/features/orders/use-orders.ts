import { useCallback, useSyncExternalStore } from 'react'
import { useAction } from '#features/forms/use-action.ts'
import type { OrderWithTiming } from '#features/order-core/order-with-timing.ts'
import { useLoad } from '#features/ui/use-load.ts'
import { useRefreshOnReturn } from '#features/ui/use-refresh-on-return.ts'
import type { Translate } from '#i18n/messages.ts'
import type { Order, OrderType } from '#api/order.ts'
import { requestNewestOrders, requestOrders, type OrderPage, type OrderFilter } from './request.ts'
import { requestOrder } from '#features/order-core/request-order.ts'
import { readFilter } from './address.ts'

/** Merges orders into a page: changed orders replace their previous versions, new ones are appended. */
export function mergeOrders(
  { items }: Pick<OrderPage, 'items'>,
  next: readonly OrderWithTiming[],
): OrderWithTiming[] {
  const byNumber = new Map(next.map((order) => [order.order_no, order]))
  const updated = items.map((order) => byNumber.get(order.order_no) ?? order)
  const listedNumbers = new Set(items.map(({ order_no: number }) => number))
  return [...updated, ...next.filter(({ order_no: number }) => !listedNumbers.has(number))]
}

/** Replaces a changed order of a page, which may no longer match the filter. */
export function replaceOrder(
  page: OrderPage,
  order: OrderWithTiming,
  { status }: Pick<OrderFilter, 'status'>,
): OrderPage {
  const items = mergeOrders(page, [order])
  const countMatches = (orders: readonly Order[]) =>
    orders.filter((each) => each.status === status).length
  const count = countMatches(items)
  // The next orders have moved up to the loaded pages, so the first page with one of them is loaded again.
  const hasLeft = count < countMatches(page.items)
  return { ...page, items, page: hasLeft ? Math.floor(count / page.size) : page.page }
}

/**
 * Appends a further page. Listed orders that have left the filter count too, but not in the total of the API.
 * Orders placed after the first page count there, but are not listed: the last page completes the list.
 */
export function appendPage(
  page: OrderPage,
  next: OrderPage,
  { status }: Pick<OrderFilter, 'status'>,
): OrderPage {
  const items = mergeOrders(page, next.items)
  const gone = items.filter((order) => status !== null && order.status !== status)
  const isLast = next.page * next.size >= next.total
  const total = isLast ? items.length : next.total + gone.length
  return { ...next, items, total, firstNew: items[page.items.length]?.order_no ?? null }
}

const isPackage = (order: Order): boolean =>
  order.type === 'course' && order.content.kind === 'package'

/** Loads the member's orders of a kind and status, page by page. */
export function useOrders({ type, status }: OrderFilter, t: Translate<'errors'>) {
  const requestFirst = useCallback(
    (signal: AbortSignal, listed?: OrderPage) =>
      requestNewestOrders({ type, status }, signal, listed),
    [type, status],
  )
  const { state, retry, refresh, update } = useLoad(requestFirst)
  const { isBusy, error, run } = useAction(t)

  const loadMore = (page: OrderPage): Promise<void> =>
    run(
      () => requestOrders({ type, status }, { ...page, page: page.page + 1 }),
      // A new order shifts the pages, so the response may contain orders that are already listed.
      (next) => update((latest) => appendPage(latest, next, { status })),
    )

  function change(page: OrderPage, order: OrderWithTiming): void {
    update((latest) => replaceOrder(latest, order, { status }))
    // The class hours of a cancelled booking have returned to one of the packages.
    if (order.rule === 'class_hour') page.items.filter(isPackage).forEach(refreshOrder)
  }

  /** Requests a listed order again; without a response it stays as it is. */
  async function refreshOrder({ order_no: number }: Order): Promise<void> {
    const result = await requestOrder(number).catch(() => null)
    if (result?.status !== 'ok') return
    update((latest) => ({ ...latest, items: mergeOrders(latest, [result.data]) }))
  }

  // A member may have paid or cancelled in another tab.
  useRefreshOnReturn({ state, refresh })

  return { state, retry, loadMore, change, isBusy, error }
}

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
export function useOrderFilter(pageType: OrderType | null) {
  const search = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => '',
  )
  const open = (address: string): void => {
    history.pushState(null, '', address)
    dispatchEvent(new Event(CHANGED))
  }
  return { filter: readFilter(search, pageType), open }
}
