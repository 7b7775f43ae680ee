import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { TICKET_CACHE } from '#stores/clear-ticket-cache.ts'

const SOURCE = readFileSync(new URL('../../../public/tickets-sw.js', import.meta.url), 'utf8')
const ORIGIN = 'https://house.example'
const CARD = '/order/DynamicInfoCard'

type Handler = (event: object) => void

/** Cache storage in memory, by the address alone. */
function createCaches(names: string[] = []) {
  const stores = new Map<string, Map<string, Response>>(names.map((name) => [name, new Map()]))
  const addressOf = (key: string | { url: string }) =>
    new URL(typeof key === 'string' ? key : key.url, ORIGIN).href
  return {
    stores,
    open: (name: string) => {
      const entries = stores.get(name) ?? new Map<string, Response>()
      stores.set(name, entries)
      return Promise.resolve({
        match: (key: string) => Promise.resolve(entries.get(addressOf(key))?.clone()),
        put: (key: string, answer: Response) => {
          entries.set(addressOf(key), answer)
          return Promise.resolve()
        },
        delete: (key: string) => Promise.resolve(entries.delete(addressOf(key))),
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
  const net = { isUp: true, hangs: false, status: 200, asked: [] as string[] }
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
  function ask(request: string | { url: string }): Promise<Response> {
    const url = new URL(typeof request === 'string' ? request : request.url, ORIGIN)
    net.asked.push(url.pathname)
    if (net.hangs) return new Promise(() => {})
    if (!net.isUp) return Promise.reject(new TypeError('no network'))
    return Promise.resolve(new Response(`body of ${url.pathname}`, { status: net.status }))
  }
  // Waiting for the network takes no time in a test.
  const setTimeout = (run: (value: unknown) => void, _: number, value: unknown) => {
    if (net.hangs) run(value)
  }
  const world = {
    self,
    caches,
    fetch: ask,
    URL,
    Request: RequestTiming,
    Set,
    Promise,
    Array,
    Math,
    setTimeout,
  }
  runInNewContext(SOURCE, world)

  /** What the worker answers; undefined where it leaves the request alone. */
  async function get(path: string, { mode = 'no-cors', method = 'GET' } = {}) {
    const given: Promise<Response>[] = []
    handlers.get('fetch')?.({
      request: { url: new URL(path, ORIGIN).href, mode, method },
      respondWith: (answer: Promise<Response>) => void given.push(answer),
    })
    return given[0]?.then((answer) => answer.text())
  }
  async function tell(name: string, data?: object) {
    const waits: Promise<unknown>[] = []
    handlers.get(name)?.({ data, waitUntil: (wait: Promise<unknown>) => void waits.push(wait) })
    await Promise.all(waits)
  }
  const kept = () => [...(caches.stores.get(TICKET_CACHE)?.keys() ?? [])].toSorted()
  return { get, tell, kept, net, caches }
}

const open = { mode: 'navigate' }

describe('the worker of ticket cards', () => {
  test('keeps the page and its files once opened, and shows them without a network', async () => {
    const { get, tell, kept, net } = startWorker()
    await tell('message', {
      type: 'keep',
      addresses: [CARD, `${ORIGIN}/_astro/card.abc.js`, `${ORIGIN}/fonts/core.woff2`],
    })
    expect(kept()).toEqual([
      `${ORIGIN}/_astro/card.abc.js`,
      `${ORIGIN}/fonts/core.woff2`,
      `${ORIGIN}${CARD}`,
    ])
    net.isUp = false
    // One document serves every ticket: the query is the page's own business.
    expect(await get(`${CARD}?id=ABCD1234`, open)).toBe(`body of ${CARD}`)
    expect(await get('/_astro/card.abc.js')).toBe('body of /_astro/card.abc.js')
  })

  test('asks the network for the page first, and does not wait for one that hangs', async () => {
    const { get, net } = startWorker()
    await get(CARD, open)
    await get(CARD, open)
    expect(net.asked).toEqual([CARD, CARD])
    net.hangs = true
    expect(await get(CARD, open)).toBe(`body of ${CARD}`)
  })

  test.each([
    ['another page', '/order/list', open],
    ['a page that begins alike', '/order/DynamicInfoCardX', open],
    ['a call of the API', '/api/order/detail?order_no=ABCD1234', { mode: 'cors' }],
    ['something sent', '/_astro/card.js', { method: 'POST' }],
    ['a file without a hash', '/robots.txt', {}],
    ['a file of another house', 'https://other.example/_astro/a.js', {}],
  ])('leaves %s alone', async (_, path, options) => {
    const { get, kept } = startWorker()
    expect(await get(path, options)).toBeUndefined()
    expect(kept()).toEqual([])
  })

  test('keeps nothing else, whatever it is told', async () => {
    const { tell, kept } = startWorker()
    const addresses = ['/user/user', '/api/account/profile', 'https://other.example/_astro/a.js']
    await tell('message', { type: 'keep', addresses })
    await tell('message', { type: 'other', addresses: [CARD] })
    await tell('message')
    expect(kept()).toEqual([])
  })

  test('keeps no error page and no fault', async () => {
    const { get, kept, net } = startWorker()
    net.status = 503
    await get(CARD, open)
    await get('/_astro/gone.js')
    expect(kept()).toEqual([])
  })

  test('lets go of the caches of older workers, and of the oldest files', async () => {
    const { tell, caches, kept } = startWorker(['tickets-v0', 'other'])
    await tell('activate')
    expect([...caches.stores.keys()]).toEqual(['other'])
    const addresses = Array.from({ length: 310 }, (_, n) => `/_astro/${n}.js`)
    await tell('message', { type: 'keep', addresses })
    expect(kept()).toHaveLength(300)
    expect(kept()).not.toContain(`${ORIGIN}/_astro/0.js`)
  })
})
