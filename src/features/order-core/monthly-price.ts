import type { MemberPackage } from '#api/membership.ts'

/** Monthly price of a membership in fen, rounded up to whole yuan so that it is never understated. */
export const getMonthlyFen = ({ price_fen, months }: Pick<MemberPackage, 'price_fen' | 'months'>) =>
  Math.ceil(price_fen / Math.max(1, months) / 100) * 100
