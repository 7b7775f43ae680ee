/** Amounts that are one tap away, in fen. */
export const AMOUNTS = [10_000, 20_000, 50_000, 100_000] as const

const MIN_FEN = 100
const MAX_FEN = 1_000_000

/** Fen of what somebody typed as yuan; null when it is no amount that can be topped up. */
export function readAmount(text: string): number | null {
  // Full-width digits and the sign of the yuan come with Chinese keyboards.
  const plain = text.normalize('NFKC').replaceAll(/[¥￥元,\s]/g, '')
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(plain)) return null
  const fen = Math.round(Number(plain) * 100)
  return fen >= MIN_FEN && fen <= MAX_FEN ? fen : null
}
