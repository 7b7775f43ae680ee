import type { SelectQueryBuilder } from 'kysely'

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
  const [items, { total }] = await Promise.all([
    query
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    query
      .clearSelect()
      .clearOrderBy()
      .select(({ fn }) => fn.countAll<number>().as('total'))
      // TypeScript does not infer the row of a query of unknown tables.
      .$castTo<{ total: number }>()
      .executeTakeFirstOrThrow(),
  ])
  return { items, page, size, total }
}
