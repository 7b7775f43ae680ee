import * as v from 'valibot'
import { OrderStatusSchema, OrderTypeSchema } from '#api/order.ts'
import type { OrderType } from '#api/order.ts'
import { ORDER_KINDS } from '#features/order-core/order-kinds.ts'
import { href } from '#routes.ts'
import type { Locale } from '#i18n/locales.ts'
import type { OrderFilter } from './request.ts'

/** Reads `?type&status`; invalid values are ignored. @param pageType the kind of the page, or null */
export function readFilter(search: string, pageType: OrderType | null): OrderFilter {
  const query = new URLSearchParams(search)
  const type = v.safeParse(OrderTypeSchema, query.get('type'))
  const status = v.safeParse(OrderStatusSchema, query.get('status'))
  return {
    type: pageType ?? (type.success ? type.output : null),
    status: status.success ? status.output : null,
  }
}

/** URL of the order list with a filter. */
export function hrefOfList({ type, status }: OrderFilter, locale: Locale): string {
  const route = type === null ? '/order/list' : ORDER_KINDS[type].list
  return href(route, locale, status === null ? {} : { status })
}
