const RELATED = 3

export interface Others {
  now: number
  /** Whether they are of the same kind (category, genre), or of any other. */
  isAlike: boolean
  /** At most so many. */
  count: number
}

/**
 * Ids of what a page offers beside its own item: of the same kind first, then of others. Asked one
 * after the other, as sorting all of both takes the database longer.
 */
export async function findRelated(
  now: number,
  findOthers: (wanted: Others) => Promise<number[]>,
): Promise<number[]> {
  const alike = await findOthers({ now, isAlike: true, count: RELATED })
  const count = RELATED - alike.length
  return count === 0 ? alike : [...alike, ...(await findOthers({ now, isAlike: false, count }))]
}
