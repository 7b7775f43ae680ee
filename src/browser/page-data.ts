// Whether the page still waits for data. Islands count their questions on the root element
// (`stores/loading.ts`): a script that knows no store can read it there.

/** Whether an island that is wanted at once has not come to life, or data are on their way. */
export function isLoading(root: Document): boolean {
  const { dataset } = root.documentElement
  if (Number(dataset['loading'] ?? 0) > 0) return true
  return root.querySelector('astro-island[ssr][client="load"]') !== null
}

export interface Page {
  isLoading: () => boolean
  /** Tells when that may have changed; returns how to stop. */
  watch: (tell: () => void) => () => void
  /** Calls when the browser has nothing else to do: effects of islands have run by then. */
  whenIdle: (run: () => void) => void
}

/** Calls `done` once, when everything that the page asked for has come. @returns how to stop */
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
export const pageOf = (view: Window): Page => ({
  isLoading: () => isLoading(view.document),
  watch: (tell) => {
    const root = view.document.documentElement
    const observer = new MutationObserver(tell)
    observer.observe(root, { attributeFilter: ['data-loading'] })
    // An island that failed has nothing more to bring.
    const over = (event: Event) => {
      if (event.type !== 'astro:hydrate' && event.target instanceof Element) {
        event.target.removeAttribute('ssr')
      }
      tell()
    }
    const types = ['astro:hydrate', 'astro:hydration-error']
    for (const type of types) view.addEventListener(type, over, true)
    return () => {
      observer.disconnect()
      for (const type of types) view.removeEventListener(type, over, true)
    }
  },
  whenIdle: (run) => {
    if ('requestIdleCallback' in view) view.requestIdleCallback(run, { timeout: 1000 })
    else setTimeout(run, 50)
  },
})
