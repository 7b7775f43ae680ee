const BYTE_ORDER_MARK = '\uFEFF'
/** What a spreadsheet takes for the start of a formula, in half and in full width. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/

function writeCell(value: string): string {
  // Somebody else typed this: with a quote before it, it is text and nothing is calculated.
  const text = FORMULA.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}

/** A table as CSV (RFC 4180) that Excel opens as UTF-8 and whose cells are never formulas. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => `${cells.map(writeCell).join(',')}\r\n`)
  return BYTE_ORDER_MARK + lines.join('')
}
