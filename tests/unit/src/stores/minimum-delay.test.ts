import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitAtLeast } from '#stores/minimum-delay.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test(
  'delays a fast response so that the loading state shows for 200 ms',
  { tags: ['S9.08'] },
  async () => {
    const onDone = vi.fn<(result: string) => void>()
    void waitAtLeast(Promise.resolve('done')).then(onDone)
    await vi.advanceTimersByTimeAsync(199)
    expect(onDone).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(onDone).toHaveBeenCalledWith('done')
  },
)

test('delays a rejection too', async () => {
  const onDone = vi.fn<(error: unknown) => void>()
  waitAtLeast(Promise.reject(new Error('no'))).catch(onDone)
  await vi.advanceTimersByTimeAsync(200)
  expect(onDone).toHaveBeenCalledOnce()
})
