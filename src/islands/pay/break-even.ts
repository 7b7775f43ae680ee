/** After how many course times at the lowest single price a membership has paid for itself. */
export const countToBreakEven = (packageFen: number, lowestFen: number): number =>
  Math.ceil(packageFen / Math.max(1, lowestFen))
