import { vi } from 'vitest'

/** An IntersectionObserver whose visible elements are set by a test. */
export class FakeObserver {
  readonly options: IntersectionObserverInit | undefined
  readonly observed = new Set<unknown>()
  readonly #callback: IntersectionObserverCallback

  constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
    this.#callback = callback
    this.options = options
  }

  /** Replaces the observer of the code under test. @returns its instances */
  static stub(): FakeObserver[] {
    const instances: FakeObserver[] = []
    const Collected = class extends FakeObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super(callback, options)
        instances.push(this)
      }
    }
    vi.stubGlobal('IntersectionObserver', Collected)
    return instances
  }

  observe = (target: unknown): void => void this.observed.add(target)
  unobserve = (target: unknown): void => void this.observed.delete(target)

  /** Reports that an observed element became visible or hidden, and its position. */
  notify(target: unknown, isIntersecting: boolean, boundingClientRect = {}): void {
    if (!this.observed.has(target)) return
    const entry = {
      target,
      isIntersecting,
      boundingClientRect,
    } as unknown as IntersectionObserverEntry
    this.#callback([entry], this as unknown as IntersectionObserver)
  }
}
