/** Number of course dates at the lowest single price after which a membership pays for itself. */
export const countToBreakEven = (packageFen: number, lowestFen: number): number =>
  Math.ceil(packageFen / Math.max(1, lowestFen))
