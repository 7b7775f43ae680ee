import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preloadImages, retryImages } from '#browser/lazy-images.ts'
import { IMAGE_ATTEMPTS, IMAGE_PRELOAD } from '#config.ts'
import { FakeObserver } from '#tests/support/fake-observer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A picture that never loads; counts its load attempts. */
class BrokenImage {
  loads = 1
  complete = false
  naturalWidth = 0
  currentSrc = ''
  style = { aspectRatio: '' }
  attributes = new Map([
    ['src', '/media/a.webp'],
    ['width', '640'],
    ['height', '360'],
  ])
  getAttribute = (name: string) => this.attributes.get(name) ?? null
  setAttribute = (name: string, value: string) => void this.attributes.set(name, value)
  set src(_address: string) {
    this.loads += 1
  }
}

function createRoot(images: BrokenImage[] = []) {
  vi.stubGlobal('HTMLImageElement', BrokenImage)
  let listener: (event: { target: unknown }) => void = () => {}
  const root = {
    images,
    addEventListener: (_type: string, listen: typeof listener) => {
      listener = listen
    },
  }
  retryImages(root as unknown as Document, IMAGE_ATTEMPTS)
  return (target: unknown) => listener({ target })
}

test(
  'loads a failing picture three times with increasing delays, then stops',
  { tags: ['S9.16'] },
  () => {
    const image = new BrokenImage()
    const fail = createRoot()
    fail(image)
    vi.advanceTimersByTime(999)
    expect(image.loads).toBe(1)
    vi.advanceTimersByTime(1)
    expect(image.loads).toBe(2)
    fail(image)
    vi.advanceTimersByTime(1999)
    expect(image.loads).toBe(2)
    vi.advanceTimersByTime(1)
    expect(image.attributes.has('data-failed')).toBe(false)
    fail(image)
    expect(image.loads).toBe(3)
    expect(vi.getTimerCount()).toBe(0)
    expect(image.attributes.has('data-failed')).toBe(true)
    expect(image.style.aspectRatio).toBe('640 / 360')
  },
)

test.each(['lazy', 'eager'])('retries a %s picture that failed before the script', (loading) => {
  const failure = { loading, complete: true, currentSrc: '/media/a.webp' }
  const image = Object.assign(new BrokenImage(), failure)
  const fail = createRoot([image])
  expect(vi.getTimerCount()).toBe(1)
  // The event of that failure may arrive after the script has run.
  fail(image)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1000)
  fail(image)
  expect(image.attributes.has('data-failed')).toBe(false)
})

test('loads a picture within 1.3 screens of the top of the viewport', { tags: ['S9.15'] }, () => {
  const image = new BrokenImage()
  const observers = FakeObserver.stub()
  preloadImages({ querySelectorAll: () => [image] } as unknown as ParentNode, IMAGE_PRELOAD)
  // 30 % of a screen below the lower edge.
  expect(observers[0]?.options?.rootMargin).toBe('0px 0px 30% 0px')
  expect(image.attributes.get('loading')).toBeUndefined()
  observers[0]?.notify(image, true)
  expect(image.attributes.get('loading')).toBe('eager')
  expect(observers[0]?.observed.size).toBe(0)
})
