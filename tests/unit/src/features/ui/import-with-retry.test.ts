import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { importWithRetry } from '#features/ui/import-with-retry.ts'

const page = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
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
