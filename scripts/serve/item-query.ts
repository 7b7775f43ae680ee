import type { Manifest } from './manifest.ts'

/** A route of which one document per item is prebuilt. */
export interface ItemRoute {
  /** Its path without locale. */
  path: string
  /** `optional`: the page without id is a list, which may go on at `?page=2`. */
  id: 'required' | 'optional'
}

/** What an address is looked up in. */
export interface Site {
  manifest: Manifest
  /** The routes whose prebuilt page depends on `?id=`. */
  itemRoutes: readonly ItemRoute[]
}

/** Ids are positive integers in one spelling: no sign, no leading zero, no exponent. */
const ID = /^[1-9]\d{0,14}$/

/**
 * Where the document of a query lies below its route: `/12`, `/page-2`, `/3/page-2`, or nothing
 * for the route's own. Undefined when the id or page is missing, malformed or given twice.
 * Parameters that the route does not know are ignored.
 */
export function readItemQuery(route: string, query: string, site: Site): string | undefined {
  const rule = site.itemRoutes.find((item) => item.path === route)
  const parameters = new URLSearchParams(query)
  const ids = rule ? parameters.getAll('id') : []
  const pages = takesPage(route, site) ? parameters.getAll('page') : []
  if (rule?.id === 'required' && ids.length === 0) return undefined
  if (ids.length > 1 || pages.length > 1) return undefined
  if ([...ids, ...pages].some((value) => !ID.test(value))) return undefined
  return ids.map((id) => `/${id}`).join('') + pages.map((page) => `/page-${page}`).join('')
}

/** Whether `?page=` means a prebuilt list page here, and not something of an island's own. */
export function takesPage(route: string, { itemRoutes, manifest }: Site): boolean {
  const isList = itemRoutes.some((item) => item.path === route && item.id === 'optional')
  return isList || manifest.pagedRoutes.has(route)
}
