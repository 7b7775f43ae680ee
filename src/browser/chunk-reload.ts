// A page that is open during a release may request a chunk that no longer exists. A reload loads the new
// chunks; if it fails too, the page remains readable and offers another reload.

/** Messages of bundlers and browsers for a script that failed to load. */
const CHUNK_ERROR =
  /Loading (?:CSS )?chunk \S+ failed|dynamically imported module|module script failed|Unable to preload CSS/i

/** Whether an error means that a chunk failed to load. */
export const isChunkError = (error: unknown): boolean => CHUNK_ERROR.test(String(error))

export interface Tab {
  storage: () => Pick<Storage, 'getItem' | 'setItem'>
  isOnline: () => boolean
  reload: () => void
  /** Shows the notice that a part of the page is missing. */
  fail: () => void
}

const RELOADED_AT_KEY = 'chunk-reload'

function mayReload({ storage }: Tab, intervalMs: number): boolean {
  try {
    const last = Number(storage().getItem(RELOADED_AT_KEY) ?? -intervalMs)
    if (Date.now() - last < intervalMs) return false
    storage().setItem(RELOADED_AT_KEY, String(Date.now()))
    return true
  } catch {
    // Without storage the reload could not be recorded and might repeat endlessly.
    return false
  }
}

/** Reloads the page after a chunk error, at most once per interval; otherwise reports the error. */
export function recover(tab: Tab, intervalMs: number): void {
  if (mayReload(tab, intervalMs)) tab.reload()
  else tab.fail()
}

/** Finds a chunk whose retry failed before the listeners were added. */
const findFailedChunk = ({ performance }: Window): string | undefined =>
  performance
    .getEntriesByType('resource')
    .find(
      (entry) =>
        entry.name.includes('astro-retry=') && Number(Reflect.get(entry, 'responseStatus')) >= 400,
    )?.name

/**
 * Listens to all events that report a chunk error. An offline page is not reloaded, because the reload
 * would show the browser's own error page. An island that could not start is reloaded once the network is
 * back; other imports are repeated by their components (`features/ui/wait-for-network.ts`).
 */
export function watchChunks(view: Window, tab: Tab, intervalMs: number): void {
  let isRecovering = false
  const handle = (error: unknown, event?: Event) => {
    if (!isChunkError(error) || !tab.isOnline()) return
    event?.preventDefault()
    if (isRecovering) return
    isRecovering = true
    recover(tab, intervalMs)
  }
  const handleIsland = (error: unknown, event: Event) => {
    if (tab.isOnline()) handle(error, event)
    else view.addEventListener('online', () => handle(error), { once: true })
  }
  const failed = findFailedChunk(view)
  if (failed !== undefined)
    handle(new Error(`Failed to fetch dynamically imported module: ${failed}`))
  view.addEventListener('astro:hydration-error', (event) => handleIsland(event.detail.error, event))
  // Not prevented: Vite would resolve the import with undefined instead of rejecting it.
  view.addEventListener('vite:preloadError', (event) => handle(event.payload))
  view.addEventListener('unhandledrejection', (event) => handle(event.reason, event))
  view.addEventListener('error', (event) => handleIsland(event.error, event))
}
