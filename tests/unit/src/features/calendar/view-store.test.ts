import { expect, test } from 'vitest'
import { createViewStore } from '#features/calendar/view-store.ts'

/** A window with a history. */
function openWindow(href: string) {
  const entries = [href]
  const target = new EventTarget()
  const location = {
    get href() {
      return entries.at(-1) ?? ''
    },
    get search() {
      return new URL(this.href).search
    },
  }
  const read = (address: string | URL | null | undefined) => String(address)
  return {
    entries,
    location,
    history: {
      pushState: (_: unknown, _title: string, address?: string | URL | null) =>
        void entries.push(read(address)),
      replaceState: (_: unknown, _title: string, address?: string | URL | null) =>
        void entries.splice(-1, 1, read(address)),
    },
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    dispatchEvent: target.dispatchEvent.bind(target),
    back() {
      entries.pop()
      target.dispatchEvent(new Event('popstate'))
    },
  }
}

const BASE = 'https://house.example/calendar/calendar'
const NOON = new Date('2027-05-05T12:00:00+08:00')

function start(search = '') {
  const window = openWindow(BASE + search)
  const store = createViewStore('2027-05-04')
  store.start(window, () => NOON)
  return { ...store, window }
}

test('shows the prerendered day before hydration, then the current day', () => {
  const { $view, start: begin } = createViewStore('2027-05-04')
  expect($view.get()).toMatchObject({ day: '2027-05-04', isReady: false })
  begin(openWindow(BASE), () => NOON)
  expect($view.get()).toMatchObject({ today: '2027-05-05', day: '2027-05-05', isReady: true })
})

test('reads month, kind and city from the URL', () => {
  const { $view } = start('?month=2027-07&kind=course&city=2')
  expect($view.get()).toMatchObject({ day: '2027-07-01', filter: { kind: 'course', city: 2 } })
})

test('adds a history entry for each month', () => {
  const { $view, chooseMonth, choose, window } = start('?kind=course')
  chooseMonth('2027-06')
  choose('2027-06-20')
  expect(window.entries).toEqual([`${BASE}?kind=course`, `${BASE}?kind=course&month=2027-06`])
  window.back()
  expect($view.get()).toMatchObject({ day: '2027-05-05', filter: { kind: 'course' } })
})

test('replaces the URL for a filter, and omits the current month', () => {
  const { setFilter, chooseMonth, clearFilter, window } = start('?month=2027-06')
  setFilter({ city: 1 })
  expect(window.entries).toEqual([`${BASE}?month=2027-06&city=1`])
  chooseMonth('2027-05')
  expect(window.location.href).toBe(`${BASE}?city=1`)
  clearFilter()
  expect(window.location.href).toBe(BASE)
})

test('follows the day at the venue in a tab that is kept past midnight', () => {
  const { $view, start: begin, choose } = createViewStore('2027-05-30')
  const window = openWindow(BASE)
  let now = new Date('2027-05-29T20:00:00+08:00')
  begin(window, () => now)
  now = new Date('2027-05-30T09:00:00+08:00')
  window.dispatchEvent(new Event('visibilitychange'))
  expect($view.get()).toMatchObject({ today: '2027-05-30', day: '2027-05-30' })

  choose('2027-05-08')
  now = new Date('2027-05-31T09:00:00+08:00')
  window.dispatchEvent(new Event('visibilitychange'))
  expect($view.get()).toMatchObject({ today: '2027-05-31', day: '2027-05-08' })
})
