/** A time (epoch ms) as in the bills of Chinese providers. */
export const formatBeijing = (at: number): string =>
  new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

export const yuan = (fen: number): string => (fen / 100).toFixed(2)
