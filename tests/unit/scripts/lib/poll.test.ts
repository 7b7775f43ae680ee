import { expect, test, vi } from 'vitest'
import { poll } from '#scripts/lib/poll.ts'

test('polling reports an error and goes on, until it is stopped', async () => {
  const fault = new Error('unreadable')
  const run = vi.fn<() => Promise<void>>().mockRejectedValueOnce(fault).mockResolvedValue()
  const onError = vi.fn<(error: unknown) => void>()
  const stop = poll(run, 1, onError)
  await expect.poll(() => run.mock.calls.length).toBeGreaterThan(1)
  expect(onError.mock.calls).toEqual([[fault]])
  await stop()
  const calls = run.mock.calls.length
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(run).toHaveBeenCalledTimes(calls)
})
