// Loads the client script of third-party sign-in, which the specification wants on every page. It
// comes after everything else and nothing waits for it: where the provider cannot be reached, a page
// is the same without it. It imports nothing, so that it is printed into the page.

/** How long a script may take to come. The sign-in buttons of islands keep the same limit. */
const LIMIT_MS = 5000
const IDLE_LIMIT_MS = 2000

interface View {
  document: Document
  setTimeout(run: () => void, ms: number): number
  clearTimeout(timer: number): void
}

/** Waits until the page, which is parsed by now, has loaded and is seen, and for a quiet moment. */
export function whenIdle(run: () => void): void {
  addEventListener('load', () =>
    requestAnimationFrame(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: IDLE_LIMIT_MS })
      else setTimeout(run, 1)
    }),
  )
}

/** The scripts that the page's state names (`config.sign_in`); none where nothing is configured. */
function readScripts(root: Document): string[] {
  const state = JSON.parse(root.getElementById('page-state')?.textContent || '{}') as {
    config?: { sign_in?: string[] }
  }
  return state.config?.sign_in ?? []
}

function load(src: string, view: View): void {
  const { document: root } = view
  // A button that could not wait has asked for it already.
  if ([...root.scripts].some((script) => script.getAttribute('src') === src)) return
  const script = root.createElement('script')
  script.src = src
  script.async = true
  // Whoever looks for the script after that knows that it has to be asked for anew.
  const giveUp = () => script.remove()
  const timer = view.setTimeout(giveUp, LIMIT_MS)
  script.addEventListener('load', () => view.clearTimeout(timer))
  script.addEventListener('error', giveUp)
  root.head.append(script)
}

/** Loads the sign-in scripts of a page when it is quiet, for at most five seconds. */
export function loadSignInScripts(view: View = window, whenQuiet = whenIdle): void {
  whenQuiet(() => {
    for (const src of readScripts(view.document)) load(src, view)
  })
}
