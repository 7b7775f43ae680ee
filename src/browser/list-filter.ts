/** Values by the name of their select; an empty value matches everything. */
export type ListFilter = Readonly<Record<string, string>>
/** The `data-*` attributes of a list item. */
export type ItemData = Readonly<Record<string, string | undefined>>
export type Matches = (item: ItemData, filter: ListFilter) => boolean

/** Whether each chosen value is among the item's space-separated values of that name. */
export const matchesValues: Matches = (item, filter) =>
  Object.entries(filter).every(
    ([name, value]) => value === '' || ` ${item[name] ?? ''} `.includes(` ${value} `),
  )

/** Formats a number of items, e.g. `8 productions`, with the prerendered singular and plural forms. */
export const describeCount = (count: number, { one = '', many = '' }: ItemData): string =>
  (count === 1 ? one : many).replace('{{count}}', String(count))

/**
 * Filters the prerendered items of a page with the form that `FilterBar.astro` renders. The URL holds the
 * filter, so that it can be shared and the browser's back button undoes a choice.
 * @param createMatches called for each application of the filter, which may depend on the day
 */
export function startListFilter(window: Window, createMatches: () => Matches): void {
  const { document: root, location, history } = window
  const form = root.querySelector<HTMLFormElement>('[data-list-filter]')
  if (!form) return
  const selects = [...form.querySelectorAll('select')]
  const items = [...root.querySelectorAll<HTMLElement>('[data-filter-item]')]
  const count = form.querySelector<HTMLElement>('[data-filter-count]')
  const readFilter = () => Object.fromEntries(selects.map(({ name, value }) => [name, value]))

  function apply(): void {
    const filter = readFilter()
    const matches = createMatches()
    const isActive = Object.values(filter).some((value) => value !== '')
    for (const item of items) item.hidden = !matches(item.dataset, filter)
    const shown = items.filter(({ hidden }) => !hidden)
    for (const section of root.querySelectorAll<HTMLElement>('[data-filter-section]')) {
      section.hidden = !shown.some((item) => section.contains(item))
    }
    // Sections that the filter does not apply to would look like results.
    for (const aside of root.querySelectorAll<HTMLElement>('[data-filter-aside]')) {
      aside.hidden = isActive
    }
    for (const none of root.querySelectorAll<HTMLElement>('[data-filter-none]')) {
      none.hidden = shown.length > 0
    }
    for (const reset of form?.querySelectorAll<HTMLElement>('[type="reset"]') ?? []) {
      reset.hidden = !isActive
    }
    if (count) count.textContent = describeCount(shown.length, count.dataset)
  }

  function readAddress(): void {
    const { searchParams } = new URL(location.href)
    for (const select of selects) {
      select.value = searchParams.get(select.name) ?? ''
      // A value without an option: an outdated link, or a city without dates.
      if (select.selectedIndex < 0) select.value = ''
    }
    apply()
  }

  function writeAddress(): void {
    const address = new URL(location.href)
    for (const [name, value] of Object.entries(readFilter())) {
      if (value) address.searchParams.set(name, value)
      else address.searchParams.delete(name)
    }
    if (address.href !== location.href) history.pushState(null, '', address)
    apply()
  }

  form.addEventListener('change', writeAddress)
  form.addEventListener('reset', () => {
    // Browsers reset the selects after this event.
    for (const select of selects) select.value = ''
    writeAddress()
    selects[0]?.focus()
  })
  window.addEventListener('popstate', readAddress)
  // Live facts have changed the states of items.
  window.addEventListener('livefacts', apply)
  // A tab that is opened again after midnight.
  window.addEventListener('visibilitychange', apply)
  readAddress()
}
