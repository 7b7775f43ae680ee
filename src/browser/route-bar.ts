// The progress bar at the top of the page during a navigation: it runs until data has loaded and is hidden
// half a second later. `components/head/Behaviours.astro` contains its design.

/** Navigations that have not ended by then (a download, a stopped load) count as finished. */
const MAX_RUNNING_MS = 15_000

type Bar = Pick<HTMLElement, 'hidden' | 'dataset'>

export function createRouteBar(bar: Bar, hideMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined

  function hide(): void {
    clearTimeout(timer)
    bar.hidden = true
    delete bar.dataset['state']
  }

  function finish(): void {
    if (bar.dataset['state'] !== 'running') return
    clearTimeout(timer)
    bar.dataset['state'] = 'done'
    timer = setTimeout(hide, hideMs)
  }

  function start(): void {
    if (bar.dataset['state'] === 'running') return
    clearTimeout(timer)
    bar.dataset['state'] = 'running'
    bar.hidden = false
    timer = setTimeout(finish, MAX_RUNNING_MS)
  }

  return { start, finish, hide }
}
