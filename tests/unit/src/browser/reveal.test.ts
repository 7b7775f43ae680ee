import { expect, test } from 'vitest'
import { enableReveal, mayWait } from '#browser/reveal.ts'
import { REVEAL_THRESHOLD } from '#config.ts'
import { FakeObserver } from '#tests/support/fake-observer.ts'

/** A part of a page at a place of it. */
function createPart(top: number, height: number) {
  const attributes = new Map<string, string>()
  return {
    attributes,
    getBoundingClientRect: () => ({ top, height }),
    setAttribute: (name: string, value: string) => void attributes.set(name, value),
  }
}

test.each([
  ['on the first screen', { top: 400, height: 300 }, false],
  ['above it, where the reader came back to', { top: -900, height: 300 }, false],
  ['below it', { top: 900, height: 300 }, true],
  ['below it, and too tall for a share of it to be seen', { top: 900, height: 20_000 }, false],
  ['without a box', { top: 900, height: 0 }, false],
])('a part %s waits: %o %s', (_name, box, waits) => {
  expect(mayWait(box, 900)).toBe(waits)
})

test('reveals at threshold 0.05 what lies below the first screen, each once [S2.64]', () => {
  const [above, below] = [createPart(200, 300), createPart(1500, 300)]
  const observers: FakeObserver[] = []
  const view = {
    document: { querySelectorAll: () => [above, below] as unknown as NodeListOf<Element> },
    innerHeight: 900,
    IntersectionObserver: FakeObserver.collect(observers),
  }
  const scan = enableReveal(view, REVEAL_THRESHOLD)
  expect(observers[0]?.options?.threshold).toBe(0.05)
  expect(above.attributes.size).toBe(0)
  expect(below.attributes.get('data-reveal')).toBe('waiting')
  observers[0]?.tell(below, false)
  expect(below.attributes.get('data-reveal')).toBe('waiting')
  observers[0]?.tell(below, true)
  expect(below.attributes.get('data-reveal')).toBe('shown')
  scan()
  expect(below.attributes.get('data-reveal')).toBe('shown')
})
