const MAX_RELATED = 3

export interface RelatedQuery {
  now: number
  /** Whether the related items have the same category or genre, or another one. */
  isSameGroup: boolean
  /** Maximum number of items. */
  count: number
}

/**
 * Ids of related items: of the same category or genre first, then of others. Two queries are faster than
 * one that sorts both groups.
 */
export async function findRelated(
  now: number,
  findOthers: (query: RelatedQuery) => Promise<number[]>,
): Promise<number[]> {
  const sameGroup = await findOthers({ now, isSameGroup: true, count: MAX_RELATED })
  const count = MAX_RELATED - sameGroup.length
  if (count === 0) return sameGroup
  return [...sameGroup, ...(await findOthers({ now, isSameGroup: false, count }))]
}
