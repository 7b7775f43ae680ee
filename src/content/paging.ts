interface Page<Item> {
  items: Item[]
  page: number
  size: number
  total: number
}

/** Reads a list of the API to its last page. */
export async function readAllPages<Item>(
  read: (page: number) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let page = 1; ; page++) {
    const answer = await read(page)
    items.push(...answer.items)
    if (answer.items.length === 0 || items.length >= answer.total) return items
  }
}
