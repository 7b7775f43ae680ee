import { stripLocale } from '#i18n/paths.ts'
import { ROUTES } from '#routes.ts'
import type { RequestTarget } from './parse-target.ts'

/** A route with one prebuilt document per item. */
export interface ItemRoute {
  /** Its path without locale. */
  path: string
  /** `optional`: the page without id is a list, possibly with `?page=2` and so on. */
  id: 'required' | 'optional'
}

/** The routes with one prebuilt document per item. Member apps read the id in the browser instead. */
export const ITEM_ROUTES: readonly ItemRoute[] = ROUTES.flatMap(({ path, item }) =>
  item === 'required' || item === 'optional' ? [{ path, id: item }] : [],
)

const ORDER_ROUTES = new Set<string>(
  ROUTES.filter(({ item }) => item === 'order').map(({ path }) => path),
)
/** Format of order numbers (`OrderNumberSchema`). The server does not check whether the order exists. */
const ORDER_NUMBER = /^[0-9A-Z]{8,32}$/

/** Whether an order page is requested without a valid order number: missing, malformed or repeated. */
export function lacksOrderNumber({ path, query }: RequestTarget): boolean {
  if (!ORDER_ROUTES.has(stripLocale(path))) return false
  const numbers = new URLSearchParams(query).getAll('id')
  return numbers.length !== 1 || !ORDER_NUMBER.test(numbers[0] ?? '')
}
