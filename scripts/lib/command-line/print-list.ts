import { formatTable, type Column } from './table.ts'
import type { Terminal } from './terminal.ts'
import { formatCount } from '../format-count.ts'

/** The flag and help text of machine-readable lists, added with `.option(...JSON_OPTION)`. */
export const JSON_OPTION = ['--json', 'print the list as JSON'] as const

interface ListOptions<Row> {
  columns: readonly Column<Row>[]
  /** Singular noun: `order`. */
  noun: string
  /** Irregular plural; defaults to the noun with an s. */
  plural?: string
  json: boolean | undefined
}

/** Prints records as a table followed by their count, or as a JSON array. */
export function printList<Row>(
  { print }: Terminal,
  rows: readonly Row[],
  { columns, noun, plural, json = false }: ListOptions<Row>,
): void {
  if (json) {
    print(JSON.stringify(rows, null, 2))
    return
  }
  if (rows.length > 0) for (const line of formatTable(rows, columns)) print(line)
  print(formatCount(rows.length, noun, plural))
}
