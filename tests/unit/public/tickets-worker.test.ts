import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { TICKET_CACHE } from '#stores/clear-ticket-cache.ts'

const SOURCE = readFileSync(new URL('../../../public/tickets-sw.js', import.meta.url), 'utf8')
const ORIGIN = 'https://house.example'
const CARD = '/order/DynamicInfoCard'

type Handler = (event: object) => void

/** In-memory CacheStorage that matches by URL only. */
function createCaches(names: string[] = []) {
  const disk = { isFull: false }
  const stores = new Map<string, Map<string, Response>>(names.map((name) => [name, new Map()]))
  const toUrl = (key: string | { url: string }) =>
    new URL(typeof key === 'string' ? key : key.url, ORIGIN).href
  return {
    stores,
    disk,
    open: (name: string) => {
      const entries = stores.get(name) ?? new Map<string, Response>()
      stores.set(name, entries)
      return Promise.resolve({
        match: (key: string) => Promise.resolve(entries.get(toUrl(key))?.clone()),
        put: (key: string, response: Response) => {
          if (disk.isFull) return Promise.reject(new DOMException('full', 'QuotaExceededError'))
          entries.set(toUrl(key), response)
          return Promise.resolve()
        },
        delete: (key: string) => Promise.resolve(entries.delete(toUrl(key))),
        keys: () => Promise.resolve([...entries.keys()].map((url) => ({ url }))),
      })
    },
    keys: () => Promise.resolve([...stores.keys()]),
    delete: (name: string) => Promise.resolve(stores.delete(name)),
  }
}

function startWorker(names: string[] = []) {
  const handlers = new Map<string, Handler>()
  const caches = createCaches(names)
  const net = {
    isUp: true,
    hangs: false,
    status: 200,
    prefix: '',
    requestedPaths: [] as string[],
    onRequest: (_path: string) => {},
  }
  const self = {
    location: new URL(ORIGIN),
    clients: { claim: () => Promise.resolve() },
    skipWaiting: () => Promise.resolve(),
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
  }
  class RequestTiming {
    url: string
    constructor(url: URL) {
      this.url = url.href
    }
  }
  function handleFetch(request: string | { url: string }): Promise<Response> {
    const url = new URL(typeof request === 'string' ? request : request.url, ORIGIN)
    net.requestedPaths.push(url.pathname)
    net.onRequest(url.pathname)
    if (net.hangs) return new Promise(() => {})
    if (!net.isUp) return Promise.reject(new TypeError('no network'))
    return Promise.resolve(
      new Response(`${net.prefix}body of ${url.pathname}`, { status: net.status }),
    )
  }
  // Network timeouts elapse at once.
  const setTimeout = (run: (value: unknown) => void, _: number, value: unknown) => {
    if (net.hangs) run(value)
  }
  const globals = {
    self,
    caches,
    fetch: handleFetch,
    URL,
    Request: RequestTiming,
    Set,
    Promise,
    Array,
    Math,
    setTimeout,
  }
  runInNewContext(SOURCE, globals)

  /** Body of the worker's response; undefined if the worker does not handle the request. */
  async function get(path: string, { mode = 'no-cors', method = 'GET' } = {}) {
    const responses: Promise<Response>[] = []
    handlers.get('fetch')?.({
      request: { url: new URL(path, ORIGIN).href, mode, method },
      respondWith: (response: Promise<Response>) => void responses.push(response),
    })
    return responses[0]?.then((response) => response.text())
  }
  async function dispatch(name: string, data?: object) {
    const waits: Promise<unknown>[] = []
    handlers.get(name)?.({ data, waitUntil: (wait: Promise<unknown>) => void waits.push(wait) })
    await Promise.all(waits)
  }
  const listCached = () => [...(caches.stores.get(TICKET_CACHE)?.keys() ?? [])].toSorted()
  return { get, dispatch, listCached, net, caches }
}

const open = { mode: 'navigate' }

