/** The cache of ticket cards; `public/tickets-sw.js` keeps their pages and files in the same. */
export const TICKET_CACHE = 'tickets-v1'

/** Forgets every ticket on this device. Pages that are not served securely have no caches. */
export async function forgetTickets(
  caches: Pick<CacheStorage, 'delete'> | undefined = globalThis.caches,
): Promise<void> {
  await caches?.delete(TICKET_CACHE).catch(() => false)
}
