import { once } from 'node:events'
import http from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { BODY_LIMITS } from '#scripts/lib/limit-body-time.ts'
import { sendRequest } from './send-request.ts'
import { serveApi, UNUSED_URL } from './fake-api.ts'
import { serveFixture } from './fixture-site.ts'

interface Echo {
  method: string
  url: string
  headers: Record<string, string>
  body: string
}

async function serveEcho() {
  const api = await serveApi(async (request, response) => {
    const body = (await buffer(request)).toString()
    const { method, url, headers } = request
    response.setHeader('Set-Cookie', ['a=1', 'b=2'])
    response.setHeader('X-Request-Id', 'from-the-api-0')
    response.statusCode = 201
    response.end(JSON.stringify({ method, url, headers, body }))
  })
  return serveFixture({ adminApiUrl: api.url })
}

const readEcho = (body: Buffer): Echo => JSON.parse(body.toString())

test.each(['/api/index/init', '/api/course/calendar?city=1&x=%2e%2e', '/openapi.json', '/docs'])(
  'forwards %s to the admin API unchanged',
  { tags: ['S7.01'] },
  async (path) => {
    const { url } = await serveEcho()
    const reply = await sendRequest(url, path)
    expect([reply.status, readEcho(reply.body).url]).toEqual([201, path])
    expect(reply.headers['set-cookie']).toEqual(['a=1', 'b=2'])
  },
)

test.each(['/apiary', '/docs/x', '/openapi.jsonx', '/media/x', '/api%2findex', '/api/../docs'])(
  'does not forward %s',
  async (path) => {
    const { url } = await serveEcho()
    expect([400, 404]).toContain((await sendRequest(url, path)).status)
  },
)

test(
  'forwards body, contract headers and request id, and adds the client IP address',
  { tags: ['S6.06', 'S7.04'] },
  async () => {
    const { url } = await serveEcho()
    const reply = await sendRequest(url, '/api/order/create', {
      method: 'POST',
      headers: {
        authorization: 'Bearer t',
        token: 't',
        lang: 'en',
        server: '0',
        cookie: 'sid=1',
        'content-type': 'application/json',
        'idempotency-key': 'k',
        'x-request-id': 'abcdef-123456',
      },
      body: '{"a":1}',
    })
    const { method, headers, body } = readEcho(reply.body)
    expect([method, body]).toEqual(['POST', '{"a":1}'])
    expect(headers).toMatchObject({
      authorization: 'Bearer t',
      token: 't',
      lang: 'en',
      server: '0',
      cookie: 'sid=1',
      'idempotency-key': 'k',
      'x-request-id': 'abcdef-123456',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': new URL(url).host,
    })
    expect(reply.headers['x-request-id']).toBe('abcdef-123456')
  },
)

test('removes hop-by-hop headers and forwarded headers of the client', async () => {
  const { url } = await serveEcho()
  const headers = {
    connection: 'keep-alive, x-secret',
    'x-secret': '1',
    te: 'trailers',
    'x-forwarded-for': '6.6.6.6',
    'x-forwarded-proto': 'https',
    forwarded: 'for=6.6.6.6',
  }
  const apiHeaders = readEcho((await sendRequest(url, '/api/x', { headers })).body).headers
  expect(apiHeaders).not.toHaveProperty('x-secret')
  expect(apiHeaders).not.toHaveProperty('te')
  expect(apiHeaders).not.toHaveProperty('forwarded')
  expect([apiHeaders['x-forwarded-for'], apiHeaders['x-forwarded-proto']]).toEqual([
    '127.0.0.1',
    'http',
  ])
})

