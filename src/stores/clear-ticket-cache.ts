/** The cache of ticket cards, which `public/tickets-sw.js` also uses for pages and files. */
export const TICKET_CACHE = 'tickets-v1'

/** Deletes all cached tickets on this device. Insecure contexts have no Cache API. */
export async function clearTicketCache(
  caches: Pick<CacheStorage, 'delete'> | undefined = globalThis.caches,
): Promise<void> {
  await caches?.delete(TICKET_CACHE).catch(() => false)
}
