import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import type { StoredTable } from '../../lib/db/engines/engine.ts'

/** Values are summed modulo a prime: sums of epoch ms would overflow. */
const MODULUS = 1_000_000_007
/** Fractions are compared to three decimals. */
const THOUSAND = 1000

function sumColumn({ name, type }: StoredTable['columns'][number]): RawBuilder<unknown> {
  const column = sql.ref(name)
  const kind = type.toLowerCase()
  if (kind === 'text') return sql`coalesce(sum(octet_length(${column})), 0)`
  if (kind === 'real') return sql`coalesce(sum(round(${column} * ${sql.lit(THOUSAND)})), 0)`
  return sql`coalesce(sum(${column} % ${sql.lit(MODULUS)}), 0)`
}

/**
 * Checksums of a table: its row count (`rows`), and per column the sum of its numbers or of the byte lengths
 * of its texts. Both engines return the same values for the same rows.
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

/** Describes the columns whose checksums differ between two databases. */
export function listDifferences(
  table: StoredTable,
  source: Record<string, number>,
  target: Record<string, number>,
): string[] {
  return Object.entries(source)
    .filter(([key, sum]) => target[key] !== sum)
    .map(([key, sum]) => `${table.name}.${key}: ${sum} here, ${target[key]} there`)
}