test.each([
  ['without a length', '/api/x', { 'transfer-encoding': 'chunked' }],
  ['that is streamed', '/api/upload/x', { 'transfer-encoding': 'chunked' }],
  ['with a length per hop', '/api/x', { connection: 'content-length', 'content-length': 41 }],
])(
  'forwards the body %s of a GET request as a body, not as a request',
  async (_, path, headers) => {
    const received: string[] = []
    const api = await serveApi(async (request, response) => {
      received.push(`${request.url} ${(await buffer(request)).toString()}`)
      response.end()
    })
    const { url } = await serveFixture({ adminApiUrl: api.url })
    const body = 'GET /api/smuggled HTTP/1.1\r\nHost: api\r\n\r\n'
    await sendRequest(url, path, { headers, body })
    await sendRequest(url, '/api/second')
    expect(received).toEqual([`${path} ${body}`, '/api/second '])
  },
)

test('does not reuse the connection of a streamed body, which the API may close', async () => {
  const api = await serveApi((_request, response) => void response.end())
  const { url } = await serveFixture({ adminApiUrl: api.url })
  let connections = 0
  api.server.on('connection', () => (connections += 1))
  const headers = { 'transfer-encoding': 'chunked' }
  await sendRequest(url, '/api/x', { method: 'POST', headers, body: Buffer.alloc(128 * 1024) })
  await sendRequest(url, '/api/y')
  await sendRequest(url, '/api/z')
  expect(connections).toBe(2)
})

test('trusts forwarded headers only behind trusted proxies', async () => {
  const api = await serveApi((request, response) => {
    response.end(JSON.stringify({ headers: request.headers }))
  })
  const { url } = await serveFixture({ adminApiUrl: api.url, trustedHops: 1 })
  const headers = {
    'x-forwarded-for': '1.2.3.4',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'example.org',
  }
  expect(readEcho((await sendRequest(url, '/api/x', { headers })).body).headers).toMatchObject({
    ...headers,
    'x-forwarded-for': '1.2.3.4, 127.0.0.1',
  })
})

test('streams responses: the first part arrives before the last is written', async () => {
  const lastPart = Promise.withResolvers<void>()
  const api = await serveApi(async (_request, response) => {
    response.write('first')
    await lastPart.promise
    response.end('last')
  })
  const { url } = await serveFixture({ adminApiUrl: api.url })
  const response = await fetch(`${url}/api/stream`)
  const parts = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await parts?.read())?.value).toBe('first')
  lastPart.resolve()
  expect((await parts?.read())?.value).toBe('last')
})

test(
  'responds with 502 in the envelope when the API is down; pages are served',
  { tags: ['S8.06'] },
  async () => {
    const { url } = await serveFixture({ adminApiUrl: UNUSED_URL })
    const reply = await sendRequest(url, '/api/order/create', {
      method: 'POST',
      body: 'x'.repeat(100_000),
    })
    expect(reply.status).toBe(502)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(JSON.parse(reply.body.toString())).toEqual({
      code: 502,
      msg: '网络异常',
      time: expect.any(Number),
      data: null,
    })
    expect((await sendRequest(url, '/drama/home')).status).toBe(200)
  },
)

test('responds with 502 without a configured API', async () => {
  const { url } = await serveFixture()
  expect((await sendRequest(url, '/api/index/init')).status).toBe(502)
})

test('responds with 504 in the envelope after a timeout of the API', async () => {
  const api = await serveApi(() => {})
  const { url } = await serveFixture({ adminApiUrl: api.url, apiTimeoutMs: 20 })
  const reply = await sendRequest(url, '/api/index/init')
  expect(JSON.parse(reply.body.toString())).toMatchObject({
    code: 504,
    msg: '网络超时',
    data: null,
  })
  expect(reply.status).toBe(504)
})

test('aborts a response that the API aborts', async () => {
  const api = await serveApi((_request, response) => {
    response.writeHead(200, { 'Content-Length': '100' })
    response.write('half', () => response.destroy())
  })
  const { url } = await serveFixture({ adminApiUrl: api.url })
  await expect(sendRequest(url, '/api/index/init')).rejects.toThrow('aborted')
})

