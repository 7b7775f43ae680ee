import { styleText } from 'node:util'
import stringWidth from 'string-width'
import { formatCount } from '../format-count.ts'
import type { Terminal } from './terminal.ts'

/** One column of a table. */
export interface Column<Row> {
  title: string
  /** Numbers are aligned to the right. */
  align?: 'right'
  cell(row: Row): string
}

/** Removes control characters from untrusted text, which could otherwise control the terminal. */
export function stripControls(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim()
}

/** Formats a table with a heading; Chinese characters are two terminal columns wide. */
export function formatTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string[] {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ cell }) => stripControls(cell(row)))),
  ]
  const widths = columns.map((_, at) =>
    cells.reduce((width, line) => Math.max(width, stringWidth(line[at] ?? '')), 0),
  )
  return cells.map((line, index) => {
    const text = line
      .map((cell, at) => {
        const space = ' '.repeat((widths[at] ?? 0) - stringWidth(cell))
        return columns[at]?.align === 'right' ? space + cell : cell + space
      })
      .join('  ')
      .trimEnd()
    return index === 0 ? styleText('dim', text) : text
  })
}

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
