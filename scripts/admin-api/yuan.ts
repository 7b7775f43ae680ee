/** Parses an amount in yuan, such as `180.50`, to fen. @throws Error for a malformed amount */
export function parseYuan(text: string): number {
  const [, whole = '', part = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (whole === '') throw new Error(`"${text}" is not an amount in yuan`)
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** Formats fen as yuan with two decimals and without a currency sign, such as `180.50`. */
export const formatYuan = (fen: number): string => (fen / 100).toFixed(2)
