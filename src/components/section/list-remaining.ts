/** Lists the dates that are not over. @param now server time (ISO 8601) */
export const listRemaining = <D extends { ends_at: string }>(
  dates: readonly D[],
  now: string,
): D[] => dates.filter(({ ends_at }) => Date.parse(ends_at) > Date.parse(now))
