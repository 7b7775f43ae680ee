import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchKeepAlive } from '#content/keep-alive-fetch.ts'

const sockets = new Set<unknown>()
const usedSockets = new WeakSet<object>()
const server = createServer((request, response) => {
  sockets.add(request.socket)
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/never') return
  // Closes each connection at its second request, like a server with a keep-alive timeout.
  if (pathname === '/once' && usedSockets.has(request.socket)) return void request.socket.destroy()
  usedSockets.add(request.socket)
  if (pathname === '/moved') return void response.writeHead(302, { location: '/echo' }).end()
  if (pathname === '/gone') return void response.writeHead(404).end('茶馆')
  const chunks: Uint8Array[] = []
  request.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ method: request.method, lang: request.headers['lang'], body }))
  })
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('sends requests like fetch, over one connection', async () => {
  const init = { method: 'POST', headers: { lang: 'en' }, body: '{"title":"茶馆"}' }
  for (let time = 0; time < 3; time += 1) {
    const [keepAlive, platform] = await Promise.all([
      fetchKeepAlive(`${base}/echo`, init).then((response) => response.json()),
      fetch(`${base}/echo`, init).then((response) => response.json()),
    ])
    expect(keepAlive).toEqual(platform)
  }
  sockets.clear()
  for (let time = 0; time < 3; time += 1) await (await fetchKeepAlive(`${base}/echo`)).text()
  expect(sockets.size).toBe(1)
})

test('returns status and text unchanged, and follows no redirect', async () => {
  const gone = await fetchKeepAlive(`${base}/gone`)
  expect([gone.status, await gone.text()]).toEqual([404, '茶馆'])
  expect(await fetchKeepAlive(`${base}/moved`)).toMatchObject({ status: 302 })
})

test('retries when the server has closed the connection', async () => {
  for (let time = 0; time < 4; time += 1) {
    const responses = await Promise.all([
      fetchKeepAlive(`${base}/once`),
      fetchKeepAlive(`${base}/once`),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
  }
})

test('rejects with the reason of an abort, and like fetch without a response', async () => {
  const aborter = new AbortController()
  const call = fetchKeepAlive(`${base}/never`, { signal: aborter.signal })
  const reason = new DOMException('too long', 'TimeoutError')
  aborter.abort(reason)
  await expect(call).rejects.toBe(reason)
  await expect(fetchKeepAlive(`${base}/never`, { signal: aborter.signal })).rejects.toBe(reason)
  await expect(fetchKeepAlive('http://127.0.0.1:1/')).rejects.toThrow('fetch failed')
})
