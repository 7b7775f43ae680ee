/** The worker of `public/`; its scope is the address of the card, and nothing else. */
const WORKER = '/tickets-sw.js'

/** Everything that this page loaded, for the worker to choose from. */
function listAddresses(): string[] {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  return [location.pathname + location.search, ...loaded]
}

/** Lets the worker keep this page for a foyer without signal. Pages that are not served securely go without. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(WORKER, { scope: location.pathname })
    const { active } = await navigator.serviceWorker.ready
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have none
    active?.postMessage({ type: 'keep', addresses: listAddresses() })
  } catch {
    // A browser that refuses keeps showing the ticket as long as it has a network.
  }
}
