// Loads the client script of third-party sign-in, which the specification requires on every page. It is
// loaded last and nothing waits for it, so pages work when the provider cannot be reached. Inlined,
// therefore without imports.

/** Maximum load time of a script. The sign-in buttons of islands use the same limit. */
const MAX_LOAD_MS = 5000
const MAX_IDLE_WAIT_MS = 2000

/** Waits until the page has loaded and painted and the browser is idle. */
function whenIdle(run: () => void): void {
  addEventListener('load', () =>
    requestAnimationFrame(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: MAX_IDLE_WAIT_MS })
      else setTimeout(run, 1)
    }),
  )
}

/** Reads the scripts from the page state (`config.sign_in`); empty if none is configured. */
function readScripts(root: Document): string[] {
  const state = JSON.parse(root.getElementById('page-state')?.textContent || '{}') as {
    config?: { sign_in?: string[] }
  }
  return state.config?.sign_in ?? []
}

function load(src: string, root: Document): void {
  // A sign-in button may have loaded the script already.
  if ([...root.scripts].some((script) => script.getAttribute('src') === src)) return
  const script = root.createElement('script')
  script.src = src
  script.async = true
  // Removed after a failure or five seconds, so that a later request loads it again.
  const giveUp = () => script.remove()
  const timer = setTimeout(giveUp, MAX_LOAD_MS)
  script.addEventListener('load', () => clearTimeout(timer))
  script.addEventListener('error', giveUp)
  root.head.append(script)
}

/** Loads the sign-in scripts of a page when it is idle. */
export function loadSignInScripts(root: Document = document, whenQuiet = whenIdle): void {
  whenQuiet(() => {
    for (const src of readScripts(root)) load(src, root)
  })
}
