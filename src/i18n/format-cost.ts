import { formatPrice } from './format.ts'
import type { Translate } from './messages.ts'

// Prices on pages, where a price of 0 is a word. Separate from `format.ts`, which every island loads.

/** `¥80.50`, or `Free`. */
export const formatCost = (fen: number, t: Translate): string =>
  fen === 0 ? t('common:free') : formatPrice(fen)

/** The lowest price: `from ¥80`, or `Free tickets`, because the others may have a price. */
export const formatLowestCost = (fen: number, t: Translate): string =>
  fen === 0 ? t('common:free_tickets') : t('common:price_from', { price: formatPrice(fen) })

interface MemberPrices {
  price_fen: number
  member_price_fen: number
}

/** `members ¥72`, or `free for members`; null if members pay the same as others. */
export function formatMemberCost(
  { price_fen, member_price_fen: fen }: MemberPrices,
  t: Translate,
): string | null {
  if (fen >= price_fen) return null
  return fen === 0
    ? t('course:members_free')
    : t('course:member_price', { price: formatPrice(fen) })
}
