/** The cache of ticket cards, which `public/tickets-sw.js` also uses for pages and files. */
export const TICKET_CACHE = 'tickets-v1'

/** Deletes all cached tickets on this device. */
export async function clearTicketCache(): Promise<void> {
  // Insecure contexts have no Cache API.
  await globalThis.caches?.delete(TICKET_CACHE).catch(() => false)
}
