import { stringify } from 'csv-stringify/sync'

/** Characters that start a formula in spreadsheets, in half and full width. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/

/**
 * Prevents formula injection: a leading quote makes the cell text. The option `escape_formulas` of the
 * library does not handle leading spaces, which spreadsheets skip.
 */
const escapeFormula = (value: string): string => (FORMULA.test(value) ? `'${value}` : value)

const BYTE_ORDER_MARK = '\uFEFF'

/** Writes CSV (RFC 4180) that Excel opens as UTF-8 and whose cells are never formulas. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(escapeFormula))
  return (
    BYTE_ORDER_MARK +
    stringify(cells, { quoted: true, quoted_empty: true, record_delimiter: 'windows' })
  )
}
