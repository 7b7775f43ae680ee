/** An IntersectionObserver whose visible elements are set by a test. */
export class FakeObserver {
  readonly options: IntersectionObserverInit | undefined
  readonly observed = new Set<unknown>()
  readonly #callback: IntersectionObserverCallback

  constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
    this.#callback = callback
    this.options = options
  }

  /** A subclass for the code under test; its instances are added to the given list. */
  static collect(instances: FakeObserver[]): typeof IntersectionObserver {
    const Collected = class extends FakeObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super(callback, options)
        instances.push(this)
      }
    }
    // The code under test uses only these members.
    return Collected as unknown as typeof IntersectionObserver
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
