// The bar at the top of the page while the address changes: it runs until the data have come, and
// hides half a second later. How it looks, and that a quick change shows none, says `motion.css`.

export interface Clock {
  setTimeout: (run: () => void, ms: number) => number
  clearTimeout: (timer: number) => void
}

/** A change that brought nothing by then (a download, a stopped load) is over. */
const LONGEST_MS = 15_000

type Bar = Pick<HTMLElement, 'hidden' | 'dataset'>

export function createRouteBar(bar: Bar, hideMs: number, clock: Clock) {
  let timer = 0

  function hide(): void {
    clock.clearTimeout(timer)
    bar.hidden = true
    delete bar.dataset['state']
  }

  function finish(): void {
    if (bar.dataset['state'] !== 'running') return
    clock.clearTimeout(timer)
    bar.dataset['state'] = 'done'
    timer = clock.setTimeout(hide, hideMs)
  }

  function start(): void {
    if (bar.dataset['state'] === 'running') return
    clock.clearTimeout(timer)
    bar.dataset['state'] = 'running'
    bar.hidden = false
    timer = clock.setTimeout(finish, LONGEST_MS)
  }

  return { start, finish, hide }
}
