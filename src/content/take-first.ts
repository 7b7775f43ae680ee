/** The first item of each group, in the order of the list. */
export const takeFirst = <Item>(
  items: readonly Item[],
  readGroup: (item: Item) => number | string,
): Item[] => [...Map.groupBy(items, readGroup).values()].flatMap(([first]) => first ?? [])
