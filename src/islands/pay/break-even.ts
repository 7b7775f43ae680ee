import type { MemberPackage } from '#api/account.ts'

/** What a membership costs a month, rounded up to whole yuan: nothing is made cheaper than it is. */
export const monthlyFen = ({ price_fen, months }: Pick<MemberPackage, 'price_fen' | 'months'>) =>
  Math.ceil(price_fen / Math.max(1, months) / 100) * 100

/** After how many course times at the lowest single price a membership has paid for itself. */
export const countToBreakEven = (packageFen: number, lowestFen: number): number =>
  Math.ceil(packageFen / Math.max(1, lowestFen))
