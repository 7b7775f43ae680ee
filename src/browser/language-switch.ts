/**
 * Keeps query and fragment when the reader switches the language: the printed link already names
 * the item, this adds what else stands in the address (filters, page, campaign).
 */
export function keepQueryOnSwitch(root: ParentNode, { search, hash }: Location): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[data-language]')) {
    const target = new URL(link.href)
    for (const [name, value] of new URLSearchParams(search)) target.searchParams.set(name, value)
    target.hash = hash
    link.href = target.href
  }
}
