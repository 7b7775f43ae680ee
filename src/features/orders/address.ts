import { OrderTypeSchema, type OrderType } from '#api/order.ts'
import { ORDER_KINDS } from '#features/order-core/order-kinds.ts'
import { href } from '#routes.ts'
import type { Locale } from '#i18n/locales.ts'
import type { OrderFilter } from './request.ts'
import { listStatuses } from './status.ts'

const findOption = <T extends string>(options: readonly T[], value: string | null): T | null =>
  options.find((option) => option === value) ?? null

/**
 * Reads `?type&status`; invalid values and statuses that the kind cannot have are ignored.
 * @param pageType the kind of the page, or null
 */
export function readFilter(search: string, pageType: OrderType | null): OrderFilter {
  const query = new URLSearchParams(search)
  const type = pageType ?? findOption(OrderTypeSchema.options, query.get('type'))
  return { type, status: findOption(listStatuses(type), query.get('status')) }
}

/** URL of the order list with a filter. */
export function getListHref({ type, status }: OrderFilter, locale: Locale): string {
  const list = type && ORDER_KINDS[type].list
  return href(list ?? '/order/list', locale, {
    ...(type && !list && { type }),
    ...(status && { status }),
  })
}
