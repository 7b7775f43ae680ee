// Whether the page is still loading data. Islands count pending requests in an attribute of the root
// element (`stores/loading.ts`), which scripts without stores can read.

/** Whether an eager island has not hydrated, or requests are pending. */
function isLoading(root: Document): boolean {
  const { dataset } = root.documentElement
  if (Number(dataset['loading'] ?? 0) > 0) return true
  return root.querySelector('astro-island[ssr][client="load"]') !== null
}

export interface Page {
  isLoading: () => boolean
  /** Calls a listener when the loading state may have changed; returns a function that stops it. */
  watch: (listener: () => void) => () => void
  /**
   * Calls a function when the browser is idle: hydrated islands have rendered and run their effects. Without
   * a timeout, which on a slow device would end between hydration and rendering.
   */
  whenIdle: (run: () => void) => void
}

/** Calls `done` once when all requests of the page have finished. @returns a function that stops it */
export function whenLoaded({ isLoading: isBusy, watch, whenIdle }: Page, done: () => void) {
  let isOver = false
  const check = () =>
    whenIdle(() => {
      if (isOver || isBusy()) return
      stop()
      done()
    })
  const unwatch = watch(check)
  const stop = () => {
    isOver = true
    unwatch()
  }
  check()
  return stop
}

/** The page in a browser. */
export const readPage = (view: Window): Page => ({
  isLoading: () => isLoading(view.document),
  watch: (listener) => {
    const root = view.document.documentElement
    const observer = new MutationObserver(listener)
    observer.observe(root, { attributeFilter: ['data-loading'] })
    // A failed island will not load data.
    const handleIsland = (event: Event) => {
      if (event.type !== 'astro:hydrate' && event.target instanceof Element) {
        event.target.removeAttribute('ssr')
      }
      listener()
    }
    const types = ['astro:hydrate', 'astro:hydration-error']
    for (const type of types) view.addEventListener(type, handleIsland, true)
    return () => {
      observer.disconnect()
      for (const type of types) view.removeEventListener(type, handleIsland, true)
    }
  },
  whenIdle: (run) => {
    if ('requestIdleCallback' in view) view.requestIdleCallback(run)
    else setTimeout(run, 50)
  },
})
