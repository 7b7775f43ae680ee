import { afterEach, expect, test, vi } from 'vitest'
import { trackLoading } from '#stores/loading.ts'

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
