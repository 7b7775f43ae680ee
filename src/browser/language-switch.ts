/**
 * Keeps query and fragment when the reader switches the language: the printed link already names
 * the item, this adds what else stands in the address (filters, page, campaign). The address is read
 * when a link is about to be used, as filters change it without leaving the page.
 */
export function keepQueryOnSwitch(
  root: ParentNode,
  location: Pick<Location, 'search' | 'hash'>,
): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[data-language]')) {
    const printed = link.href
    const update = () => {
      const target = new URL(printed)
      for (const [name, value] of new URLSearchParams(location.search)) {
        target.searchParams.set(name, value)
      }
      target.hash = location.hash
      link.href = target.href
    }
    update()
    for (const type of ['pointerenter', 'focus', 'click']) link.addEventListener(type, update)
  }
}
