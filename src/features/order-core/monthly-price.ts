import type { MemberPackage } from '#api/account.ts'

/** What a membership costs a month, rounded up to whole yuan: nothing is made cheaper than it is. */
export const monthlyFen = ({ price_fen, months }: Pick<MemberPackage, 'price_fen' | 'months'>) =>
  Math.ceil(price_fen / Math.max(1, months) / 100) * 100
