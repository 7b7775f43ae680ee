interface Page<Item> {
  items: Item[]
  page: number
  size: number
  total: number
}

/** Reads all pages of a list. */
export async function readAllPages<Item>(
  read: (page: number) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let page = 1; ; page++) {
    const response = await read(page)
    items.push(...response.items)
    if (response.items.length === 0 || items.length >= response.total) return items
  }
}
