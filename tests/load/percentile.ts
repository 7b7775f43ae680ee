/** The number below which a share of the numbers lies; by default the median. */
export const findPercentile = (numbers: readonly number[], share = 0.5): number =>
  numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * share) - 1] ?? Number.NaN
