import http, { type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sendRequest } from './send-request.ts'
import { serveApi } from './fake-api.ts'
import { serveFixture } from './fixture-site.ts'

/** An API that delays its responses until `release`. */
async function serveDelayedApi(expected: number) {
  const pending: ServerResponse[] = []
  const all = Promise.withResolvers<void>()
  const api = await serveApi((_request, response) => {
    pending.push(response)
    if (pending.length === expected) all.resolve()
  })
  const release = () => pending.forEach((response) => response.end('done'))
  return { url: api.url, arrived: all.promise, release }
}

test('completes ten running responses, closes idle connections and accepts no new ones', async () => {
  const api = await serveDelayedApi(10)
  const { url, server } = await serveFixture({ adminApiUrl: api.url })
  const agent = new http.Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  // This connection is idle during the stop.
  await sendRequest(url, '/drama/home', { agent })
  const replies = Array.from({ length: 10 }, () => sendRequest(url, '/api/slow', { agent }))
  await api.arrived

  const closed = server.close()
  await expect(sendRequest(url, '/drama/home')).rejects.toThrow('ECONNREFUSED')
  api.release()
  for (const reply of await Promise.all(replies)) {
    expect([reply.status, reply.body.toString()]).toEqual([200, 'done'])
    expect(reply.headers.connection).toBe('close')
  }
  await closed
})

test('responds once on an idle connection during the stop, and closes it', async () => {
  const api = await serveDelayedApi(1)
  const { url, server } = await serveFixture({ adminApiUrl: api.url })
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const ended = new Promise((resolve) => socket.on('end', resolve))
  let received = ''
  socket.setEncoding('utf8').on('data', (part: string) => (received += part))
  const line = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
  socket.write(line('/api/slow'))
  await api.arrived
  const closed = server.close()
  socket.write(line('/readyz'))
  api.release()
  await ended
  await closed
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*connection: close\r\n/i)
})

/** A server with a running call of the API, on a simulated clock. */
async function serveDuringCall() {
  const api = await serveDelayedApi(1)
  const site = await serveFixture({ adminApiUrl: api.url })
  const slow = sendRequest(site.url, '/api/slow')
  await api.arrived
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  return { ...site, slow, release: api.release }
}

test('reports that it is not ready during the grace period for load balancers', async () => {
  const { url, server, slow, release } = await serveDuringCall()
  const closed = server.close({ graceMs: 5000 })
  const ready = await sendRequest(url, '/readyz')
  expect([ready.status, JSON.parse(ready.body.toString()).failed]).toEqual([503, ['running']])
  expect((await sendRequest(url, '/drama/home')).status).toBe(200)
  await vi.advanceTimersByTimeAsync(5000)
  await expect(sendRequest(url, '/drama/home')).rejects.toThrow('ECONNREFUSED')
  release()
  expect((await slow).status).toBe(200)
  await closed
})

test('aborts requests that do not end in time', async () => {
  const api = await serveDelayedApi(1)
  const { url, server } = await serveFixture({ adminApiUrl: api.url })
  const aborted = expect(sendRequest(url, '/api/slow')).rejects.toThrow('socket hang up')
  await api.arrived
  await server.close({ deadlineMs: 1 })
  await aborted
})

test('stops once for any number of signals', async () => {
  const { server, slow, release } = await serveDuringCall()
  const closed = server.close()
  // A second stop would abort the request.
  const again = server.close({ deadlineMs: 1 })
  await vi.advanceTimersByTimeAsync(1)
  release()
  expect((await slow).status).toBe(200)
  await Promise.all([closed, again])
})
