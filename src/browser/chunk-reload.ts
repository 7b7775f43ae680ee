// A page that is open while a release replaces its scripts may ask for one that is gone. Loading the
// page anew brings the new ones; where that does not help, the error page says so.

/** What bundlers and browsers say of a script that could not be loaded. */
const SAID =
  /Loading (?:CSS )?chunk [\w-]+ failed|dynamically imported module|module script failed|Unable to preload CSS/i

/** Whether an error is about a part of the program that could not be loaded. */
export function isChunkError(error: unknown): boolean {
  return SAID.test(error instanceof Error ? error.message : String(error))
}

export interface Tab {
  storage: () => Pick<Storage, 'getItem' | 'setItem'>
  isOnline: () => boolean
  now: () => number
  reload: () => void
  /** Shows the error page with a message. */
  fail: (message: string) => void
}

const RELOADED = 'chunk-reload'

function mayReload({ storage, now }: Tab, intervalMs: number): boolean {
  try {
    const last = Number(storage().getItem(RELOADED) ?? -intervalMs)
    if (now() - last < intervalMs) return false
    storage().setItem(RELOADED, String(now()))
    return true
  } catch {
    // Nobody would know of the reload after it: it could go on for ever.
    return false
  }
}

/** Reloads the page after a chunk failed, at most once in the interval, else shows the error page. */
export function recover(error: unknown, tab: Tab, intervalMs: number): void {
  if (mayReload(tab, intervalMs)) tab.reload()
  else tab.fail(error instanceof Error ? error.message : String(error))
}

/** A part that the browser asked for twice, in vain, before anybody listened. */
const findLost = ({ performance }: Window): string | undefined =>
  performance
    .getEntriesByType('resource')
    .find(
      (entry) =>
        entry.name.includes('astro-retry=') && Number(Reflect.get(entry, 'responseStatus')) >= 400,
    )?.name

/**
 * Listens to everything that tells of a failed chunk. Without a network the page stays as it is: a
 * reload would put the browser's own error in its place.
 */
export function watchChunks(view: Window, tab: Tab, intervalMs: number): void {
  let isRecovering = false
  const hear = (error: unknown, event?: Event) => {
    if (!isChunkError(error) || !tab.isOnline()) return
    event?.preventDefault()
    if (isRecovering) return
    isRecovering = true
    recover(error, tab, intervalMs)
  }
  const lost = findLost(view)
  if (lost !== undefined) hear(new Error(`Failed to fetch dynamically imported module: ${lost}`))
  view.addEventListener('astro:hydration-error', (event) =>
    hear((event as CustomEvent<{ error: unknown }>).detail.error, event),
  )
  view.addEventListener('vite:preloadError', (event) =>
    hear((event as Event & { payload?: unknown }).payload, event),
  )
  view.addEventListener('unhandledrejection', (event) => hear(event.reason, event))
  view.addEventListener('error', (event) => hear(event.error, event))
}
