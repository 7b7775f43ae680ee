import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getProgress, runMask, type MaskView } from '#browser/loading-mask.ts'
import { FONT_CHECK_TIMEOUT_MS, FONT_LOAD_TIMEOUT_MS, LOADING } from '#config.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // The mask appears some time after the page has started.
  vi.advanceTimersByTime(400)
})
afterEach(() => void vi.useRealTimers())

function createView(visibleMs: () => number) {
  const state = { shown: false, percent: 0, parting: false, removed: false }
  const view: MaskView = {
    show: () => (state.shown = true),
    setProgress: (percent) => (state.percent = percent),
    visibleMs,
    part: () => (state.parting = true),
    remove: () => (state.removed = true),
  }
  return { state, view }
}

function createMask(paintedAt = 0) {
  const startedAt = performance.now()
  const { state, view } = createView(() => performance.now() - startedAt - paintedAt)
  const faces = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const faults: unknown[] = []
  const promises = faces.map(({ promise }) => promise)
  const end = runMask(promises, view, (error) => faults.push(error))
  return { state, faces, faults, end }
}

test.each([
  [0, 0],
  [2500, 45],
  [5000, 90],
  [5999, 90],
  [6000, 91],
  [14_000, 99],
  [900_000, 99],
])(
  'sets the bar after %i ms without a font to %i',
  { tags: ['S4.21', 'S4.22'] },
  (elapsed, percent) => {
    expect(getProgress(elapsed, 0)).toBe(percent)
  },
)

test('moves the bar to 99 at most as fonts load', { tags: ['S4.22'] }, () => {
  expect(getProgress(100, 3)).toBe(54)
  expect(getProgress(100, 5)).toBe(90)
  expect(getProgress(900_000, 5)).toBe(99)
})

test('moves the bar to 90 and then on more slowly', { tags: ['S4.21', 'S4.22'] }, async () => {
  const { state } = createMask()
  await vi.advanceTimersByTimeAsync(2500)
  expect(state).toMatchObject({ shown: true, percent: 45, parting: false })
  await vi.advanceTimersByTimeAsync(LOADING.slowAfterMs - 2500)
  expect(state.percent).toBe(90)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state).toMatchObject({ percent: 99, parting: false })
})

test('keeps the mask until five fonts have loaded', { tags: ['S2.67', 'S4.25'] }, async () => {
  const { state, faces, faults, end } = createMask()
  await vi.advanceTimersByTimeAsync(10)
  for (const face of faces.slice(0, 4)) face.resolve()
  await vi.advanceTimersByTimeAsync(100)
  expect(state.percent).toBe(72)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state).toMatchObject({ parting: false, removed: false })
  faces[4]?.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(state).toMatchObject({ percent: 100, parting: true, removed: false })
  await vi.advanceTimersByTimeAsync(LOADING.barHideDelayMs)
  expect(state.removed).toBe(true)
  expect(await end).toBe(true)
  expect(faults).toEqual([])
})

test(
  'removes the mask at once when the fast check finds all fonts',
  { tags: ['S2.69', 'S9.11'] },
  async () => {
    const { state, faces, end } = createMask()
    for (const face of faces) face.resolve()
    await vi.advanceTimersByTimeAsync(FONT_CHECK_TIMEOUT_MS)
    expect(await end).toBe(true)
    expect(state.removed).toBe(true)
  },
)

test('skips the mask animation if it would take longer than the mask was visible', async () => {
  const { state, faces, end } = createMask(1000)
  await vi.advanceTimersByTimeAsync(1399)
  for (const face of faces) face.resolve()
  expect(await end).toBe(true)
  expect(state).toMatchObject({ parting: false, removed: true })
})

test(
  'logs a failed font and removes the mask after 300 ms',
  { tags: ['S4.23', 'S4.24'] },
  async () => {
    const { state, faces, faults, end } = createMask()
    await vi.advanceTimersByTimeAsync(10)
    faces[2]?.reject(new Error('blocked'))
    await vi.advanceTimersByTimeAsync(LOADING.failureDelayMs - 1)
    expect(faults).toMatchObject([{ message: 'blocked' }])
    expect(state.removed).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(state.removed).toBe(true)
    expect(await end).toBe(false)
  },
)

test('gives up on fonts after 1,000,000 ms', { tags: ['S9.10'] }, async () => {
  const { state, faults } = createMask()
  vi.advanceTimersByTime(FONT_LOAD_TIMEOUT_MS - 1)
  await vi.advanceTimersByTimeAsync(0)
  expect(faults).toEqual([])
  await vi.advanceTimersByTimeAsync(1 + LOADING.failureDelayMs)
  expect(faults).toHaveLength(1)
  expect(state.parting).toBe(true)
})
