import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { defineEndpoint } from '#api/endpoint.ts'
import { createClient, type ClientOptions } from '#client/create-client.ts'
import { ApiError, isNotFound, NetworkError, TimeoutError } from '#client/errors.ts'

const getThing = defineEndpoint('GET', '/api/thing', {
  login: 'none',
  query: v.object({ id: v.string() }),
  data: v.object({ name: v.string() }),
})
const logInWith = defineEndpoint('POST', '/api/user/{provider}_login', {
  login: 'none',
  params: v.object({ provider: v.string() }),
  body: v.object({ credential: v.string() }),
  data: v.object({}),
})

interface RecordedRequest {
  url: string
  headers: Headers
  body: unknown
}

/** A client of a fake API that records its requests. */
function connect(
  respond: () => Response | Promise<Response>,
  options: Partial<ClientOptions> = {},
) {
  const requests: RecordedRequest[] = []
  const call = createClient({
    baseUrl: 'http://api.test',
    server: 0,
    getLocale: () => 'en',
    getToken: () => null,
    timeoutMs: 1000,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const body = request.method === 'POST' ? await request.json() : null
      requests.push({ url: request.url, headers: request.headers, body })
      request.signal.throwIfAborted()
      return respond()
    },
    ...options,
  })
  return { call, requests }
}

const respondWith = (body: unknown, status = 200) => Response.json(body, { status })
const envelope = (code: number, data: unknown = null) => ({ code, msg: 'words', time: 1, data })

describe('API responses', () => {
  test('of success return validated data', { tags: ['S8.02'] }, async () => {
    const { call } = connect(() => respondWith(envelope(1, { name: 'a', more: 1 })))
    expect(await call(getThing, { query: { id: '1' } })).toEqual({
      status: 'ok',
      data: { name: 'a' },
    })
  })

  test.each([403, 303, 500_001, 599_999])(
    'with code %i reach the caller',
    { tags: ['S8.03', 'S8.05'] },
    async (code) => {
      const { call } = connect(() => respondWith(envelope(code, { left: 2 })))
      expect(await call(getThing, { query: { id: '1' } })).toEqual({
        status: 'refused',
        code,
        msg: 'words',
        data: { left: 2 },
      })
    },
  )

  test('with 401 resolve as unauthorized, without a rejection', { tags: ['S8.04'] }, async () => {
    const { call } = connect(() => respondWith(envelope(401), 401))
    expect(await call(getThing, { query: { id: '1' } })).toEqual({ status: 'unauthorized' })
  })

  test.each([0, 404, 500, 500_000, 600_000])(
    'with code %i are rejected',
    { tags: ['S8.06'] },
    async (code) => {
      const { call } = connect(() => respondWith(envelope(code)))
      await expect(call(getThing, { query: { id: '1' } })).rejects.toThrow(ApiError)
    },
  )

  test.each([
    ['the API business code', () => respondWith(envelope(500_905), 429)],
    ['an HTML page of a proxy', () => new Response('<h1>Slow down</h1>', { status: 429 })],
    ['an empty body', () => new Response(null, { status: 429 })],
    ['an envelope with code 429', () => respondWith(envelope(429), 429)],
    ['an envelope with code 429 and status 200', () => respondWith(envelope(429))],
    ['another error code', () => respondWith(envelope(0), 429)],
  ])('of a rate limit with %s reach the caller as one refusal', async (_, respond) => {
    const { call } = connect(respond)
    const result = await call(getThing, { query: { id: '1' } })
    expect(result).toMatchObject({ status: 'refused', code: 500_905 })
  })

  test("of a rate limit keep the API's business code", async () => {
    const { call } = connect(() => respondWith(envelope(500_201), 429))
    const result = await call(getThing, { query: { id: '1' } })
    expect(result).toMatchObject({ status: 'refused', code: 500_201 })
  })

  test('use the HTTP status if the body has no code', { tags: ['S8.01'] }, async () => {
    const { call } = connect(() => new Response('<h1>Oops</h1>', { status: 500 }))
    await expect(call(getThing, { query: { id: '1' } })).rejects.toMatchObject({ code: 500 })
  })

  test.each([
    ['of the API', () => respondWith(envelope(404), 404), true],
    ['of a proxy', () => new Response('<h1>Not Found</h1>', { status: 404 }), false],
    ['of a gateway in JSON', () => respondWith({ message: 'no route matched' }, 404), false],
  ])('with a 404 %s report a missing item only from the API', async (_, respond, expected) => {
    const { call } = connect(respond)
    const error: unknown = await call(getThing, { query: { id: '1' } }).catch((reason) => reason)
    expect(error).toMatchObject({ code: 404 })
    expect(isNotFound(error)).toBe(expected)
  })
})

