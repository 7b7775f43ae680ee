import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import type { StoredTable } from '../../lib/db/engines/engine.ts'

/** Sums of times would be too large for a number of either engine. */
const MODULUS = 1_000_000_007
/** Fractions are compared to the thousandth. */
const THOUSAND = 1000

function sumColumn({ name, type }: StoredTable['columns'][number]): RawBuilder<unknown> {
  const column = sql.ref(name)
  const kind = type.toLowerCase()
  if (kind === 'text') return sql`coalesce(sum(octet_length(${column})), 0)`
  if (kind === 'real') return sql`coalesce(sum(round(${column} * ${sql.lit(THOUSAND)})), 0)`
  return sql`coalesce(sum(${column} % ${sql.lit(MODULUS)}), 0)`
}

/**
 * The number of rows of a table and a sum of each column: of its numbers, or of the bytes of its texts.
 * Both engines give the same for the same rows.
 */
export async function sumTable(
  db: QueryExecutorProvider,
  { name, columns }: StoredTable,
): Promise<Record<string, number>> {
  const sums = columns.map((column) => sql`${sumColumn(column)} as ${sql.ref(column.name)}`)
  const query = sql<Record<string, number>>`
    select count(*) as ${sql.ref('rows')}, ${sql.join(sums)} from ${sql.table(name)}`
  const [row] = (await query.execute(db)).rows
  return Object.fromEntries(Object.entries(row ?? {}).map(([key, sum]) => [key, Number(sum)]))
}

/** Names the columns whose sums differ between two databases. */
export function listDifferences(
  table: StoredTable,
  source: Record<string, number>,
  target: Record<string, number>,
): string[] {
  return Object.entries(source)
    .filter(([key, sum]) => target[key] !== sum)
    .map(([key, sum]) => `${table.name}.${key}: ${sum} here, ${target[key]} there`)
}
