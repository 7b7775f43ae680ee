import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showProgress } from '#scripts/lib/show-progress.ts'

let printed = ''
beforeEach(() => {
  vi.useFakeTimers()
  printed = ''
})
afterEach(() => void vi.useRealTimers())

const open = (isTerminal: boolean) =>
  showProgress({ write: (text) => void (printed += text), isTerminal }, ['Pages', 'Fonts'])
const lines = (): string[] => printed.split('\n').filter(Boolean)

test('logs the start and end of each step, and progress every 15 seconds', () => {
  const view = open(false)
  view.show('Pages', 0, 40)
  vi.advanceTimersByTime(30_000)
  view.show('Pages', 30, 40)
  vi.advanceTimersByTime(16_000)
  view.show('Fonts')
  vi.advanceTimersByTime(3000)
  view.close('complete')
  expect(lines()).toEqual([
    '  [1/2] Pages: 0 of 40',
    '  [1/2] Pages: 0 of 40, 15 s',
    '  [1/2] Pages: 0 of 40, 30 s',
    '  [1/2] Pages: 30 of 40, 45 s',
    '  [1/2] Pages: 40 of 40, done in 46 s',
    '  [2/2] Fonts',
    '  [2/2] Fonts, done in 3 s',
  ])
  expect(vi.getTimerCount()).toBe(0)
})

test('does not show a failed step as done', () => {
  const view = open(false)
  view.show('Pages', 30, 40)
  view.close('interrupted')
  view.show('Fonts', 1, 2)
  view.show('Pages', 0, 40)
  view.close('interrupted')
  expect(lines()).toEqual([
    '  [1/2] Pages: 30 of 40',
    '  [2/2] Fonts: 1 of 2',
    '  [1/2] Pages: 0 of 40',
  ])
})

test('logs no line per page', () => {
  const view = open(false)
  for (let done = 0; done <= 1000; done += 1) view.show('Pages', done, 1000)
  expect(lines()).toEqual(['  [1/2] Pages: 0 of 1000'])
})

test('shows a progress bar below other lines on a terminal', () => {
  const view = open(true)
  view.show('Pages', 10, 40)
  vi.advanceTimersByTime(1000)
  expect(printed.split('\r').at(-1)).toContain('Pages: 10 of 40 ██████░░░░░░░░░░░░░░░░░░ 1 s')
  view.print('One page has no picture.')
  const after = printed.slice(printed.indexOf('One page'))
  expect(after).toMatch(/^One page has no picture\.\n.*Pages: 10 of 40/s)
  view.close('complete')
  expect(printed.endsWith('done in 1 s\n')).toBe(true)
})