describe('failed API calls', () => {
  test.each([
    [502, NetworkError],
    [504, TimeoutError],
  ])('to an API behind a proxy with status %i are network failures', async (code, kind) => {
    const { call } = connect(() => respondWith(envelope(code), code))
    await expect(call(getThing, { query: { id: '1' } })).rejects.toThrow(kind)
  })

  test('without a network have the text of the specification', { tags: ['S8.08'] }, async () => {
    const { call, requests } = connect(() => Promise.reject(new TypeError('fetch failed')))
    const failure = call(getThing, { query: { id: '1' } })
    await expect(failure).rejects.toThrow(NetworkError)
    await expect(failure).rejects.toThrow('网络异常')
    // Callers retry when the network returns.
    expect(requests).toHaveLength(1)
  })

  test.each([
    ['without a signal', {}],
    ['with a signal of the caller', { signal: new AbortController().signal }],
  ])(
    'by timeout %s have the text of the specification',
    { tags: ['S8.07'], timeout: 10_000 },
    async (_, input) => {
      // An API that never responds.
      const fetchForever: typeof fetch = (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        })
      const { call } = connect(() => respondWith(null), { timeoutMs: 10, fetch: fetchForever })
      const failure = call(getThing, { query: { id: '1' }, ...input })
      await expect(failure).rejects.toThrow(TimeoutError)
      await expect(failure).rejects.toThrow('网络超时')
    },
  )

  test('by cancelling reject with the abort reason', { tags: ['S8.09'] }, async () => {
    const { call } = connect(() => respondWith(envelope(200, { name: 'a' })))
    const controller = new AbortController()
    controller.abort()
    const failure = call(getThing, { query: { id: '1' }, signal: controller.signal })
    await expect(failure).rejects.toBe(controller.signal.reason)
  })
})

describe('API requests', () => {
  test(
    'have the server flag, the language and an empty token for a visitor',
    { tags: ['S7.03', 'S7.04', 'S7.05', 'S6.06'] },
    async () => {
      const { call, requests } = connect(() => respondWith(envelope(200, { name: 'a' })))
      await call(getThing, { query: { id: '7' } })
      const [request] = requests
      expect(request?.url).toBe('http://api.test/api/thing?id=7')
      expect(request?.headers.get('server')).toBe('0')
      expect(request?.headers.get('lang')).toBe('en')
      expect(request?.headers.get('token')).toBe('')
      expect(request?.headers.has('authorization')).toBe(false)
    },
  )

  test('have the token in two headers', { tags: ['S6.06'] }, async () => {
    const { call, requests } = connect(() => respondWith(envelope(200, { name: 'a' })), {
      getToken: () => 'v1.secret',
    })
    await call(getThing, { query: { id: '7' } })
    expect(requests[0]?.headers.get('token')).toBe('v1.secret')
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer v1.secret')
  })

  test('fill the path, send JSON and the idempotency key', async () => {
    const { call, requests } = connect(() => respondWith(envelope(200, {})))
    await call(logInWith, {
      params: { provider: 'google' },
      body: { credential: 'x' },
      idempotencyKey: 'k-1',
    })
    expect(requests[0]?.url).toBe('http://api.test/api/user/google_login')
    expect(requests[0]?.body).toEqual({ credential: 'x' })
    expect(requests[0]?.headers.get('idempotency-key')).toBe('k-1')
  })
})

describe('renewed token', () => {
  const respond = () =>
    Response.json(envelope(200, { name: 'a' }), { headers: { 'renewed-token': 'next' } })

  test('is passed on with the token of the call', async () => {
    const renewed: string[][] = []
    const { call } = connect(respond, {
      getToken: () => 'used',
      onRenewedToken: (...tokens) => void renewed.push(tokens),
    })
    await call(getThing, { query: { id: '1' } })
    expect(renewed).toEqual([['used', 'next']])
  })

  test('is ignored for a visitor', async () => {
    const renewed: string[][] = []
    const { call } = connect(respond, { onRenewedToken: (...tokens) => void renewed.push(tokens) })
    await call(getThing, { query: { id: '1' } })
    expect(renewed).toEqual([])
  })
})
