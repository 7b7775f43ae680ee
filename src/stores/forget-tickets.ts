/** The cache of ticket cards, which `public/tickets-sw.js` also uses for pages and files. */
export const TICKET_CACHE = 'tickets-v1'

/** Deletes all cached tickets on this device. */
export async function forgetTickets(): Promise<void> {
  // Insecure contexts have no caches.
  await globalThis.caches?.delete(TICKET_CACHE).catch(() => false)
}
