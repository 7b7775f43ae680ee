/** The service worker in `public/`; its scope is the path of the card page only. */
const WORKER = '/tickets-sw.js'

/** URLs of this page and of everything that it has loaded; the worker caches some of them. */
function listLoadedUrls(): string[] {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  return [location.pathname + location.search, ...loaded]
}

/** Registers the worker that caches this page for offline use. Insecure contexts have no workers. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(WORKER, { scope: location.pathname })
    const { active } = await navigator.serviceWorker.ready
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have none
    active?.postMessage({ type: 'keep', addresses: listLoadedUrls() })
  } catch {
    // Without the worker the page works online only.
  }
}
