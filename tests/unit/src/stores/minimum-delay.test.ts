import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitAtLeast } from '#stores/minimum-delay.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a quick answer shows its loading state for 200 ms', { tags: ['S9.08'] }, async () => {
  const seen = vi.fn<(result: string) => void>()
  void waitAtLeast(Promise.resolve('done')).then(seen)
  await vi.advanceTimersByTimeAsync(199)
  expect(seen).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(seen).toHaveBeenCalledWith('done')
})

test('a failure is delayed too and stays a failure', async () => {
  const seen = vi.fn<(error: unknown) => void>()
  waitAtLeast(Promise.reject(new Error('no'))).catch(seen)
  await vi.advanceTimersByTimeAsync(200)
  expect(seen).toHaveBeenCalledOnce()
})
