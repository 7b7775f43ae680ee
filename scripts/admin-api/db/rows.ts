import type { SelectQueryBuilder } from 'kysely'

/** Counts the rows that a query finds, whatever it selects of them. */
export async function countRows<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  const { found } = await query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('found'))
    // TypeScript does not infer the row of a query of unknown tables.
    .$castTo<{ found: number }>()
    .executeTakeFirstOrThrow()
  return found
}

/** Whether a query finds a row, whatever it selects of it. */
export async function hasRows<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<boolean> {
  const row = await query
    .clearSelect()
    .select(({ lit }) => lit(1).as('found'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
