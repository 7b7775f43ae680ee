import type { SelectQueryBuilder } from 'kysely'
import { countRows } from '../../db/rows.ts'

/** A page of a list. */
interface PageQuery {
  /** Starts at 1. */
  page: number
  size: number
}

/** A page of an in-memory list. */
export function takePage<T>(list: readonly T[], { page, size }: PageQuery) {
  const start = (page - 1) * size
  return { items: list.slice(start, start + size), page, size, total: list.length }
}

/** A page of the rows that a query selects. */
export async function queryPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { page, size }: PageQuery,
) {
  const [items, total] = await Promise.all([
    query
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    countRows(query),
  ])
  return { items, page, size, total }
}
