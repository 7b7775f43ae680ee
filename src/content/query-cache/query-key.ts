// A query key contains method, path, locale and input.

interface Query {
  method: string
  /** Path of the endpoint. */
  path: string
  locale: string
  query?: unknown
  body?: unknown
}

/** Makes the key of a query. Equal queries have equal keys. */
export const makeQueryKey = ({ method, path, locale, query, body }: Query): string =>
  [method, path, locale, JSON.stringify([query ?? {}, body ?? {}])].join(' ')

export const getPath = (key: string): string => key.split(' ', 2)[1] ?? ''

const ITEM_ID = /"id":"(\d+)"/

/** The id of the item that a query requests; null for other queries. */
export function readItemId(key: string): number | null {
  const match = ITEM_ID.exec(key)
  return match ? Number(match[1]) : null
}

const PAGE = /"page":"(\d+)"/

/** The page number of a list query; null for other queries. */
export function getPageNumber(key: string): number | null {
  const match = PAGE.exec(key)
  return match ? Number(match[1]) : null
}

/** The key of a list, equal for all its pages. */
export const makeListKey = (key: string): string => key.replace(PAGE, '"page":""')
