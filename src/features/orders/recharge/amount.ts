/** Preset amounts, in fen. */
export const AMOUNTS = [10_000, 20_000, 50_000, 100_000] as const

const MIN_FEN = 100
const MAX_FEN = 1_000_000

/** Parses input in yuan to fen; null for an invalid amount or one that is out of range. */
export function readAmount(text: string): number | null {
  // Chinese keyboards produce full-width digits and yuan signs. A comma before other than three digits is no separator.
  const plain = text.normalize('NFKC').replaceAll(/[¥￥元\s]|,(?=\d{3}(?!\d))/g, '')
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(plain)) return null
  const fen = Math.round(Number(plain) * 100)
  return fen >= MIN_FEN && fen <= MAX_FEN ? fen : null
}
