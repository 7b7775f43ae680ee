import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { importWithRetry, waitForNetwork } from '#features/ui/wait-for-network.ts'

const page = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('waitForNetwork', () => {
  test('calls back once when the browser is online', () => {
    const callBack = vi.fn<() => void>()
    waitForNetwork(0, callBack)
    page.dispatchEvent(new Event('online'))
    page.dispatchEvent(new Event('online'))
    vi.advanceTimersByTime(60_000)
    expect(callBack).toHaveBeenCalledTimes(1)
  })

  test.each([
    [0, 1000],
    [1, 2000],
    [3, 8000],
    [40, 8000],
  ])('calls back on attempt %i after %i ms without an event', (tries, wait) => {
    const callBack = vi.fn<() => void>()
    waitForNetwork(tries, callBack)
    vi.advanceTimersByTime(wait - 1)
    expect(callBack).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    page.dispatchEvent(new Event('online'))
    expect(callBack).toHaveBeenCalledTimes(1)
  })

  test('does not call back after it is cancelled', () => {
    const callBack = vi.fn<() => void>()
    waitForNetwork(0, callBack)()
    page.dispatchEvent(new Event('online'))
    vi.advanceTimersByTime(60_000)
    expect(callBack).not.toHaveBeenCalled()
  })
})

test('repeats a failed import until it succeeds', async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockRejectedValueOnce(new TypeError('still offline'))
    .mockResolvedValue('module')
  const loading = importWithRetry(load)
  await vi.advanceTimersByTimeAsync(1000)
  expect(load).toHaveBeenCalledTimes(2)
  page.dispatchEvent(new Event('online'))
  expect(await loading).toBe('module')
  expect(load).toHaveBeenCalledTimes(3)
})
