import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { trackLoading, waitAtLeast } from '#stores/loading.ts'

afterEach(() => void vi.unstubAllGlobals())

test(
  'counts pending requests on the root element, including failing ones',
  { tags: ['S2.72'] },
  async () => {
    const dataset: DOMStringMap = {}
    vi.stubGlobal('document', { documentElement: { dataset } })
    const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    const [one, other] = [trackLoading(first.promise), trackLoading(second.promise)]
    expect(dataset['loading']).toBe('2')
    first.resolve('here')
    expect(await one).toBe('here')
    expect(dataset['loading']).toBe('1')
    second.reject(new Error('no'))
    await expect(other).rejects.toThrow('no')
    expect(dataset['loading']).toBe('0')
  },
)

test('does nothing without a document', async () => {
  expect(await trackLoading(Promise.resolve(1))).toBe(1)
})

describe('minimum delay', () => {
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
})