describe('ticket card service worker', () => {
  test('caches the opened page with its files and serves them offline', async () => {
    const { get, dispatch, listCached, net } = startWorker()
    await dispatch('message', {
      type: 'precache',
      urls: [CARD, `${ORIGIN}/_astro/card.abc.js`, `${ORIGIN}/fonts/core.woff2`],
    })
    expect(listCached()).toEqual([
      `${ORIGIN}/_astro/card.abc.js`,
      `${ORIGIN}/fonts/core.woff2`,
      `${ORIGIN}${CARD}`,
    ])
    net.isUp = false
    // One document serves every ticket; the page reads the query itself.
    expect(await get(`${CARD}?id=ABCD1234`, open)).toBe(`body of ${CARD}`)
    expect(await get('/_astro/card.abc.js')).toBe('body of /_astro/card.abc.js')
  })

  test('caches nothing after a logout in the meantime', async () => {
    const { dispatch, get, net, caches } = startWorker()
    net.onRequest = (path) => {
      if (path === '/_astro/a.js') void caches.delete(TICKET_CACHE)
    }
    await dispatch('message', {
      type: 'precache',
      urls: [CARD, '/_astro/a.js', '/_astro/b.js'],
    })
    expect([...caches.stores.keys()]).toEqual([])
    net.onRequest = () => void caches.delete(TICKET_CACHE)
    await get(CARD, open)
    await get('/_astro/a.js')
    expect([...caches.stores.keys()]).toEqual([])
  })

  test.each(['/en', '/zh-cn', '/fr'])(
    'serves the page offline in the language with the prefix %s',
    async (prefix) => {
      const { get, net } = startWorker()
      await get(prefix + CARD, open)
      net.isUp = false
      expect(await get(prefix + CARD, open)).toBe(`body of ${prefix}${CARD}`)
    },
  )

  test('requests the page from the network first, and falls back to the cache when it hangs', async () => {
    const { get, net } = startWorker()
    await get(CARD, open)
    await get(CARD, open)
    expect(net.requestedPaths).toEqual([CARD, CARD])
    net.hangs = true
    expect(await get(CARD, open)).toBe(`body of ${CARD}`)
  })

  test('serves the page from the cache while the server fails', async () => {
    const { get, net } = startWorker()
    await get(CARD, open)
    net.prefix = 'error '
    net.status = 502
    expect(await get(CARD, open)).toBe(`body of ${CARD}`)
    net.status = 404
    expect(await get(CARD, open)).toBe(`error body of ${CARD}`)
  })

  test.each([
    ['another page', '/order/list', open],
    ['a page with the same path prefix', '/order/DynamicInfoCardX', open],
    ['a page with the same name', '/fr/other/order/DynamicInfoCard', open],
    ['an API call', '/api/order/detail?order_no=ABCD1234', { mode: 'cors' }],
    ['a POST request', '/_astro/card.js', { method: 'POST' }],
    ['a file without a hash', '/robots.txt', {}],
    ['a file of another origin', 'https://other.example/_astro/a.js', {}],
  ])('does not handle %s', async (_, path, options) => {
    const { get, listCached } = startWorker()
    expect(await get(path, options)).toBeUndefined()
    expect(listCached()).toEqual([])
  })

  test('ignores cache messages for other paths or of other types', async () => {
    const { dispatch, listCached } = startWorker()
    const urls = ['/user/user', '/api/account/profile', 'https://other.example/_astro/a.js']
    await dispatch('message', { type: 'precache', urls })
    await dispatch('message', { type: 'other', urls: [CARD] })
    await dispatch('message')
    expect(listCached()).toEqual([])
  })

  test('caches no error responses', async () => {
    const { get, listCached, net } = startWorker()
    net.status = 503
    await get(CARD, open)
    await get('/_astro/gone.js')
    expect(listCached()).toEqual([])
  })

  test('serves page and files from the network if the device is full', async () => {
    const { get, caches, net } = startWorker()
    caches.disk.isFull = true
    expect(await get(CARD, open)).toBe(`body of ${CARD}`)
    expect(await get('/_astro/card.js')).toBe('body of /_astro/card.js')
    // A page of an earlier release would request files that are gone.
    caches.disk.isFull = false
    await get(CARD, open)
    caches.disk.isFull = true
    const { length } = net.requestedPaths
    net.prefix = 'new '
    expect(await get(CARD, open)).toBe(`new body of ${CARD}`)
    expect(net.requestedPaths).toHaveLength(length + 1)
  })

  test('deletes caches of earlier versions, and the oldest files beyond 300', async () => {
    const { dispatch, caches, listCached } = startWorker(['tickets-v0', 'other'])
    await dispatch('activate')
    expect([...caches.stores.keys()]).toEqual(['other'])
    const urls = Array.from({ length: 310 }, (_, n) => `/_astro/${n}.js`)
    await dispatch('message', { type: 'precache', urls })
    expect(listCached()).toHaveLength(300)
    expect(listCached()).not.toContain(`${ORIGIN}/_astro/0.js`)
  })

  test('keeps the files of the opened page, however old they are', async () => {
    const { dispatch, listCached } = startWorker()
    await dispatch('message', { type: 'precache', urls: ['/fonts/serif.woff2'] })
    const old = Array.from({ length: 299 }, (_, n) => `/_astro/${n}.js`)
    await dispatch('message', { type: 'precache', urls: old })
    await dispatch('message', {
      type: 'precache',
      urls: ['/fonts/serif.woff2', '/_astro/new.js'],
    })
    expect(listCached()).toHaveLength(300)
    expect(listCached()).toContain(`${ORIGIN}/fonts/serif.woff2`)
    expect(listCached()).not.toContain(`${ORIGIN}/_astro/0.js`)
  })
})
