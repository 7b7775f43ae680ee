import { stringify } from 'csv-stringify/sync'

/** What a spreadsheet takes for the start of a formula, in half and in full width. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/

/**
 * Somebody else typed this: with a quote before it, it is text and nothing is calculated. The option
 * `escape_formulas` of the library does not look behind leading spaces, which spreadsheets skip.
 */
const escapeFormula = (value: string): string => (FORMULA.test(value) ? `'${value}` : value)

const BYTE_ORDER_MARK = '\uFEFF'

/** A table as CSV (RFC 4180) that Excel opens as UTF-8 and whose cells are never formulas. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(escapeFormula))
  return (
    BYTE_ORDER_MARK +
    stringify(cells, { quoted: true, quoted_empty: true, record_delimiter: 'windows' })
  )
}
