// Service worker that makes ticket cards readable offline. It is registered for the URL of the card page only
// (src/features/orders/card/use-card.ts), so it handles no other page. It caches the page and its files; the page
// caches the data of tickets itself (stores/ticket-cache.ts), in the same cache, so that logging out clears both.

const CACHE = 'tickets-v1'
/** The page of the card in any language of the site: all but the first have a prefix. */
const PAGE = /^(?:\/[\w-]+)?\/order\/DynamicInfoCard$/
/** Files with a content hash in their name, which never become stale. */
const ASSETS = /^\/(?:_astro|fonts|images)\//
/** Timeout of the network, after which the cached page is shown. */
const TIMEOUT_MS = 3000
/** Enough for the files of several releases; the oldest are deleted first. */
const MAX_FILES = 300

const isOwn = (url) => url.origin === self.location.origin
const isPage = (url) => isOwn(url) && PAGE.test(url.pathname)
const isAsset = (url) => isOwn(url) && ASSETS.test(url.pathname)
const isCacheable = (response) => response.status === 200 && !response.redirected

/** Caches a response. Without storage space, the response from the network is still shown. */
const store = (cache, key, response) => cache.put(key, response.clone()).catch(() => {})

/**
 * Opens the cache for one event. What it stores after a logout goes to the deleted cache: opening the cache again
 * would create it.
 */
const openCache = () => caches.open(CACHE)

/** Deletes the oldest files beyond the limit. @param inUse URLs of files of the open page, which are deleted last */
async function trim(cache, inUse) {
  const requests = await cache.keys()
  const files = requests.filter((request) => isAsset(new URL(request.url)))
  const unused = files.filter(({ url }) => !inUse.has(url))
  const used = files.filter(({ url }) => inUse.has(url))
  const old = [...unused, ...used].slice(0, Math.max(0, files.length - MAX_FILES))
  await Promise.all(old.map((request) => cache.delete(request)))
}

/** Fetches the page. It is cached without its query, because one document serves all tickets. */
async function fetchPage(cache, request, url) {
  const response = await fetch(request)
  if (isCacheable(response)) await store(cache, url.pathname, response)
  return response
}

async function respondWithPage(cache, request, url) {
  const cached = await cache.match(url.pathname, { ignoreVary: true })
  if (!cached) return fetchPage(cache, request, url)
  const timeout = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS, cached))
  const network = fetchPage(cache, request, url).then(
    (response) => (response.status < 500 ? response : cached),
    () => cached,
  )
  return Promise.race([network, timeout])
}

async function respondWithAsset(cache, request) {
  const cached = await cache.match(request, { ignoreVary: true })
  if (cached) return cached
  const response = await fetch(request)
  if (isCacheable(response)) await store(cache, request, response)
  return response
}

/** Caches the page and the files that it loaded before this worker was active. */
async function precache(cache, addresses) {
  const urls = addresses.map((address) => new URL(address, self.location.origin))
  for (const url of urls.filter(isPage))
    await fetchPage(cache, url.pathname + url.search, url).catch(() => {})
  for (const url of urls.filter(isAsset))
    await respondWithAsset(cache, new Request(url)).catch(() => {})
  await trim(cache, new Set(urls.map(({ href }) => href)))
}

async function activate() {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('tickets-') && name !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.clients.claim()
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const url = new URL(request.url)
  if (request.mode === 'navigate') {
    if (isPage(url))
      event.respondWith(openCache().then((cache) => respondWithPage(cache, request, url)))
  } else if (isAsset(url)) {
    event.respondWith(openCache().then((cache) => respondWithAsset(cache, request)))
  }
})

self.addEventListener('message', (event) => {
  const { type, urls } = event.data ?? {}
  if (type === 'precache' && Array.isArray(urls))
    event.waitUntil(openCache().then((cache) => precache(cache, urls)))
})
