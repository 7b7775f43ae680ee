/** Reads an amount in yuan, such as `180.50`, as fen. @throws Error when it is none */
export function parseYuan(text: string): number {
  const [, whole = '', part = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (whole === '') throw new Error(`"${text}" is no amount in yuan`)
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** Writes fen as yuan with two decimals, as Alipay asks for. */
export function formatYuan(fen: number): string {
  return `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`
}
