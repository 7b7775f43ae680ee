// Keeps ticket cards readable in a foyer without signal. It is registered for the card's own address
// only (src/features/orders/card/use-card.ts), so no other page ever passes through it. It keeps the
// frame of the card and its files; what a ticket says is kept and read by the page itself
// (stores/ticket-cache.ts), in the same cache, so that logging out clears both.

const CACHE = 'tickets-v1'
/** The page of the card in any language of the site: all but the first have a prefix. */
const PAGE = /^(?:\/[\w-]+)?\/order\/DynamicInfoCard$/
/** Files with the hash of their content in their name: what is kept never grows old. */
const ASSETS = /^\/(?:_astro|fonts|images)\//
/** A signal that carries nothing is worse than none: then the kept page is shown. */
const PATIENCE_MS = 3000
/** Files of several releases; the oldest go first. */
const MOST_FILES = 300

const isOwn = (url) => url.origin === self.location.origin
const isPage = (url) => isOwn(url) && PAGE.test(url.pathname)
const isAsset = (url) => isOwn(url) && ASSETS.test(url.pathname)
const isWhole = (answer) => answer.status === 200 && !answer.redirected

/** A device without space still shows the ticket from the network. */
const store = (cache, key, answer) => cache.put(key, answer.clone()).catch(() => {})

/** @param inUse addresses of the open page, whose files go last, however old they are */
async function trim(inUse) {
  const cache = await caches.open(CACHE)
  const requests = await cache.keys()
  const files = requests.filter((request) => isAsset(new URL(request.url)))
  const unused = files.filter(({ url }) => !inUse.has(url))
  const used = files.filter(({ url }) => inUse.has(url))
  const old = [...unused, ...used].slice(0, Math.max(0, files.length - MOST_FILES))
  await Promise.all(old.map((request) => cache.delete(request)))
}

/** The page is one document for all tickets: its query is the page's own business. */
async function fetchPage(request, url) {
  const answer = await fetch(request)
  if (isWhole(answer)) {
    const cache = await caches.open(CACHE)
    await store(cache, url.pathname, answer)
  }
  return answer
}

async function answerPage(request, url) {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(url.pathname, { ignoreVary: true })
  if (!kept) return fetchPage(request, url)
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, kept))
  return Promise.race([fetchPage(request, url).catch(() => kept), late])
}

async function answerAsset(request) {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (isWhole(answer)) await store(cache, request, answer)
  return answer
}

/** What the first visit loaded before there was a worker. */
async function keep(addresses) {
  const urls = addresses.map((address) => new URL(address, self.location.origin))
  for (const url of urls.filter(isPage))
    await fetchPage(url.pathname + url.search, url).catch(() => {})
  for (const url of urls.filter(isAsset)) await answerAsset(new Request(url)).catch(() => {})
  await trim(new Set(urls.map(({ href }) => href)))
}

async function takeOver() {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('tickets-') && name !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.clients.claim()
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const url = new URL(request.url)
  if (request.mode === 'navigate') {
    if (isPage(url)) event.respondWith(answerPage(request, url))
  } else if (isAsset(url)) {
    event.respondWith(answerAsset(request))
  }
})

self.addEventListener('message', (event) => {
  const { type, addresses } = event.data ?? {}
  if (type === 'keep' && Array.isArray(addresses)) event.waitUntil(keep(addresses))
})
