import { stripLocale } from '#i18n/paths.ts'
import { ROUTES } from '#routes.ts'
import type { Manifest } from './manifest.ts'
import type { RequestTarget } from './parse-target.ts'

/**
 * The routes with one prebuilt document per item, without locale. `optional`: the page without id is a list,
 * possibly with `?page=2` and so on. Member apps read the id in the browser instead.
 */
export const ITEM_ROUTES = ROUTES.flatMap(({ path, item }) =>
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

/** Positive integers in canonical form: no sign, no leading zero, no exponent. */
const ID = /^[1-9]\d{0,14}$/

/**
 * Maps a query to the document path below its route: `/12`, `/page-2`, `/3/page-2`, or empty for the
 * route itself. Undefined when the id or page is missing, malformed or repeated. Unknown parameters
 * are ignored.
 */
export function readItemQuery(
  route: string,
  query: string,
  manifest: Manifest,
): string | undefined {
  const rule = ITEM_ROUTES.find((item) => item.path === route)
  const parameters = new URLSearchParams(query)
  const ids = rule ? parameters.getAll('id') : []
  const pages = hasListPages(route, manifest) ? parameters.getAll('page') : []
  if (rule?.id === 'required' && ids.length === 0) return undefined
  if (ids.length > 1 || pages.length > 1) return undefined
  if ([...ids, ...pages].some((value) => !ID.test(value))) return undefined
  return ids.map((id) => `/${id}`).join('') + pages.map((page) => `/page-${page}`).join('')
}

/** Whether `?page=` selects a prebuilt list page, rather than being a parameter of an island. */
export function hasListPages(route: string, { pagedRoutes }: Manifest): boolean {
  const isList = ITEM_ROUTES.some((item) => item.path === route && item.id === 'optional')
  return isList || pagedRoutes.has(route)
}
