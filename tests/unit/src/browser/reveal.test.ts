import { afterEach, expect, test, vi } from 'vitest'
import { enableReveal, canStartHidden } from '#browser/reveal.ts'
import { REVEAL_THRESHOLD } from '#config.ts'
import { FakeObserver } from '#tests/support/fake-observer.ts'

afterEach(() => void vi.unstubAllGlobals())

/** An element with attributes. */
function createPart() {
  const attributes = new Map<string, string>()
  return {
    attributes,
    setAttribute: (name: string, value: string) => void attributes.set(name, value),
  }
}

test.each([
  ['on the first screen', { top: 400, height: 300 }, false],
  ['above it, after a restored scroll position', { top: -900, height: 300 }, false],
  ['below it', { top: 900, height: 300 }, true],
  ['below it, too tall to reach the threshold', { top: 900, height: 20_000 }, false],
  ['without a box', { top: 900, height: 0 }, false],
])('reports whether a part %s can start hidden: %o %s', (_name, box, waits) => {
  expect(canStartHidden(box, 900)).toBe(waits)
})

test(
  'reveals parts below the first screen at threshold 0.05, each once',
  { tags: ['S2.64'] },
  () => {
    const [above, below] = [createPart(), createPart()]
    vi.stubGlobal('innerHeight', 900)
    const observers = FakeObserver.stub()
    const root = { querySelectorAll: () => [above, below] } as unknown as ParentNode
    const scan = enableReveal(root, REVEAL_THRESHOLD)
    const [observer] = observers
    expect(observer?.options?.threshold).toBe(0.05)
    observer?.notify(above, true, { top: 200, height: 300 })
    observer?.notify(below, false, { top: 1500, height: 300 })
    expect(above.attributes.size).toBe(0)
    expect(below.attributes.get('data-reveal')).toBe('waiting')
    observer?.notify(below, false, { top: 1500, height: 300 })
    expect(below.attributes.get('data-reveal')).toBe('waiting')
    observer?.notify(below, true, { top: 800, height: 300 })
    expect(below.attributes.get('data-reveal')).toBe('shown')
    scan()
    expect(observer?.observed.size).toBe(0)
    expect(below.attributes.get('data-reveal')).toBe('shown')
  },
)
