import { expect, test } from 'vitest'
import { describeCount, matchesValues, startListFilter } from '#browser/list-filter.ts'
import { matchesShows } from '#browser/show-filter.ts'

const course = { city: '1 2 34', state: 'open' }

test.each([
  ['', '', true],
  ['34', '', true],
  ['2', '', true],
  ['3', '', false],
  ['', 'open', true],
  ['', 'sold_out', false],
  ['1', 'open', true],
  ['1', 'ended', false],
])('matches city %o and state %o: %s', (city, state, expected) => {
  expect(matchesValues(course, { city, state })).toBe(expected)
})

test.each([
  [1, '1 production'],
  [0, '0 productions'],
  [12, '12 productions'],
])('counts %i items as %o', (count, expected) => {
  const forms = { one: '1 production', many: '{{count}} productions' }
  expect(describeCount(count, forms)).toBe(expected)
})

/** A page with a filter of this week's shows; the parts of the window that the filter uses. */
function createPage(days: readonly string[]) {
  const items = days.map((day) => ({ dataset: { shows: `${day}@1` }, hidden: false }))
  const select = { name: 'date', value: '', selectedIndex: 0 }
  const form = Object.assign(new EventTarget(), {
    querySelectorAll: (selector: string) => (selector === 'select' ? [select] : []),
    querySelector: () => null,
  })
  const document = {
    querySelector: () => form,
    querySelectorAll: (selector: string) => (selector === '[data-filter-item]' ? items : []),
  }
  const location = { href: 'https://house.example/drama/home?date=week' }
  const page = Object.assign(new EventTarget(), { document, location, history: {} })
  const list = () => items.flatMap(({ hidden }, index) => (hidden ? [] : [days[index]]))
  return { page: page as unknown as Window, list }
}

test('a tab that is opened again in another week shows the shows of that week', () => {
  const { page, list } = createPage(['2026-11-29', '2026-11-30'])
  let today = '2026-11-29'
  startListFilter(page, () => matchesShows(today))
  expect(list()).toEqual(['2026-11-29'])
  today = '2026-11-30'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(list()).toEqual(['2026-11-30'])
})
