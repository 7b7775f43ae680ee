/**
 * Whether an item of the list passes the filter; an empty choice lets everything pass.
 * @param item for each name what it has, with spaces between several
 */
export const passesFilter = (
  item: Readonly<Record<string, string | undefined>>,
  filter: Iterable<readonly [name: string, value: unknown]>,
): boolean =>
  [...filter].every(([name, value]) => !value || ` ${item[name] ?? ''} `.includes(` ${value} `))

/** Narrows the printed list of courses by city and state, and keeps the choice in the address. */
export function filterCourses(root: Document, location: Location, history: History): void {
  const form = root.querySelector<HTMLFormElement>('[data-course-filter]')
  if (!form) return
  const items = [...root.querySelectorAll<HTMLElement>('[data-city]')]
  const { searchParams: query } = new URL(location.href)
  const selects = [...form.querySelectorAll('select')]
  for (const select of selects) select.value = query.get(select.name) ?? ''

  function apply(): void {
    const filter = selects.map(({ name, value }) => [name, value] as const)
    for (const item of items) item.hidden = !passesFilter(item.dataset, filter)
    const none = root.querySelector<HTMLElement>('.none')
    if (none) none.hidden = items.some(({ hidden }) => !hidden)
  }

  form.addEventListener('change', () => {
    const address = new URL(location.href)
    for (const { name, value } of selects) {
      if (value) address.searchParams.set(name, value)
      else address.searchParams.delete(name)
    }
    apply()
    history.replaceState(null, '', address)
  })
  apply()
}
