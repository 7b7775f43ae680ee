import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRouteBar } from '#browser/route-bar.ts'
import { LOADING } from '#config.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createBar() {
  const element: { hidden: boolean; dataset: DOMStringMap } = { hidden: true, dataset: {} }
  return { element, ...createRouteBar(element, LOADING.barHideDelayMs) }
}

test(
  'runs the bar until the navigation ends and hides it 500 ms later',
  { tags: ['S2.70', 'S4.25'] },
  () => {
    const { element, start, finish } = createBar()
    start()
    expect(element).toMatchObject({ hidden: false, dataset: { state: 'running' } })
    vi.advanceTimersByTime(5000)
    expect(element.dataset['state']).toBe('running')
    finish()
    expect(element).toMatchObject({ hidden: false, dataset: { state: 'done' } })
    vi.advanceTimersByTime(499)
    expect(element.hidden).toBe(false)
    vi.advanceTimersByTime(1)
    expect(element.hidden).toBe(true)
  },
)

test('restarts the bar for a navigation that starts while the bar is ending', () => {
  const { element, start, finish } = createBar()
  start()
  finish()
  vi.advanceTimersByTime(400)
  start()
  vi.advanceTimersByTime(5000)
  expect(element).toMatchObject({ hidden: false, dataset: { state: 'running' } })
})

test('hides the bar after a timeout if the navigation does not end', () => {
  const { element, start } = createBar()
  start()
  vi.advanceTimersByTime(15_500)
  expect(element.hidden).toBe(true)
})

test('shows no bar if a navigation ends without a start', () => {
  const { element, finish } = createBar()
  finish()
  expect(element.hidden).toBe(true)
})
