/**
 * Keeps query and fragment when the language is switched: adds filters, page and campaign parameters to
 * the prerendered link. The URL is read just before the link is used, because filters change it in place.
 */
export function keepQueryOnSwitch(
  root: ParentNode,
  location: Pick<Location, 'search' | 'hash'>,
): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[data-language]')) {
    const initial = link.href
    const update = () => {
      const target = new URL(initial)
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
