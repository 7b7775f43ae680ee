const MAX_RELATED = 3

export interface RelatedQuery {
  /** Whether the related items have the same category or genre, or another one. */
  isSameGroup: boolean
  /** Maximum number of items. */
  count: number
}

/**
 * Related items: of the same category or genre first, then of others. Two queries are faster than one that
 * sorts both groups.
 */
export async function loadRelated<Item extends { id: number }>(
  findIds: (query: RelatedQuery) => Promise<number[]>,
  loadItems: (ids: readonly number[]) => Promise<Item[]>,
): Promise<Item[]> {
  const ids = await findIds({ isSameGroup: true, count: MAX_RELATED })
  const count = MAX_RELATED - ids.length
  if (count > 0) ids.push(...(await findIds({ isSameGroup: false, count })))
  const items = await loadItems(ids)
  return ids.flatMap((id) => items.find((item) => item.id === id) ?? [])
}
