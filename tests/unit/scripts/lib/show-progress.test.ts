import { beforeEach, expect, test } from 'vitest'
import { showProgress, type ProgressView } from '#scripts/lib/show-progress.ts'

const EVERY_MS = 200
let clock = 0
let printed = ''
let tick = () => {}
let isTicking = false
beforeEach(() => {
  clock = 0
  printed = ''
  isTicking = false
})

function open(isTerminal: boolean): ProgressView {
  return showProgress({
    output: { write: (text) => void (printed += text), isTerminal },
    steps: ['Pages', 'Fonts'],
    now: () => clock,
    repeat(run) {
      isTicking = true
      tick = () => {
        clock += EVERY_MS
        run()
      }
      return () => {
        isTicking = false
      }
    },
  })
}

const pass = (ms: number): void => {
  for (let left = ms; left > 0; left -= EVERY_MS) tick()
}
const lines = (): string[] => printed.split('\n').filter(Boolean)

test('logs the start and end of each step, and progress every 15 seconds', () => {
  const view = open(false)
  view.show('Pages', 0, 40)
  pass(30_000)
  view.show('Pages', 30, 40)
  pass(16_000)
  view.show('Fonts')
  pass(3000)
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
  expect(isTicking).toBe(false)
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
  pass(1000)
  expect(printed.split('\r').at(-1)).toContain('Pages: 10 of 40 ██████░░░░░░░░░░░░░░░░░░ 1 s')
  view.print('One page has no picture.')
  const after = printed.slice(printed.indexOf('One page'))
  expect(after).toMatch(/^One page has no picture\.\n.*Pages: 10 of 40/s)
  view.close('complete')
  expect(printed.endsWith('done in 1 s\n')).toBe(true)
})