test('forwards an early refusal of an upload', async () => {
  const api = await serveApi((request, response) => {
    response.writeHead(413).end('too large')
    request.resume()
  })
  const { url } = await serveFixture({ adminApiUrl: api.url })
  const body = Buffer.alloc(200_000)
  const reply = await sendRequest(url, '/api/upload/local', { method: 'POST', body })
  expect([reply.status, reply.body.toString()]).toEqual([413, 'too large'])
})

test('reads the rest of a body that the API refuses', async () => {
  const api = await serveApi((_request, response) => response.writeHead(413).end())
  const { url } = await serveFixture({ adminApiUrl: api.url })
  const request = http.request(`${url}/api/user/login`, { method: 'POST' })
  // More than the buffers of a connection hold.
  request.end(Buffer.alloc(16 * 1024 * 1024))
  const [[response]] = await Promise.all([once(request, 'response'), once(request, 'finish')])
  expect(response).toMatchObject({ statusCode: 413 })
  response.resume()
})

test('retries when the API has closed the idle connection', async () => {
  let calls = 0
  const api = await serveApi((request, response) => {
    calls += 1
    // Drops the second call on the reused connection, as after an idle timeout of the API.
    if (calls === 2) request.socket.destroy()
    else response.end('ok')
  })
  const { url } = await serveFixture({ adminApiUrl: api.url })
  await sendRequest(url, '/api/a')
  expect((await sendRequest(url, '/api/b')).body.toString()).toBe('ok')
  expect(calls).toBe(3)
})

test('never retries a call that may have changed data', async () => {
  let calls = 0
  const api = await serveApi((request, response) => {
    calls += 1
    if (calls === 2) request.socket.destroy()
    else response.end('ok')
  })
  const { url } = await serveFixture({ adminApiUrl: api.url })
  await sendRequest(url, '/api/a')
  expect((await sendRequest(url, '/api/order/create', { method: 'POST' })).status).toBe(502)
  expect(calls).toBe(2)
})

test('aborts the API call when the visitor leaves', async () => {
  const [started, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const api = await serveApi((_request, response) => {
    response.on('close', left.resolve)
    started.resolve()
  })
  const { url } = await serveFixture({ adminApiUrl: api.url })
  const request = http.get(`${url}/api/slow`)
  request.on('error', () => {})
  await started.promise
  request.destroy()
  await left.promise
})

test('reuses the connection to the API for consecutive calls', async () => {
  const ports = new Set<number | undefined>()
  const api = await serveApi((request, response) => {
    ports.add(request.socket.remotePort)
    response.end('ok')
  })
  const { url } = await serveFixture({ adminApiUrl: api.url })
  for (let call = 0; call < 5; call++) await sendRequest(url, '/api/x')
  expect(ports.size).toBe(1)
})

test('keeps the base path of the API URL', async () => {
  const api = await serveApi((request, response) => response.end(request.url))
  const { url } = await serveFixture({ adminApiUrl: `${api.url}/cms/` })
  expect((await sendRequest(url, '/api/x?y=1')).body.toString()).toBe('/cms/api/x?y=1')
})

test('aborts a body that takes too long, except an upload', async () => {
  const uploading = Promise.withResolvers<void>()
  const api = await serveApi(async (request, response) => {
    uploading.resolve()
    response.end(await buffer(request))
  })
  const bodyLimits = { ...BODY_LIMITS, bodyMs: 20 }
  const { url } = await serveFixture({ adminApiUrl: api.url, bodyLimits })
  const begin = (path: string) => {
    const headers = { 'Content-Length': '2' }
    const request = http.request(`${url}${path}`, { method: 'POST', headers })
    request.on('error', () => {})
    request.write('x')
    return request
  }
  const upload = begin('/api/upload/local')
  await uploading.promise
  const [refusal] = await once(begin('/api/order/create'), 'response')
  expect(refusal).toMatchObject({ statusCode: 408 })
  refusal.resume()
  upload.end('y')
  const [response] = await once(upload, 'response')
  expect(response).toMatchObject({ statusCode: 200 })
  expect((await buffer(response)).toString()).toBe('xy')
})
