/**
 * Whether an item of the list passes the filter; an empty choice lets everything pass.
 * @param item its cities stand with spaces between them
 */
export function passesFilter(
  item: { cities?: string; state?: string },
  [city = '', state = '']: readonly string[],
): boolean {
  const inCity = !city || (item.cities ?? '').split(' ').includes(city)
  return inCity && (!state || item.state === state)
}

/** Narrows the printed list of courses by city and state, and keeps the choice in the address. */
export function filterCourses(root: Document, location: Location, history: History): void {
  const form = root.querySelector<HTMLFormElement>('[data-course-filter]')
  if (!form) return
  const selects = [...form.querySelectorAll('select')]
  const items = [...root.querySelectorAll<HTMLElement>('[data-cities]')]
  const query = new URL(location.href).searchParams
  for (const select of selects) select.value = query.get(select.name) ?? ''

  function apply(): void {
    const filter = selects.map(({ value }) => value)
    for (const item of items) item.hidden = !passesFilter(item.dataset, filter)
    const none = root.querySelector<HTMLElement>('.none')
    if (none) none.hidden = items.some((item) => !item.hidden)
  }

  form.addEventListener('change', () => {
    const address = new URL(location.href)
    for (const { name, value } of selects) {
      if (value) address.searchParams.set(name, value)
      else address.searchParams.delete(name)
    }
    history.replaceState(null, '', address)
    apply()
  })
  apply()
}
