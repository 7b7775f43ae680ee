/** An IntersectionObserver whose visible elements are set by a test. */
export class FakeObserver {
  readonly options: IntersectionObserverInit | undefined
  readonly observed = new Set<unknown>()
  readonly #callback: IntersectionObserverCallback

  constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
    this.#callback = callback
    this.options = options
  }

  /** The class as code under test wants it; each observer made of it is put into the list. */
  static collect(made: FakeObserver[]): typeof IntersectionObserver {
    const Collected = class extends FakeObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super(callback, options)
        made.push(this)
      }
    }
    // Code under test uses nothing else of it.
    return Collected as unknown as typeof IntersectionObserver
  }

  observe = (target: unknown): void => void this.observed.add(target)
  unobserve = (target: unknown): void => void this.observed.delete(target)

  /** Reports that an observed element became visible or hidden, and its position. */
  tell(target: unknown, isIntersecting: boolean, boundingClientRect = {}): void {
    if (!this.observed.has(target)) return
    const entry = {
      target,
      isIntersecting,
      boundingClientRect,
    } as unknown as IntersectionObserverEntry
    this.#callback([entry], this as unknown as IntersectionObserver)
  }
}
